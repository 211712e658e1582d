package book

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Clause is a rule of the book.
type Clause struct {
	Name     string
	Title    string
	Page     string   // the file, such as cleanup.md
	Examples []string // the ids of its scenarios
	Tests    []Test   // that show it instead
}

// Test is a test of this repository.
type Test struct {
	Name   string
	Folder string // of its package, relative to the root
}

var (
	headed = regexp.MustCompile(`(?m)^### ([a-z0-9.-]+): (.+)$`)
	shows  = regexp.MustCompile(`(?m)^<!-- example: (\S+) -->$`)
	shown  = regexp.MustCompile(`\[(Test\w+)\]\(\.\./\.\./([^)]+)\)`)
	listed = regexp.MustCompile(`\]\(([a-z-]+\.md)\)`)
)

// Pages are the files of a book in the order in which its contents name them.
func Pages(pages fs.FS) ([]string, error) {
	contents, err := fs.ReadFile(pages, "README.md")
	if err != nil {
		return nil, err
	}
	_, order, _ := strings.Cut(string(contents), "\n## Contents\n")
	var names []string
	for _, page := range listed.FindAllStringSubmatch(order, -1) {
		if !slices.Contains(names, page[1]) {
			names = append(names, page[1])
		}
	}
	return names, nil
}

// Clauses are those of a book in the order of its contents.
func Clauses(pages fs.FS) ([]Clause, error) {
	names, err := Pages(pages)
	if err != nil {
		return nil, err
	}
	var out []Clause
	for _, page := range names {
		text, err := fs.ReadFile(pages, page)
		if err != nil {
			return nil, err
		}
		starts := headed.FindAllSubmatchIndex(text, -1)
		for i, at := range starts {
			end := len(text)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			c := Clause{Name: string(text[at[2]:at[3]]), Title: string(text[at[4]:at[5]]), Page: page}
			for _, id := range shows.FindAllSubmatch(text[at[0]:end], -1) {
				c.Examples = append(c.Examples, string(id[1]))
			}
			for _, test := range shown.FindAllSubmatch(text[at[0]:end], -1) {
				c.Tests = append(c.Tests, Test{Name: string(test[1]), Folder: path.Dir(string(test[2]))})
			}
			out = append(out, c)
		}
	}
	return out, nil
}
