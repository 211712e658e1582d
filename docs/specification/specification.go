// Package specification reads the clauses of the specification in this folder, so that reports and
// commands can cite them.
package specification

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/spec"
)

// Folder is where the chapters are, from the root of the repository.
const Folder = "docs/specification"

//go:embed *.md
var pages embed.FS

// A Clause is one rule of the book.
type Clause struct {
	Name    string `json:"name"` // as "query.hidden-entities"; it never changes
	Title   string `json:"title"`
	Chapter string `json:"chapter"` // the title of its chapter
	// Address is its place in the repository, as "docs/specification/query-terms.md#query.hidden-entities".
	Address string `json:"address"`
	Rule    string `json:"rule"` // in Markdown, with the tables of profiles and without examples
	// Examples are the ids of the scenarios that show the rule.
	Examples []string `json:"examples,omitempty"`
	// Margin is the last line of the clause. It names the statements that the rule rests on, gives
	// the reason if the project decided the rule, or names a Go test if no scenario can show the
	// rule.
	Margin string `json:"margin"`
	// Statements are the statements of the documents behind the clause.
	Statements []string `json:"statements,omitempty"`
}

var (
	chapterLink = regexp.MustCompile(`\]\(([a-z-]+\.md)\)`)
	clauseHead  = regexp.MustCompile(`(?m)^### ([a-z-]+\.[a-z0-9-]+): (.+)\n`)
	example     = regexp.MustCompile(`(?s)<!-- example: (\S+) -->\n.*?<!-- end -->\n`)
	blank       = regexp.MustCompile(`\n\n\n+`)
	statementID = regexp.MustCompile(spec.StatementPattern)
	named       = regexp.MustCompile(`\b[a-z]+(?:-[a-z]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*\b`)
)

// Clauses lists the clauses in the order of the book.
var Clauses = sync.OnceValue(func() []Clause {
	contents, _ := pages.ReadFile("README.md")
	_, chapters, _ := strings.Cut(string(contents), "\n## Contents\n")
	var all []Clause
	for _, chapter := range chapterLink.FindAllStringSubmatch(chapters, -1) {
		if !slices.ContainsFunc(all, func(c Clause) bool { return strings.Contains(c.Address, "/"+chapter[1]+"#") }) {
			all = append(all, clausesOf(chapter[1])...)
		}
	}
	return all
})

// clausesOf reads the clauses of one chapter.
func clausesOf(file string) (all []Clause) {
	text, _ := pages.ReadFile(file)
	title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
	heads := clauseHead.FindAllStringSubmatchIndex(string(text), -1)
	for i, at := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		body, _, _ := strings.Cut(string(text[at[1]:end]), "\n## ")
		c := Clause{Name: string(text[at[2]:at[3]]), Title: string(text[at[4]:at[5]]), Chapter: title}
		c.Address = Folder + "/" + file + "#" + c.Name
		for _, match := range example.FindAllStringSubmatch(body, -1) {
			c.Examples = append(c.Examples, match[1])
		}
		var rule, margin []string
		for _, line := range strings.Split(example.ReplaceAllString(body, ""), "\n") {
			if note, is := strings.CutPrefix(line, "> "); is {
				margin = append(margin, note)
			} else if !strings.HasPrefix(line, "<a id=") && !strings.HasPrefix(line, "<!-- ") {
				rule = append(rule, line)
			}
		}
		c.Rule = strings.TrimSpace(blank.ReplaceAllString(strings.Join(rule, "\n"), "\n\n"))
		c.Margin = strings.Join(margin, "\n")
		c.Statements = statementID.FindAllString(c.Margin, -1)
		all = append(all, c)
	}
	return all
}

// URL is the address of the clause on the web.
func (c *Clause) URL() string { return "https://github.com/relspec/relspec/blob/main/" + c.Address }

// Find returns the clause with a name, or nil if there is none.
func Find(name string) *Clause {
	all := Clauses()
	if i := slices.IndexFunc(all, func(c Clause) bool { return c.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// RestingOn lists the clauses that rest on a statement of a document, in the order of the book.
func RestingOn(statement string) (all []Clause) {
	for _, c := range Clauses() {
		if slices.Contains(c.Statements, statement) {
			all = append(all, c)
		}
	}
	return all
}

// Deciding returns the clause that rests on most of the given statements. If there are several, it
// prefers, in this order, a clause that the project did not decide, a clause that rests on no other
// statement, and the clause that comes first in the book. It returns nil if no clause rests on any
// of the statements.
func Deciding[S ~string](statements []S) *Clause {
	var best *Clause
	heaviest := 0
	for i, c := range Clauses() {
		n := 0
		for _, id := range statements {
			if slices.Contains(c.Statements, string(id)) {
				n++
			}
		}
		if n == 0 {
			continue
		}
		weight := 4 * n
		if !strings.Contains(c.Margin, "Decided here") {
			weight += 2
		}
		if n == len(c.Statements) {
			weight++
		}
		if weight > heaviest {
			best, heaviest = &Clauses()[i], weight
		}
	}
	return best
}

// CitedIn lists the names of clauses in a text, each once, in the order of the text. Names of the
// right form that no clause has are left out.
func CitedIn(text string) (names []string) {
	for _, name := range named.FindAllString(text, -1) {
		if Find(name) != nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
