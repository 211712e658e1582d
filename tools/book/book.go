// Package book checks and updates the specification in docs/specification: it writes the examples
// of clauses from spec/features and the tables of profiles from package spec, and reports errors in
// the pages.
//
// A clause begins with a heading "### cleanup.dead-target: Title". Three comments request text,
// which follows them up to <!-- end -->:
//
//	<!-- example: cleanup-01 -->            the scenario with this id
//	<!-- profile: subclasses, variables --> the answers of the profiles to the questions with these keys
//	<!-- fields -->                         the answers to all questions, for a table whose rows link each
//	                                        key to a clause
//
// The keys are those of [spec.ProfileFields].
//
// A clause that no scenario can show has a line "> Shown by [TestName](path)" instead of an
// example.
package book

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

var (
	heading   = regexp.MustCompile(`(?m)^(?:<a id="[^"]*"></a>\n)?(#{2,3}) (.+)$`)
	clause    = regexp.MustCompile(`^([a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*): \S`)
	marker    = regexp.MustCompile(`(?s)<!-- (example|profile): ([^>]*?) -->\n(?:\n.*?<!-- end -->\n)?`)
	fieldRows = regexp.MustCompile(`(?s)<!-- fields -->\n\n.*?<!-- end -->\n`)
	fieldRow  = regexp.MustCompile("^\\| (\\[`([a-z_]+)`\\]\\([^)]+\\)) \\|")
	link      = regexp.MustCompile(`\]\(([^)\s#]*)#([^)\s]+)\)`)
	statement = regexp.MustCompile(spec.StatementPattern)
	notSlug   = regexp.MustCompile(`[^a-z0-9_ -]`)
)

// writer writes the pages and collects their errors.
type writer struct {
	features  fs.FS
	scenarios map[string]scenario.Scenario
	markersOf map[string][]string        // the profiles of each scenario
	clauses   map[string]string          // the page of each clause
	anchors   map[string]map[string]bool // the anchors on each page
	wrong     []error
}

// Write returns the updated pages of a book by name. The error joins all errors in the pages.
func Write(pages, features fs.FS) (map[string]string, error) {
	w := &writer{
		features: features, scenarios: map[string]scenario.Scenario{}, markersOf: map[string][]string{},
		clauses: map[string]string{}, anchors: map[string]map[string]bool{},
	}
	all, err := scenario.Load(features)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		id, _, _ := strings.Cut(s.ID, "/")
		if _, known := w.scenarios[id]; !known {
			w.scenarios[id] = s
		}
		if !slices.Contains(w.markersOf[id], s.Profile) {
			w.markersOf[id] = append(w.markersOf[id], s.Profile)
		}
	}
	names, err := fs.Glob(pages, "*.md")
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(pages, name)
		if err != nil {
			return nil, err
		}
		out[name] = w.page(name, string(text))
	}
	for _, name := range names {
		w.checkReferences(name, out[name])
	}
	return out, errors.Join(w.wrong...)
}

func (w *writer) fail(page, format string, args ...any) {
	w.wrong = append(w.wrong, fmt.Errorf("%s: %s", page, fmt.Sprintf(format, args...)))
}

// page updates one page and records its clauses and anchors.
func (w *writer) page(name, text string) string {
	w.anchors[name] = map[string]bool{}
	text = heading.ReplaceAllStringFunc(text, func(line string) string {
		parts := heading.FindStringSubmatch(line)
		w.anchors[name][notSlug.ReplaceAllString(strings.ReplaceAll(strings.ToLower(parts[2]), " ", "-"), "")] = true
		match := clause.FindStringSubmatch(parts[2])
		if match == nil {
			if parts[1] == "###" {
				w.fail(name, "the heading %q has no clause; write ### chapter.name: Title", parts[2])
			}
			return line
		}
		if first, twice := w.clauses[match[1]]; twice {
			w.fail(name, "clause %s is also in %s", match[1], first)
		}
		w.clauses[match[1]] = name
		w.anchors[name][match[1]] = true
		return fmt.Sprintf("<a id=%q></a>\n%s %s", match[1], parts[1], parts[2])
	})
	for _, section := range strings.Split(text, "\n### ")[1:] {
		section, _, _ = strings.Cut(section, "\n## ")
		if id, _, is := strings.Cut(section, ":"); is && !strings.Contains(section, "<!-- example: ") &&
			!strings.Contains(section, "> Shown by [Test") {
			w.fail(name, "clause %s has no example; add one, or a line \"> Shown by [TestName](path)\"", id)
		}
	}
	text = marker.ReplaceAllStringFunc(text, func(comment string) string {
		parts := marker.FindStringSubmatch(comment)
		fill := w.example
		if parts[1] == "profile" {
			fill = w.profiles
		}
		return fmt.Sprintf("<!-- %s: %s -->\n\n%s\n<!-- end -->\n", parts[1], parts[2], fill(name, parts[2]))
	})
	return fieldRows.ReplaceAllStringFunc(text, func(table string) string { return w.fields(name, table) })
}

