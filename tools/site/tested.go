package site

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/suite"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// engine is a row of the table of engines.
type engine struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	// How describes the source of the numbers.
	How    string  `json:"how"`
	Counts []count `json:"counts"`
	// Areas are the areas in the report of "diffcheck test", or the topics of transcripts.
	Areas    []area          `json:"areas"`
	Failures []engineFailure `json:"failures"`
	Link     string          `json:"link"`
}

type count struct {
	Verdict string `json:"verdict"`
	Number  int    `json:"number"`
}

type area struct {
	Name   string  `json:"name"`
	Counts []count `json:"counts"`
	// Causes are the ids of the known failures that explain the differing answers.
	Causes []string `json:"causes,omitempty"`
}

// engineFailure is a known failure of an engine, or a difference from the specification.
type engineFailure struct {
	Engine string `json:"engine"`
	ID     string `json:"id"`
	Class  string `json:"class"`
	Reason string `json:"reason"`
	By     string `json:"by,omitempty"`
	Link   string `json:"link,omitempty"`
}

var statementID = regexp.MustCompile(spec.StatementPattern)

// tested returns the failures, by the statements that they concern, and the rows of all tested
// engines. The rows of Flecs and Tecs come from their transcripts.
func (g *generator) tested(released *released) (failures map[string][]engineFailure, all []engine) {
	all = released.engines()
	for _, list := range g.glob("adapters/*/known*.yaml") {
		all = append(all, g.adapted(path.Base(path.Dir(list)), path.Base(list)))
	}
	all = append(all, g.ours())
	failures = map[string][]engineFailure{}
	for _, e := range all {
		for _, f := range e.Failures {
			for _, id := range slices.Compact(statementID.FindAllString(f.By+" "+f.Reason, -1)) {
				failures[id] = append(failures[id], f)
			}
		}
	}
	return failures, all
}

// ours returns the row of fast, tested with the scenarios of the suite.
func (g *generator) ours() engine {
	scenarios, err := scenario.Embedded()
	g.fail(err)
	e := engine{
		Name: "fast", Version: spec.SuiteVersion, How: "the scenarios of the suite, by its version",
		Link: siteURL(siteName("docs/guide/README.md")),
	}
	fresh := func(p spec.Profile) spec.Engine {
		engine, _ := engines.Fast().New(p) // scenarios only use profiles that fast supports
		return engine
	}
	byArea := map[string]map[scenario.Status]int{}
	for _, sc := range scenarios {
		status := scenario.Run(sc, fresh).Status
		name := strings.TrimSuffix(sc.Path, path.Ext(sc.Path))
		if byArea[name] == nil {
			byArea[name] = map[scenario.Status]int{}
		}
		byArea[name][status]++
	}
	e.Areas, e.Counts = areasOf(byArea)
	return e
}

// areasOf returns the areas by name, and the total counts.
func areasOf[V ~string](byArea map[string]map[V]int) (areas []area, total []count) {
	all := map[V]int{}
	for _, name := range slices.Sorted(maps.Keys(byArea)) {
		areas = append(areas, area{Name: name, Counts: counts(byArea[name])})
		for verdict, n := range byArea[name] {
			all[verdict] += n
		}
	}
	return areas, counts(all)
}

// evidenceURL returns the evidence page of a known-failures entry.
func evidenceURL(adapter, link string) string {
	if folder, ok := strings.CutPrefix(path.Dir(link), "evidence/"); ok {
		return siteURL("engines/" + adapter + "/" + folder + ".md")
	}
	return siteURL("engines/" + adapter + ".md")
}

func counts[V ~string](of map[V]int) []count {
	all := make([]count, 0, len(of))
	for _, verdict := range slices.Sorted(maps.Keys(of)) {
		all = append(all, count{string(verdict), of[verdict]})
	}
	return all
}

var (
	// The first line of a report ("bitecs 0.4.0 (JavaScript), protocol 1, ...") and its lines of
	// areas.
	reportHead = regexp.MustCompile(`(?m)^(\S+) (\S+) \(\S+\), protocol`)
	reportArea = regexp.MustCompile(`(?m)^(\S+/\S+|total) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$`)
	verdicts   = []string{"passed", "failed", "known", "unsupported", "not run"}
)

// adapted returns the row of an engine behind an adapter of this repository, from its page of
// results. list is known.yaml, or known-4.yaml if there are several versions.
func (g *generator) adapted(name, list string) engine {
	results := name + strings.TrimSuffix(strings.TrimPrefix(list, "known"), ".yaml")
	file := "docs/results/" + results + ".md"
	text := g.read(file)
	head := reportHead.FindStringSubmatch(text)
	if head == nil {
		g.fail(fmt.Errorf("%s: no line names the engine and its version", file))
		return engine{}
	}
	e := engine{
		Name: head[1], Version: head[2], How: "diffcheck test through adapters/" + name + "; cases are counted",
		Link: siteURL(file),
	}
	for _, line := range reportArea.FindAllStringSubmatch(text, -1) {
		of := area{Name: line[1]}
		for i, verdict := range verdicts {
			var n int
			if _, err := fmt.Sscan(line[2+i], &n); err != nil {
				g.fail(fmt.Errorf("%s: %w", file, err))
			}
			if n > 0 {
				of.Counts = append(of.Counts, count{verdict, n})
			}
		}
		if of.Name == "total" {
			e.Counts = of.Counts
		} else {
			e.Areas = append(e.Areas, of)
		}
	}
	folder, err := fs.Sub(g.root, "adapters/"+name)
	g.fail(err)
	known, err := suite.ReadKnown(folder, list)
	if err != nil {
		g.fail(err)
		return engine{}
	}
	for _, k := range known.Entries {
		if !strings.HasPrefix(k.Link, "evidence/") {
			continue // a difference declared by recorded transcripts; it is in their row
		}
		e.Failures = append(e.Failures, engineFailure{
			e.Name + " " + e.Version, k.ID, string(k.Class), k.Reason, k.By,
			evidenceURL(name, k.Link),
		})
	}
	return e
}
