package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// ownProfile is the profile of scenarios without a profile tag, unless --of names another one.
const ownProfile = "flecs-3"

// featureReport is the result of the user's own features.
type featureReport struct {
	OK        bool           `json:"ok"`
	Elapsed   float64        `json:"elapsed_s"`
	Engines   []string       `json:"engines"`
	Scenarios []*ranScenario `json:"scenarios"`
}

// ranScenario is the result of one scenario.
type ranScenario struct {
	File         string     `json:"file"`
	Line         int        `json:"line"`
	Name         string     `json:"name"`
	Profile      string     `json:"profile"`
	Expectations []*ranStep `json:"expectations"`
	// Differences are differences between engines that the scenario does not state.
	Differences []string `json:"differences,omitempty"`
}

// ranStep is the result of an expectation, or another step that failed.
type ranStep struct {
	Line int    `json:"line"`
	Step string `json:"step"`
	Met  bool   `json:"met"`
	// Failures holds the failures of each engine that does not meet the expectation.
	Failures map[string][]string `json:"failures,omitempty"`
}

// runFiles runs features and the scenarios of findings. With --watch it runs them again after each change
// of a file.
func (a *app) runFiles(ctx context.Context, f *runFlags, files []string) error {
	if _, err := profileNamed(f.profile); err != nil {
		return fmt.Errorf("--of: %w", err)
	}
	if !f.watch {
		return a.runFilesOnce(f, files)
	}
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	for before := ""; ctx.Err() == nil; time.Sleep(200 * time.Millisecond) {
		now := ""
		for _, name := range files {
			text, err := a.read(inFinding(name), maxFeature)
			now += fmt.Sprintf("%s\x00%v\x00", text, err)
		}
		if now == before {
			continue
		}
		before = now
		if err := a.runFilesOnce(f, files); err != nil && !errors.Is(err, console.ErrDiverged) {
			_ = a.PrintErr("diffcheck: %v\n", err) // the user may fix the file and save it again
		}
	}
	return nil
}

// maxFeature is the maximum size of a feature file.
const maxFeature = 16 << 20

// inFinding returns the scenario file in the folder of a finding, or else the file itself.
func inFinding(name string) string {
	inside := filepath.Join(name, "scenario.feature")
	if exists(inside) {
		return inside
	}
	return name
}

func (a *app) runFilesOnce(f *runFlags, files []string) error {
	begun, engines := time.Now(), f.engines.chosen
	report := &featureReport{OK: true, Engines: namesOfEngines(engines)}
	for _, name := range files {
		all, err := a.ownScenarios(name, f.profile)
		if err != nil {
			return err
		}
		for _, s := range all {
			ran, err := runFeature(s, engines)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			report.Scenarios = append(report.Scenarios, ran)
			report.OK = report.OK && ran.ok()
		}
	}
	report.Elapsed = time.Since(begun).Seconds()
	return a.Conclude(report, report.OK)
}

// ownScenarios reads the scenarios of a feature or of a finding.
func (a *app) ownScenarios(name, profile string) ([]scenario.Scenario, error) {
	name = inFinding(name)
	text, err := a.read(name, maxFeature)
	if err != nil {
		return nil, err
	}
	switch {
	case strings.Contains(show.FirstLine(string(text)), `"format":"relspec-export"`):
		return nil, fmt.Errorf("%s is a suite of cases; %q runs them on an adapter", name,
			"python3 "+filepath.Join(filepath.Dir(name), "runner.py")+" "+name+" COMMAND...")
	case isTrace(string(text)):
		return nil, fmt.Errorf("%s is a trace; %q compares it", name, "diffcheck replay "+name)
	case !featurePattern.Match(text) && strings.TrimSpace(string(text)) != "":
		return nil, fmt.Errorf("%s has no scenario; if it holds facts, %q queries them", name, "diffcheck why "+name)
	}
	all, err := scenario.ParseOwn(name, string(text), profile)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s has no scenario; docs/steps.md shows how to write one", name)
	}
	return all, err
}

