package spec

import (
	"fmt"
	"slices"
	"strings"
)

// Tables that pages in docs/ contain between marks.

// HandleList returns the list of reserved handles in docs/protocol.md.
func HandleList() string {
	var b strings.Builder
	width := 0
	for i := range reservedRows {
		word := "`" + string(reservedRows[i].Handle) + "`"
		if i < len(reservedRows)-1 {
			word += ","
		}
		switch {
		case width+len(word) >= pageWidth:
			b.WriteByte('\n')
			width = 0
		case i > 0:
			b.WriteByte(' ')
		}
		b.WriteString(word)
		width += len(word) + 1
	}
	b.WriteByte('\n')
	return b.String()
}

// pageWidth is the maximum length of lines in docs/.
const pageWidth = 120

// OperationTable returns the table of operations in docs/protocol.md.
func OperationTable() string {
	var b strings.Builder
	b.WriteString("| operation | arguments | answer | capability |\n|---|---|---|---|\n")
	for i := range operationRows {
		r := &operationRows[i]
		takes := strings.ReplaceAll(strings.ReplaceAll(r.takes, "+", ""), " ", ", ")
		needs := slices.Concat(r.needs, need(r.alone))
		words := []string{}
		for _, c := range needs {
			if c != "" {
				words = append(words, "`"+string(c)+"`")
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.Op, takes, r.Outcome, strings.Join(words, ", "))
	}
	return b.String()
}

// CapabilityTable returns the table of capabilities in docs/protocol.md.
func CapabilityTable() string {
	var b strings.Builder
	b.WriteString("| capability | of | covers |\n|---|---|---|\n")
	for _, c := range Capabilities() {
		of := "world"
		if c.OfQueries() {
			of = "queries"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c, of, c.Covers())
	}
	return b.String()
}