// example returns the text of a scenario in its feature.
func (w *writer) example(page, id string) string {
	s, known := w.scenarios[id]
	if !known {
		w.fail(page, "no scenario has the id %s", id)
		return ""
	}
	text, err := fs.ReadFile(w.features, s.Path)
	if err != nil {
		w.fail(page, "%v", err)
		return ""
	}
	given, shown, _ := Excerpt(strings.Split(string(text), "\n"), id)
	_, shown, _ = strings.Cut(shown, "Scenario") // without its tags
	return fmt.Sprintf("*Example* [`%s`](../../spec/features/%s), %s\n\n```gherkin\n%s\n```\n",
		id, s.Path, strings.Join(w.markersOf[id], ", "), strings.Join(append(given, "Scenario"+shown), "\n\n"))
}

// profiles returns a table of the profiles' answers to some questions.
func (w *writer) profiles(page, keys string) string {
	var bases []spec.Profile
	var out strings.Builder
	for _, key := range strings.Split(keys, ",") {
		key = strings.TrimSpace(key)
		f := fieldOf(key)
		if f == nil {
			w.fail(page, "a profile has no field %s", key)
			continue
		}
		if bases == nil {
			out.WriteString("| |")
			for _, p := range spec.Profiles() {
				if f.In(p) {
					bases = append(bases, p)
					out.WriteString(" " + p.Name + " |")
				}
			}
			out.WriteString("\n|---|" + strings.Repeat("---|", len(bases)) + "\n")
		}
		fmt.Fprintf(&out, "| %s ([`%s`](profiles.md)) |", question(f), key)
		for _, p := range bases {
			out.WriteString(" " + answer(f, p) + " |")
		}
		out.WriteString("\n")
	}
	return out.String()
}

func fieldOf(key string) *spec.ProfileField {
	all := spec.ProfileFields()
	if i := slices.IndexFunc(all, func(f spec.ProfileField) bool { return f.Key == key }); i >= 0 {
		return &all[i]
	}
	return nil
}

// question returns the question of a field as a table cell.
func question(f *spec.ProfileField) string { return strings.ReplaceAll(f.Question, "|", `\|`) }

func answer(f *spec.ProfileField, p spec.Profile) string {
	if !f.In(p) {
		return "-"
	}
	return f.Get(p)
}

// fields fills in the table of all fields, in the order of package spec.
func (w *writer) fields(page, table string) string {
	links := map[string]string{}
	for _, line := range strings.Split(table, "\n") {
		if row := fieldRow.FindStringSubmatch(line); row != nil {
			links[row[2]] = row[1]
		}
	}
	var out strings.Builder
	out.WriteString("<!-- fields -->\n\n| field | question | values |")
	for _, p := range spec.Profiles() {
		out.WriteString(" " + p.Name + " |")
	}
	out.WriteString("\n|---|---|---|" + strings.Repeat("---|", len(spec.Profiles())) + "\n")
	for _, f := range spec.ProfileFields() {
		if links[f.Key] == "" {
			w.fail(page, "the table of fields has no row for %s", f.Key)
		}
		fmt.Fprintf(&out, "| %s | %s | %s |", links[f.Key], question(&f), f.Values)
		for _, p := range spec.Profiles() {
			out.WriteString(" " + answer(&f, p) + " |")
		}
		out.WriteString("\n")
	}
	return out.String() + "<!-- end -->\n"
}

// checkReferences checks the links and the statements on a page.
func (w *writer) checkReferences(page, text string) {
	for _, match := range link.FindAllStringSubmatch(text, -1) {
		to := match[1]
		if to == "" {
			to = page
		}
		if places, inBook := w.anchors[path.Clean(to)]; inBook && !places[match[2]] ||
			!inBook && !strings.Contains(to, "/") {
			w.fail(page, "the link to %s has no target", match[0][1:])
		}
	}
	for _, id := range statement.FindAllString(text, -1) {
		if _, err := ledger.ByID(id); err != nil {
			w.fail(page, "%v", err)
		}
	}
}
