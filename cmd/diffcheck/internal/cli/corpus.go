package cli

import (
	"io/fs"
	"slices"

	"github.com/relspec/relspec/oracle"
)

// corpus is what the default run compares besides scenarios and random traces.
type corpus struct {
	transcripts  func() ([]*oracle.Transcript, error)
	declarations func() ([]oracle.Declaration, error)
	regressions  fs.FS // *.jsonl at the root
}

func embeddedCorpus() corpus {
	return corpus{transcripts: allTranscripts, declarations: oracle.Declarations, regressions: oracle.Regressions()}
}

// allTranscripts are those written by hand and those of random worlds.
func allTranscripts() ([]*oracle.Transcript, error) {
	written, err := oracle.Transcripts()
	if err != nil {
		return nil, err
	}
	random, err := oracle.RandomTranscripts()
	if err != nil {
		return nil, err
	}
	return append(slices.Clone(written), random...), nil
}
