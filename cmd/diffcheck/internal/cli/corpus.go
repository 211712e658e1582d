package cli

import (
	"embed"
	"io/fs"

	"github.com/relspec/relspec/oracle"
)

// regressionFiles are traces that once showed a difference, one file each; docs/diffcheck.md says how to add one.
//
//go:embed regressions/*.jsonl
var regressionFiles embed.FS

// corpus is what the default run compares besides scenarios and random traces.
type corpus struct {
	transcripts  func() ([]*oracle.Transcript, error)
	declarations func() ([]oracle.Declaration, error)
	regressions  fs.FS // *.jsonl at the root
}

func embeddedCorpus() corpus {
	regressions, err := fs.Sub(regressionFiles, "regressions")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return corpus{transcripts: oracle.Transcripts, declarations: oracle.Declarations, regressions: regressions}
}
