package suite

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Causes gathers the new findings that most likely have one cause, the shortest first: those that make the same world, in
// any order and deferred or not, whatever then shows the difference. It decides only which findings are shown together.
func (r *Report) Causes() [][]*Finding {
	var out [][]*Finding
	at := map[string]int{}
	for _, f := range r.New() {
		key := f.cause()
		if i, ok := at[key]; ok {
			out[i] = append(out[i], f)
			continue
		}
		at[key] = len(out)
		out = append(out, []*Finding{f})
	}
	return out
}

// cause is what a finding does to the world. Where that is nothing but making entities that are not special, the fault
// is one of the question, which counts too. A divergence that comes and goes is most likely of one cause, whatever it shows in.
func (f *Finding) cause() string {
	if f.Runs > 0 {
		return "intermittent"
	}
	p, err := spec.ProfileByName(f.Trace.Header.Profile)
	if err != nil {
		return f.Name
	}
	ops := f.Trace.Operations()[:f.Divergence.Index+1]
	var parts []string
	plain := true
	for i := range ops {
		if isScaffold(ops[i].Op) {
			continue
		}
		parts = append(parts, strings.Join(strings.Fields(oracle.OperationText(p, &ops[i])), " "))
		plain = plain && ops[i].Op == spec.OpEntity && !mentionsReserved(&ops[i])
	}
	slices.Sort(parts)
	if plain {
		parts = append(parts, question(ops))
	}
	return p.Name + "|" + strings.Join(parts, ";")
}

// isScaffold reports whether an operation leaves the world as it is, or only says when it changes.
func isScaffold(k spec.OpKind) bool {
	return k.IsRead() || k == spec.OpPrepare || k == spec.OpRelease || k == spec.OpDeferBegin || k == spec.OpDeferEnd
}

func mentionsReserved(op *spec.Operation) bool {
	return slices.ContainsFunc(op.IDs, func(id spec.ID) bool {
		return spec.IsReserved(id.First) || id.IsPair() && spec.IsReserved(id.Second)
	})
}

// question is the query of the last operation, asked at once or prepared before, or else the operation.
func question(ops []spec.Operation) string {
	last := &ops[len(ops)-1]
	query := last.Query
	for i := range ops {
		if query == nil && last.On != "" && ops[i].As == last.On {
			query = ops[i].Query
		}
	}
	if query == nil {
		return string(last.Op) + " " + last.On
	}
	text, err := json.Marshal(query.Terms)
	if err != nil {
		return query.Expr
	}
	return query.Expr + string(text)
}

// mostOfACause bounds how many groups of findings are shown in full; the rest have a line each.
const mostOfACause = 10

// causeText shows the new findings.
func (r *Report) causeText(b *strings.Builder) {
	groups := r.Causes()
	saved := false
	for i, group := range groups {
		if i == mostOfACause {
			fmt.Fprintf(b, "\nand %s, a line each\n", plural(uint64(len(groups)-mostOfACause), "more", "more"))
		}
		if i >= mostOfACause {
			for _, f := range group {
				fmt.Fprintf(b, "NEW  %s\n", f.line())
			}
			continue
		}
		first := group[0]
		fmt.Fprintf(b, "\nNEW  %s   %s, seen %d\n%s", first.Name,
			plural(uint64(len(first.Trace.Entries)), "operation", "operations"), first.Seen, indent(first.Text(r.Command)))
		for _, f := range group[1:] {
			fmt.Fprintf(b, "  also    %s\n", f.line())
		}
		saved = saved || first.Saved != ""
	}
	if saved {
		b.WriteString("\nEach folder has an entry for a list of known failures, known.yaml: what --known lists does not show again.\n")
	}
}

// line is a finding in one line.
func (f *Finding) line() string {
	if f.Saved == "" {
		return f.Name
	}
	return f.Name + "   " + f.Saved + "/"
}

// entry is an entry for a list of known failures that names the finding. Its reason is left to who knows it.
func (f *Finding) entry() []byte {
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
	return []byte("# For the list of known failures (--known), below \"known:\". Say why in reason; the trace is beside that file.\n" +
		"  - id: " + quote(f.Hash()) + "\n    reason: ''\n    traces: [" + quote(f.Saved+"/trace.jsonl") + "]\n" +
		"    findings: [" + quote(strings.ReplaceAll(f.Name, "*", `\*`)) + "]\n")
}
