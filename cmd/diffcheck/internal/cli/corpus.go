package cli

import (
	"io/fs"
	"slices"

	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
)

// corpus has the traces that the default run compares besides scenarios and random traces.
type corpus struct {
	transcripts  func() ([]*transcript.Transcript, error)
	declarations func() ([]transcript.Declaration, error)
	regressions  fs.FS // *.jsonl at the root
}

func embeddedCorpus() corpus {
	return corpus{transcripts: allTranscripts, declarations: transcript.Declarations, regressions: oracle.Regressions()}
}

// allTranscripts are those written by hand and those of random worlds.
func allTranscripts() ([]*transcript.Transcript, error) {
	written, err := transcript.Written()
	if err != nil {
		return nil, err
	}
	random, err := transcript.Random()
	if err != nil {
		return nil, err
	}
	return append(slices.Clone(written), random...), nil
}
