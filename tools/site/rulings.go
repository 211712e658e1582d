package site

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/relspec/relspec/internal/playground"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// ruling is the page of a ruling. Its text is in the page of docs that has it.
type ruling struct {
	ID string `json:"id"`
	// Name is how texts call it: "P-12", "ruling 12".
	Name     string `json:"name"`
	Of       string `json:"of"` // the title of its page
	Document string `json:"document"`
	Section  string `json:"section"`
	Begins   string `json:"begins"` // its first sentence, or a part of it
	// Scenarios are tagged with it; Traces are regressions that cite it.
	Scenarios []shown         `json:"scenarios"`
	Traces    []savedTrace    `json:"traces"`
	Overrules []overruling    `json:"overrules"`
	Failures  []engineFailure `json:"failures"`
	Previous  string          `json:"previous,omitempty"`
	Next      string          `json:"next,omitempty"`

	text string
	page string
	// unshown says why it has no scenario, and which test there is.
	unshown string
}

// savedTrace is a trace that was a finding once, or the evidence of one.
type savedTrace struct {
	File string `json:"file"`
	Note string `json:"note"`
	// Play is the part of the playground's address that opens it there.
	Play string `json:"play"`
}

type overruling struct {
	ID   string `json:"id"`
	Part bool   `json:"part"` // only a part of the statement, or another profile's use of it
}

// pagesOfRulings are the pages of docs that have rulings, the shared ones first.
var pagesOfRulings = []string{"docs/profiles.md", "docs/rulings.md", "docs/sets.md", "docs/tecs.md"}

// pageOfUnshown has the table of the rulings, of all pages, that no scenario shows.
const pageOfUnshown = "docs/rulings.md"

var (
	rulingHead = regexp.MustCompile(`^(?:- \*\*([PST]-\d+)\*\*|(\d+)\.) +`)
	// A ruling that a text cites, alone or in a list: "P-12", "rulings 8 and 10".
	citedRuling  = regexp.MustCompile(`\b[PST]-\d+\b|\b[Rr]ulings? \d+(?:(?:, | and | to )\d+)*`)
	plainHeading = regexp.MustCompile(`^[A-Z][a-z]+(?: [a-z]+){0,3}$`) // of a group of shared rulings
	number       = regexp.MustCompile(`\d+`)
	unshownRow   = regexp.MustCompile(`(?m)^\| ((?:[PST]-)?\d+) \| (.+?) \| (\[.+\]\(.+\)) \|$`)
	sentenceEnd  = regexp.MustCompile(`[.:;](?:\s|$)`)
)

// rulings reads those of the pages, with the scenarios and traces that show each.
func rulings(root string, scenarios []cited, statements []*statement, engines []engine) ([]*ruling, error) {
	var all []*ruling
	for _, page := range pagesOfRulings {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			return nil, err
		}
		all = append(all, rulingsOf(page, string(text))...)
	}
	byID := map[string]*ruling{}
	for i, r := range all {
		if byID[r.ID] != nil {
			return nil, fmt.Errorf("%s: the ruling %s is there twice", r.page, r.ID)
		}
		byID[r.ID] = r
		if i > 0 {
			r.Previous, all[i-1].Next = all[i-1].ID, r.ID
		}
	}
	for _, r := range all {
		for _, s := range statements {
			if strings.Contains(r.text, s.ID) {
				s.Rulings = append(s.Rulings, r.ID)
			}
		}
	}
	for _, s := range statements {
		for id := range citedIn(cmp.Or(s.Overruled, s.OverruledInPart)) {
			r := byID[id]
			if r == nil {
				return nil, fmt.Errorf("%s: there is no ruling %s", s.ID, id)
			}
			r.Overrules = append(r.Overrules, overruling{s.ID, s.OverruledInPart != ""})
		}
	}
	for _, e := range engines {
		for _, f := range e.Failures {
			for id := range citedIn(f.By) {
				if r := byID[id]; r != nil {
					r.Failures = append(r.Failures, f)
				}
			}
		}
	}
	if err := examples(scenarios, byID); err != nil {
		return nil, err
	}
	if err := unshown(root, all, byID); err != nil {
		return nil, err
	}
	return all, savedTraces(byID)
}

// rulingsOf are the rulings of a page: items of lists that begin with an id, or with a number where
// the page is that of the shared ones, whose lines that follow are indented.
func rulingsOf(page, text string) []*ruling {
	section := ""
	var all []*ruling
	var open *ruling
	for _, line := range strings.Split(text, "\n") {
		head := rulingHead.FindStringSubmatch(line)
		switch {
		case strings.HasPrefix(line, "## "):
			section, open = line[3:], nil
		case page == pagesOfRulings[0] && plainHeading.MatchString(line):
			section, open = line, nil
		case head != nil && (head[1] != "" || page == pagesOfRulings[0]):
			open = &ruling{
				ID: head[1], Name: head[1], Of: titleOf(text), Document: siteURL(siteName(page)),
				Section: section, page: page, text: line[len(head[0]):],
			}
			if head[2] != "" {
				open.ID, open.Name = head[2], "ruling "+head[2]
			}
			all = append(all, open)
		case open != nil && (strings.HasPrefix(line, "  ") || line == ""):
			open.text += "\n" + strings.TrimPrefix(line, "  ")
		default:
			open = nil
		}
	}
	for _, r := range all {
		r.text = strings.TrimSpace(r.text)
		r.Begins = beginning(strings.ReplaceAll(r.text, "\n", " "))
	}
	return all
}

