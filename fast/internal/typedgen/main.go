// Command typedgen generates the typed queries of package fast with three to eight fields, which
// differ from [fast.Query2] only in the number of fields. Go has no variadic type parameters, and a
// loop over a list of columns is slower than a loop whose columns the compiler can keep in
// registers. go generate ./fast runs this command.
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/format"
	"os"
	"strings"
	"text/template"
)

//go:embed query.tmpl
var text string

// field is one field of a query.
type field struct{ Name, Type string }

// query has the fields of the template.
type query struct {
	N      int
	Word   string
	Fields []field
}

// queries are the generated queries.
var queries = []query{
	made(3, "three"), made(4, "four"), made(5, "five"), made(6, "six"), made(7, "seven"),
	made(8, "eight"),
}

// file is the name of the generated file in package fast.
const file = "query3to8.go"

func made(n int, word string) query {
	q := query{N: n, Word: word}
	for i := range n {
		letter := string(rune('A' + i))
		q.Fields = append(q.Fields, field{strings.ToLower(letter), letter})
	}
	return q
}

// Types lists the types of the fields.
func (q query) Types() string { return strings.Join(q.letters(), ", ") }

// Cores lists the components of the types.
func (q query) Cores() string {
	var cores []string
	for _, f := range q.Fields {
		cores = append(cores, "coreOf["+f.Type+"](w)")
	}
	return strings.Join(cores, ", ")
}

// Listed lists the types in a sentence.
func (q query) Listed() string {
	all := q.letters()
	return strings.Join(all[:q.N-1], ", ") + " and " + all[q.N-1]
}

func (q query) letters() (all []string) {
	for _, f := range q.Fields {
		all = append(all, f.Type)
	}
	return all
}

// render returns the text of the file.
func render() ([]byte, error) {
	t, err := template.New("query").Parse(text)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, queries); err != nil {
		return nil, err
	}
	return format.Source(out.Bytes())
}

// main writes the file into the current directory. go generate runs it in the directory of package
// fast.
func main() {
	made, err := render()
	if err == nil {
		err = os.WriteFile(file, made, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "typedgen:", err)
		os.Exit(1)
	}
}
