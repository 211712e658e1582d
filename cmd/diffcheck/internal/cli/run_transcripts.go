package cli

import (
	"fmt"
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
)

// transcriptReport is the result of replaying transcripts on one engine.
type transcriptReport struct {
	Engine   string              `json:"engine"`
	Versions []transcriptVersion `json:"versions"`
	// Declared counts lines by the declaration that explains them.
	Declared []transcript.DeclarationUse `json:"declared"`
	Reasons  map[string]int              `json:"reasons"` // why lines are not compared
	lines    int
}

// transcriptVersion counts the transcripts of one released version by their worst line, and all their
// lines.
type transcriptVersion struct {
	Version string                     `json:"version"`
	Files   map[transcript.Verdict]int `json:"files"`
	Lines   map[transcript.Verdict]int `json:"lines"`
}

// transcripts replays the selected transcripts on every engine. The first engine is compared only
// with the transcripts, the others also with the first.
func (r *run) transcripts() error {
	files, err := r.corpus.files()
	if err != nil {
		return fmt.Errorf("the embedded transcripts cannot be read: %w", err)
	}
	files = slices.DeleteFunc(files, func(name string) bool { return !r.choice.Keeps(name) })
	if len(files) == 0 && !r.choice.All() {
		return nil // reading the transcripts takes a second
	}
	chosen, err := r.corpus.transcripts()
	if err != nil {
		return fmt.Errorf("the embedded transcripts cannot be read: %w", err)
	}
	declared, err := r.corpus.declarations()
	if err != nil {
		return err
	}
	chosen = slices.DeleteFunc(chosen, func(t *transcript.Transcript) bool { return !slices.Contains(files, t.File()) })
	for i := range r.engines {
		report, err := r.replayAll(chosen, replayOptions(r.engines, i, declared))
		if err != nil {
			return err
		}
		if report == nil {
			r.interrupted("transcripts were not all run on %s", r.engines[i].Name)
			break
		}
		if report.lines == 0 {
			r.empty("transcripts on " + report.Engine)
		}
		r.report.Transcripts = append(r.report.Transcripts, report)
	}
	return nil
}

// replayOptions returns the options to judge recordings by the i-th engine. The first engine is the
// reference of the others.
func replayOptions(
	engines []oracle.Implementation, i int, declared []transcript.Declaration,
) transcript.ReplayOptions {
	o := transcript.ReplayOptions{Reference: engines[0], Declared: declared}
	if i > 0 {
		o.Engine = &engines[i]
	}
	return o
}

// replayAll replays transcripts and counts the results. If it is interrupted, it returns nil.
func (r *run) replayAll(chosen []*transcript.Transcript, options transcript.ReplayOptions) (*transcriptReport, error) {
	replayed := make([][]transcript.Replayed, len(chosen))
	for i, t := range chosen {
		if r.ctx.Err() != nil {
			return nil, nil
		}
		var err error
		if replayed[i], err = transcript.Replay(t, options); err != nil {
			return nil, err
		}
	}
	result := transcript.Count(replayed, options)
	report := &transcriptReport{Engine: result.Engine, Reasons: result.Reasons}
	for _, version := range slices.Sorted(maps.Keys(result.Files)) {
		v := transcriptVersion{Version: version, Files: result.Files[version], Lines: map[transcript.Verdict]int{}}
		for _, topic := range result.Topics[version] {
			for verdict, n := range topic {
				v.Lines[verdict] += n
				report.lines += n
			}
		}
		report.Versions = append(report.Versions, v)
	}
	for _, use := range result.Uses {
		if use.Lines > 0 {
			report.Declared = append(report.Declared, use)
		}
	}
	for _, line := range result.Unexplained {
		r.report.fail("transcript %s on %s: %s\n%s", line.Where(), result.Engine, line.By,
			show.Indent(line.Difference.String()))
	}
	if options.Engine == nil && r.choice.All() {
		for _, id := range result.Unused {
			r.report.fail("the declared difference %s does not occur any more; remove it", id)
		}
	}
	return report, nil
}