// isTrace reports whether the text of a file is JSON Lines.
func isTrace(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "{") }

// runFeature runs a scenario on each engine, then compares its operations on all engines.
func runFeature(s scenario.Scenario, engines []oracle.Implementation) (*ranScenario, error) {
	out := &ranScenario{File: s.Path, Line: s.Line, Name: s.Name, Profile: s.Profile, Expectations: []*ranStep{}}
	failed := map[string]map[int][]*scenario.Failure{}
	for _, e := range engines {
		var err error
		if failed[e.Name], err = scenario.Judge(s, func(p spec.Profile) spec.Engine { return fresh(e, p) }); err != nil {
			return nil, err
		}
	}
	for i, step := range s.Steps {
		ran := &ranStep{Line: step.Line, Step: step.Text, Failures: map[string][]string{}}
		for name, failures := range failed {
			for _, f := range failures[i] {
				ran.Failures[name] = append(ran.Failures[name], f.Lines...)
			}
		}
		if ran.Met = len(ran.Failures) == 0; !ran.Met || step.Keyword == scenario.Then {
			out.Expectations = append(out.Expectations, ran)
		}
	}
	if len(engines) < 2 || !out.ok() {
		return out, nil
	}
	result, err := oracle.Run(s.Trace(), engines[0], engines[1:], oracle.RunOptions{})
	if err != nil {
		return nil, err
	}
	for _, d := range result.Divergences {
		out.Differences = append(out.Differences, fmt.Sprintf("%s and %s differ at operation %d, %s\n%s",
			engines[0].Name, d.Label(), d.Index+1, d.Difference.Signature(), d.Difference.String()))
	}
	return out, nil
}

func (s *ranScenario) ok() bool {
	return len(s.Differences) == 0 && !slices.ContainsFunc(s.Expectations, func(e *ranStep) bool { return !e.Met })
}

func (r *featureReport) Text(w *strings.Builder) {
	stated, met := 0, 0
	for _, s := range r.Scenarios {
		fmt.Fprintf(w, "%s:%d  %s (%s)\n", s.File, s.Line, s.Name, spec.RequestName(s.Profile))
		for _, e := range s.Expectations {
			e.text(w, r.Engines)
			stated++
			met += map[bool]int{true: 1}[e.Met]
		}
		for _, d := range s.Differences {
			fmt.Fprintf(w, "  ✗ %s\n", strings.TrimSpace(show.Indent(d)))
		}
		if len(s.Expectations)+len(s.Differences) == 0 {
			fmt.Fprintln(w, "  - it has no expectation; add a step such as: Then the result is, in any order")
		}
	}
	verdict := "PASS"
	if !r.OK {
		verdict = "FAIL"
	}
	fmt.Fprintf(w, "\n%s  %d of %s met in %s on %s  (%.1f s)\n", verdict, met,
		show.Plural(stated, "expectation", "expectations"), show.Plural(len(r.Scenarios), "scenario", "scenarios"),
		strings.Join(r.Engines, " and "), r.Elapsed)
	for _, s := range r.Scenarios {
		if !s.ok() {
			fmt.Fprintf(w, "next  diffcheck why %s:%d   query the world of the first failed scenario\n", s.File, s.Line)
			return
		}
	}
}

// text writes a line with a tick or a cross. Engines with the same failure share a line.
func (e *ranStep) text(w *strings.Builder, engines []string) {
	if e.Met {
		fmt.Fprintf(w, "  ✓ %s\n", e.Step)
		return
	}
	fmt.Fprintf(w, "  ✗ %s   (line %d)\n", e.Step, e.Line)
	by := map[string][]string{}
	var texts []string
	for _, name := range engines {
		if lines := e.Failures[name]; lines != nil {
			text := strings.Join(lines, "\n")
			if by[text] == nil {
				texts = append(texts, text)
			}
			by[text] = append(by[text], name)
		}
	}
	for _, text := range texts {
		fmt.Fprintf(w, "      %s:\n%s", strings.Join(by[text], " and "), show.Indent(show.Indent(show.Indent(show.Indent(text)))))
	}
}
