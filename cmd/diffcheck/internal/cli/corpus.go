package cli

import (
	"io/fs"

	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
)

// corpus holds the recorded traces of the default run.
type corpus struct {
	files        func() ([]string, error) // names of the transcripts
	transcripts  func() ([]*transcript.Transcript, error)
	declarations func() ([]transcript.Declaration, error)
	regressions  fs.FS // *.jsonl in the root folder
}

func embeddedCorpus() corpus {
	return corpus{
		files: transcript.Files, transcripts: transcript.All, declarations: transcript.Declarations,
		regressions: oracle.Regressions(),
	}
}
