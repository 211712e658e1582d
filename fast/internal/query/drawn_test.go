package query

import (
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// drawn is a query that is told in one line.
type drawn struct {
	text string
	q    *Query
	last string // the line
}

// tell tells the kinds of the steps of a plan, the work and the number of rows, and appends all that the plan and the rows are to a hash.
func (d *drawn) tell(s *scene, all io.Writer) (line string) {
	var b strings.Builder
	x := d.q.NewExec()
	x.PlanFor(0)
	words := make([]string, len(x.steps))
	for i := range x.steps {
		words[i] = strings.Fields(x.steps[i].describe(d.q))[0]
	}
	x.Release()
	s.run(&b, d.q, nil)
	_, err := io.WriteString(all, b.String())
	require.NoError(s.t, err)
	plan, rows, _ := strings.Cut(b.String(), " steps, ")
	steps := plan[strings.LastIndexByte(plan, ' ')+1:]
	counts, _, _ := strings.Cut(rows, "\n")
	return fmt.Sprintf("%s: %s steps, %s", strings.Join(words, " "), steps, counts)
}

// Each query of testdata/drawn.txt, which were drawn at random, has the plan, the work and the rows that are noted there: how many, and
// a hash of all of them. "after" some changes of the world those queries are told again of which a number is another one then, and the hash
// is of all. To see what has changed of a query, write it into plans.txt, after the lines that make its world. The lines that begin with
// "world", "-", "draw", "after" and "#" are read, and all others are written by -update.
func TestPlansOfDrawnQueriesAreAsBefore(t *testing.T) {
	compareWithFile(t, "testdata/drawn.txt", func(b *strings.Builder, lines []string) {
		var s *scene
		var all []*drawn
		for _, line := range lines {
			word, rest, _ := strings.Cut(line, " ")
			switch word {
			case "world":
				s, all = newScene(t, profiles[rest]), nil
				b.WriteString("\n" + line + "\n")
			case "-":
				s.do(rest)
				b.WriteString(line + "\n")
			case "after":
				b.WriteString("\n" + line + "\n")
				for change := range strings.SplitSeq(rest, ", ") {
					s.do(change)
					s.checkCached()
				}
				h := fnv.New32a()
				for _, d := range all {
					now := d.tell(s, h)
					if now != d.last {
						fmt.Fprintf(b, "  %s\n    %s\n", d.text, now)
					}
					d.last = now
				}
				fmt.Fprintf(b, "  %08x\n", h.Sum32())
			case "draw":
				b.WriteString(line + "\n")
				kind, text, _ := strings.Cut(rest, " ")
				q, err := Compile(s.w, &spec.Query{Text: true, Expr: text, Kind: kinds[kind]}, s.w.Named)
				if err == nil && kind == "exact" {
					err = q.MakeExact(len(q.Nodes))
				}
				if err != nil {
					fmt.Fprintf(b, "  is refused: %s at %d:%d\n", err.Code, err.Line, err.Column)
					continue
				}
				d := &drawn{text: text, q: q}
				all = append(all, d)
				h := fnv.New32a()
				d.last = d.tell(s, h)
				fmt.Fprintf(b, "  %s, %08x\n", d.last, h.Sum32())
			case "#":
				b.WriteString(line + "\n")
			}
		}
	})
}