// beginning is the first sentence of a text that is no remark on an amendment and more than a word;
// it ends in no code, and before a bracket that stays open.
func beginning(text string) string {
	if rest, found := strings.CutPrefix(text, "(Amended"); found {
		if _, amended, closed := strings.Cut(rest, ".) "); closed {
			text = amended
		}
	}
	for _, at := range sentenceEnd.FindAllStringIndex(text, -1) {
		if at[0] >= 20 && strings.Count(text[:at[0]], "`")%2 == 0 {
			text = text[:at[0]]
			break
		}
	}
	if strings.Count(text, "(") > strings.Count(text, ")") {
		text = strings.TrimSpace(text[:strings.LastIndex(text, "(")])
	}
	return text
}

// citedIn are the ids of the rulings that a text cites.
func citedIn(text string) map[string]bool {
	ids := map[string]bool{}
	for _, c := range citedRuling.FindAllString(text, -1) {
		if c[1] == '-' {
			ids[c] = true
			continue
		}
		for _, n := range number.FindAllString(c, -1) {
			ids[n] = true
		}
	}
	return ids
}

// examples gives every ruling the scenarios that are tagged with it. An outline is shown once,
// opened with its first row.
func examples(scenarios []cited, byID map[string]*ruling) error {
	for _, sc := range scenarios {
		for _, id := range sc.Rulings {
			r := byID[id]
			if r == nil {
				return fmt.Errorf("%s:%d: there is no ruling %s", sc.Path, sc.Scenario.Line, id)
			}
			if n := len(r.Scenarios); n == 0 || r.Scenarios[n-1].ID != sc.shown.ID {
				r.Scenarios = append(r.Scenarios, sc.shown)
			}
		}
	}
	return nil
}

// unshown gives every ruling without a scenario the reason and the test that stands for it. A
// ruling has one or the other.
func unshown(root string, all []*ruling, byID map[string]*ruling) error {
	text, err := os.ReadFile(filepath.Join(root, pageOfUnshown))
	if err != nil {
		return err
	}
	for _, row := range unshownRow.FindAllStringSubmatch(string(text), -1) {
		r := byID[row[1]]
		if r == nil {
			return fmt.Errorf("%s: there is no ruling %s", pageOfUnshown, row[1])
		}
		if len(r.Scenarios) > 0 {
			return fmt.Errorf("%s: the ruling %s has a scenario", pageOfUnshown, r.ID)
		}
		r.unshown = "No scenario shows this ruling. " + row[2] + " Shown by " + row[3] + "."
	}
	for _, r := range all {
		if len(r.Scenarios) == 0 && r.unshown == "" {
			return fmt.Errorf("%s: the ruling %s has neither a scenario nor a line in %s that says why", r.page, r.ID,
				pageOfUnshown)
		}
	}
	return nil
}

// savedTraces gives every ruling the regressions whose note cites it.
func savedTraces(byID map[string]*ruling) error {
	files, err := fs.Glob(oracle.Regressions(), "*.jsonl")
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := fs.ReadFile(oracle.Regressions(), file)
		if err != nil {
			return err
		}
		saved, err := readTrace("oracle/testdata/regressions/"+file, string(text))
		if err != nil {
			return err
		}
		for id := range citedIn(saved.Note) {
			if r := byID[id]; r != nil {
				r.Traces = append(r.Traces, saved)
			}
		}
	}
	return nil
}

func readTrace(file, text string) (savedTrace, error) {
	t, err := spec.ReadTrace(strings.NewReader(text), spec.ReadLimits{})
	if err != nil {
		return savedTrace{}, fmt.Errorf("%s: %w", file, err)
	}
	state, refusal := playground.FromTrace(t)
	if refusal != nil {
		return savedTrace{}, fmt.Errorf("%s: %w", file, refusal)
	}
	play, err := state.Fragment()
	return savedTrace{file, t.Header.Note, play}, err
}

// writeRulings writes the page of each ruling: its text, with what shows it in the data of the page.
func writeRulings(root, out string, all []*ruling, pages map[string]string) error {
	for _, r := range all {
		body, err := siteText(root, r.page, r.text, pages)
		if err != nil {
			return err
		}
		unshown, err := siteText(root, pageOfUnshown, r.unshown, pages)
		if err != nil {
			return err
		}
		data, err := json.Marshal(r)
		if err != nil {
			return err
		}
		head := fmt.Sprintf("---\ntitle: %q\nlayout: ruling.njk\npermalink: /rulings/%s/\nr: %s\n---\n", r.Name, r.ID,
			data)
		if err := writeFile(filepath.Join(out, "rulings", r.ID+".md"), head+body+"\n\n"+unshown); err != nil {
			return err
		}
	}
	return nil
}
