package cli

import (
	"io/fs"

	"github.com/relspec/relspec/oracle"
)

// corpus is what the default run compares besides scenarios and random traces.
type corpus struct {
	transcripts  func() ([]*oracle.Transcript, error)
	declarations func() ([]oracle.Declaration, error)
	regressions  fs.FS // *.jsonl at the root
}

func embeddedCorpus() corpus {
	return corpus{transcripts: oracle.Transcripts, declarations: oracle.Declarations, regressions: oracle.Regressions()}
}
