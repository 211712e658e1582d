// Package differences measures how many wrong answers the declared differences hide
// (docs/transcripts.md): answers that were changed on purpose, and answers that are wrong because of a
// fault in the rules of the model.
package differences

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/tools/mutants"
	"github.com/relspec/relspec/tools/run"
)

// sample returns every n-th embedded transcript, where n is every, and the options to replay it on the
// model with the embedded declarations. The seed selects the first transcript.
func sample(seed, every uint64) ([]*transcript.Transcript, transcript.ReplayOptions, error) {
	options := transcript.ReplayOptions{Reference: engines.Model()}
	all, err := transcript.All()
	if err != nil {
		return nil, options, err
	}
	var out []*transcript.Transcript
	for i, t := range all {
		if uint64(i)%every == seed%every {
			out = append(out, t)
		}
	}
	options.Declared, err = transcript.Declarations()
	return out, options, err
}

// Line is the verdict on a line of a transcript, and the declarations that explain a difference.
type Line struct {
	Verdict transcript.Verdict
	By      string
}

// Judge replays a sample of the transcripts on the model, and returns the lines by their positions.
func Judge(seed, every uint64) (map[string]Line, error) {
	ts, options, err := sample(seed, every)
	if err != nil {
		return nil, err
	}
	out := map[string]Line{}
	for _, t := range ts {
		lines, err := transcript.Replay(t, options)
		if err != nil {
			return nil, err
		}
		for i := range lines {
			l := &lines[i]
			out[l.Where()] = Line{l.Verdict, l.By}
		}
	}
	return out, nil
}

// Report is the result of Measure.
type Report struct {
	transcripts int
	lines       map[transcript.Verdict]int // of the transcripts
	altered     []Altered
	faults      []fault
}

// fault is a fault in the rules. It counts the lines on which Flecs agreed with the model and which the
// fault makes wrong.
type fault struct {
	name, class string
	wrong       int
	passed      int // accepted as declared, or no longer compared
	caught      int // files with an unexplained line
	by          map[string]int
}

// Measure changes answers, and plants each fault in a separate build below dir.
func Measure(ctx context.Context, dir string, seed, every uint64, faults []mutants.Mutant, say func(string)) (*Report, error) {
	ts, options, err := sample(seed, every)
	if err != nil {
		return nil, err
	}
	r := &Report{transcripts: len(ts), lines: map[transcript.Verdict]int{}}
	say("altering answers")
	if r.altered, err = Alter(ts, options, seed); err != nil {
		return nil, err
	}
	say("building")
	joined, err := mutants.Join(ctx, ".", "tools/differences/judge", faults, filepath.Join(dir, "judge"))
	if err != nil {
		return nil, err
	}
	sound, err := judged(ctx, joined.Binary, 0, seed, every)
	if err != nil {
		return nil, err
	}
	for _, l := range sound {
		r.lines[l.Verdict]++
	}
	for n, m := range faults {
		say(fmt.Sprintf("%d of %d  %s", n+1, len(faults), m.Name))
		number, ok := joined.Number(m)
		if !ok {
			return nil, fmt.Errorf("%s: the fault %s changes more than a function", m.Where, m.Name)
		}
		lines, err := judged(ctx, joined.Binary, number, seed, every)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
		r.faults = append(r.faults, counted(m, sound, lines))
	}
	return r, nil
}

// judged runs the command judge with a fault, or without if planted is 0.
func judged(ctx context.Context, binary string, planted int, seed, every uint64) (lines map[string]Line, err error) {
	text, err := run.Output(ctx, ".", []string{mutants.PlantedVariable + "=" + strconv.Itoa(planted)}, binary,
		"-seed", strconv.FormatUint(seed, 10), "-every", strconv.FormatUint(every, 10))
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal([]byte(text), &lines)
	return lines, err
}

// counted counts the lines that agreed and that the fault makes wrong.
func counted(m mutants.Mutant, sound, faulty map[string]Line) fault {
	f := fault{name: m.Name, class: m.Class, by: map[string]int{}}
	caught := map[string]bool{}
	for where, now := range faulty {
		before := sound[where].Verdict
		if now.Verdict == transcript.Unexplained && before != now.Verdict {
			caught[where[:strings.LastIndexByte(where, ':')]] = true
		}
		if before != transcript.Agrees || now.Verdict == transcript.Agrees {
			continue
		}
		f.wrong++
		if now.Verdict.Excused() {
			f.passed++
			f.by[now.By]++
		}
	}
	f.caught = len(caught)
	return f
}

// Text writes the report as text.
func (r *Report) Text(w *strings.Builder) {
	fmt.Fprintf(w, "%d transcripts:", r.transcripts)
	for _, v := range slices.Sorted(maps.Keys(r.lines)) {
		fmt.Fprintf(w, "  %d %s", r.lines[v], v)
	}
	by := map[string]int{}
	for _, verdict := range [...]transcript.Verdict{transcript.Agrees, transcript.Declared} {
		wrong, passed := 0, 0
		for _, a := range r.altered {
			if a.Verdict == verdict && a.Kind != "refused" {
				wrong, passed = wrong+a.Wrong, passed+a.Passed
			}
		}
		fmt.Fprintf(w, "\n\nanswers altered on lines that are %s: %s pass, refusals aside\n", verdict, share(passed, wrong))
		for _, a := range r.altered {
			if a.Verdict != verdict {
				continue
			}
			fmt.Fprintf(w, "  %-28s %s\n", a.Kind, share(a.Passed, a.Wrong))
			if verdict == transcript.Agrees {
				add(by, a.By)
			}
		}
	}
	top(w, "\naltered answers on lines that agree pass by", by)
	for _, class := range [...]string{"rules", "held out"} {
		wrong, passed, seen := 0, 0, map[string]int{}
		fmt.Fprintf(w, "\n%-32s   %s\n", "faults, "+class, "of agreeing lines made wrong pass; caught in")
		for _, f := range r.faults {
			if f.class == class {
				wrong, passed = wrong+f.wrong, passed+f.passed
				add(seen, f.by)
				fmt.Fprintf(w, "  %-32s %s  %4d files\n", f.name, share(f.passed, f.wrong), f.caught)
			}
		}
		fmt.Fprintf(w, "  %-32s %s\n", "together", share(passed, wrong))
		top(w, "  pass by", seen)
	}
}

func share(part, of int) string {
	return fmt.Sprintf("%5d of %5d = %5.1f %%", part, of, 100*float64(part)/float64(max(of, 1)))
}

// add increases the counts in to by those in from. A key such as "a+b" counts for a and for b.
func add(to, from map[string]int) {
	for by, n := range from {
		for id := range strings.SplitSeq(by, "+") {
			to[id] += n
		}
	}
}

// top writes the declarations that hide most.
func top(w *strings.Builder, title string, by map[string]int) {
	ids := slices.Collect(maps.Keys(by))
	slices.SortFunc(ids, func(a, b string) int { return by[b]*1000 - by[a]*1000 + strings.Compare(a, b) })
	w.WriteString(title)
	for _, id := range ids[:min(len(ids), 25)] {
		fmt.Fprintf(w, " %s %d", id, by[id])
	}
	w.WriteByte('\n')
}
