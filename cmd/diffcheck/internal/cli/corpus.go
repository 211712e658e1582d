package cli

import (
	"io/fs"

	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
)

// corpus has the traces that the default run compares besides scenarios and random traces.
type corpus struct {
	files        func() ([]string, error) // of the transcripts
	transcripts  func() ([]*transcript.Transcript, error)
	declarations func() ([]transcript.Declaration, error)
	regressions  fs.FS // *.jsonl at the root
}

func embeddedCorpus() corpus {
	return corpus{
		files: transcript.Files, transcripts: transcript.All, declarations: transcript.Declarations,
		regressions: oracle.Regressions(),
	}
}
