package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// judge holds the engines against a transcript of a version of Flecs that differences are declared of. The verdicts
// are the first engine's: where another differs from it, that is unexplained.
func (f *replayedFile) judge(
	t *transcript.Transcript, engines []oracle.Implementation, declared []transcript.Declaration,
) error {
	f.Verdict, f.Lines, f.Declared = transcript.Agrees, map[transcript.Verdict]int{}, map[string]int{}
	for i := range engines {
		options := transcript.ReplayOptions{Reference: engines[0], Declared: declared}
		if i > 0 {
			options.Engine = &engines[i]
		}
		lines, err := transcript.Replay(t, options)
		if err != nil {
			return err
		}
		f.Verdict = transcript.Worst(f.Verdict, lines)
		for k := range lines {
			if i == 0 {
				f.countLine(&lines[k])
			}
			if lines[k].Verdict == transcript.Unexplained && (i == 0 || lines[k].By != "") {
				f.Differences = append(f.Differences, newRecordedDifference(engines[i].Name, &lines[k]))
			}
		}
	}
	return nil
}

func (f *replayedFile) countLine(r *transcript.Replayed) {
	if r.Line.Op.Op == spec.OpNote || r.Line.Got == nil {
		return
	}
	f.Recorded++
	f.Lines[r.Verdict]++
	if r.Verdict.Excused() {
		for _, id := range r.Causes() {
			f.Declared[id]++
		}
	}
}

func newRecordedDifference(engine string, r *transcript.Replayed) recordedDifference {
	d := recordedDifference{
		Engine: engine, Operation: r.Line.Number - 1, Op: r.Line.Op, Lines: r.Difference.Lines,
		want: r.Difference.Got, have: r.Difference.Want,
	}
	if r.Line.Got != nil {
		d.Recorded = *r.Line.Got
	}
	if r.Answer != nil {
		d.Got = *r.Answer
	}
	return d
}

// verdictText is the verdict of a file with the declarations.
func (f *replayedFile) verdictText() string {
	text := string(f.Verdict)
	if len(f.Divergences) > 0 {
		text += ", " + show.Plural(len(f.Divergences), "divergence", "divergences")
	}
	if len(f.Declared) > 0 {
		text += " (" + strings.Join(slices.Sorted(maps.Keys(f.Declared)), ", ") + ")"
	}
	return text
}

func (r *replayReport) count(f *replayedFile) {
	r.OK = r.OK && f.agrees()
	if f.Verdict == "" {
		return
	}
	if r.FileVerdicts == nil {
		r.FileVerdicts, r.LineVerdicts = map[transcript.Verdict]int{}, map[transcript.Verdict]int{}
	}
	r.FileVerdicts[f.Verdict]++
	for v, n := range f.Lines {
		r.LineVerdicts[v] += n
	}
}

// counts prints the counts of files and of lines.
func (r *replayReport) counts(w *strings.Builder) {
	if r.FileVerdicts == nil {
		return
	}
	for _, c := range []struct {
		what   string
		counts map[transcript.Verdict]int
	}{{"files", r.FileVerdicts}, {"lines", r.LineVerdicts}} {
		fmt.Fprintf(w, "%s  %s agree  %s declared  %s unsupported  %s unexplained\n", c.what,
			show.Number(c.counts[transcript.Agrees]),
			show.Number(c.counts[transcript.Declared]), show.Number(c.counts[transcript.NotBuilt]),
			show.Number(c.counts[transcript.Unexplained]))
	}
	if n := r.LineVerdicts[transcript.NotCompared]; n > 0 {
		fmt.Fprintf(w, "       %s not compared: the engine refused, as declared\n", show.Plural(n, "line", "lines"))
	}
}
