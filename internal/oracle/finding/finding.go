package finding

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/internal/ask"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// Finding is a divergence that can be shown and saved: a trace, reduced or not, with the difference
// at its end and the reason for the reference's answer.
type Finding struct {
	Trace      *spec.Trace
	Divergence runner.Divergence
	// From is the number of operations before reduction, or 0 if it was not reduced.
	From int
	// Origin says where it was found, for example "seed 17/4".
	Origin string
	// Reference is the name of the reference in the text.
	Reference string
	// Why holds lines of proof, from the reference's explanation of the rows that differ.
	Why []string
	// Statements are the ids of the statements that the proofs cite, in order of use. If the proofs
	// cite none, Statements, Clauses and Undecided are the [Ground] of the operation. Undecided is
	// its page.
	Statements []spec.StatementID
	Clauses    []string
	Undecided  string
	// Shown of Runs runs of the trace showed the divergence. Both are 0 if every run showed it.
	Shown, Runs int
	// Picture is the data of a drawing of the finding. It is nil if the trace was not run again.
	Picture *Picture
}

// New runs the trace on the reference and the implementation and returns a finding of the
// divergence. If there are several, it uses the one with the signature. If the answers agree, it
// returns an error.
func New(t *spec.Trace, reference, im runner.Implementation, signature string, opts runner.Options) (*Finding, error) {
	d, err := divergenceOf(t, reference, im, signature, opts)
	if err != nil {
		return nil, err
	}
	f := &Finding{Trace: t, Divergence: d, Reference: reference.Name}
	f.explain(reference)
	return f, nil
}

// Hash returns eight hexadecimal digits, which are computed from the profile, operations,
// implementation and difference. Two findings with the same hash are the same and share a folder.
func (f *Finding) Hash() string { return f.hashWith("") }

func (f *Finding) hashWith(more string) string {
	bare := spec.NewTrace(f.Trace.Header.Profile, f.Trace.Operations()...)
	var b bytes.Buffer
	if _, err := bare.WriteTo(&b); err != nil {
		b.WriteString(err.Error())
	}
	return shortHash(b.String()+f.Divergence.Label(), f.Divergence.Signature(), more)
}

// shortHash returns eight hexadecimal digits.
func shortHash(words ...string) string {
	h := sha256.Sum256([]byte(strings.Join(words, "|")))
	return hex.EncodeToString(h[:4])
}

// explain makes the picture, and asks the reference why the missing rows belong to the answer and
// the extra rows do not. If the reference cannot explain, the finding has no proof.
func (f *Finding) explain(reference runner.Implementation) {
	p, perr := spec.ProfileByName(f.Trace.Header.Profile)
	if perr != nil {
		return
	}
	engine, err := reference.Start(p)
	if err != nil {
		return
	}
	for i := range f.Divergence.Index {
		engine.Apply(f.Trace.Entries[i].Op)
	}
	q := f.query()
	defer f.general(&p, q)
	f.Picture = f.picture(engine, q)
	if q != nil {
		f.prove(engine, q)
		return
	}
	engine.Apply(f.Divergence.Op)
	if r, ok := engine.(spec.Reasoner); ok {
		f.steps(r.Steps())
	}
}

// steps records the reference's reasons for the consequences of the operation, or for refusing it.
func (f *Finding) steps(all []spec.Proof) {
	const limit = 12
	for n, p := range all {
		if n == 0 {
			f.Why = append(f.Why, "why "+f.Reference+" answers so:")
		}
		if n == limit {
			f.Why = append(f.Why, fmt.Sprintf("  and %d more steps", len(all)-limit))
			return
		}
		f.proof(p)
	}
}

// prove asks an engine, whose world is as it was before the query, why the missing rows belong to
// the answer and the extra rows do not.
func (f *Finding) prove(engine spec.Engine, q *spec.Query) {
	explain := func(r spec.Row) *spec.Explanation {
		return engine.Apply(ask.Row(q, &r)).Explanation
	}
	d := &f.Divergence.Difference
	for _, r := range d.Missing[:min(len(d.Missing), 3)] {
		f.because(r, explain(r))
	}
	for _, r := range d.Extra[:min(len(d.Extra), 3)] {
		f.becauseNot(r, explain(r))
	}
}

// query returns the query whose answer differs.
func (f *Finding) query() *spec.Query {
	op := &f.Divergence.Op
	if op.Query != nil {
		return op.Query
	}
	if op.Op == spec.OpIterate {
		return reduce.PreparedAs(f.Trace.Operations()[:f.Divergence.Index], op.On)
	}
	return nil
}

func (f *Finding) because(r spec.Row, e *spec.Explanation) {
	if e == nil {
		return
	}
	for _, m := range e.Matches {
		if m.Row.This != r.This || !compare.SameVars(m.Row.Vars, r.Vars, compare.Options{ExtraUnset: true}) {
			continue
		}
		f.Why = append(f.Why, "why "+show.Row(r)+" belongs:")
		for _, t := range m.Terms {
			f.proof(t)
		}
		return
	}
}

func (f *Finding) becauseNot(r spec.Row, e *spec.Explanation) {
	if e == nil {
		return
	}
	for _, m := range e.Misses {
		if m.Entity != r.This {
			continue
		}
		f.Why = append(f.Why, "why "+show.Row(r)+" does not belong: "+m.Term)
		f.proof(m.Reason)
		if m.Nearest != "" {
			f.Why = append(f.Why, "  nearest: "+m.Nearest)
		}
		return
	}
}

func (f *Finding) proof(p spec.Proof) {
	for _, l := range strings.Split(p.String(), "\n") {
		f.Why = append(f.Why, "  "+l)
	}
	for _, s := range p.Statements() {
		if !slices.Contains(f.Statements, s) {
			f.Statements = append(f.Statements, s)
		}
	}
}

// Command returns the command that reproduces a finding saved in dir.
func (f *Finding) Command(dir string) string {
	return Command("replay", dir+"/"+f.Hash()+"/trace.jsonl")
}

// Text returns the text of a finding. dir is the folder in which it was saved, or "".
func (f *Finding) Text(dir string) string {
	d := &f.Divergence
	var b strings.Builder
	fmt.Fprintf(&b, "DIVERGENCE  %s, operation %d of %d", d.Difference.Signature(), d.Index+1, len(f.Trace.Entries))
	if f.From > len(f.Trace.Entries) {
		fmt.Fprintf(&b, " (reduced from %d)", f.From)
	}
	if f.Origin != "" {
		fmt.Fprintf(&b, "    %s", f.Origin)
	}
	if d.Difference.Want == d.Difference.Got {
		fmt.Fprintf(&b, "\n  - is %s    + is %s\n", f.Reference, d.Label())
	} else {
		fmt.Fprintf(&b, "\n  %s  %s    %s  %s\n", f.Reference, spec.Printable(d.Difference.Want), d.Label(),
			spec.Printable(d.Difference.Got))
	}
	if len(f.Statements) > 0 {
		fmt.Fprintf(&b, "  statements %s\n", strings.Trim(fmt.Sprint(f.Statements), "[]"))
	}
	for _, name := range f.Clauses {
		if c := specification.Find(name); c != nil {
			fmt.Fprintf(&b, "  clause %s: %s (%s)\n", c.Name, c.Title, c.Address)
		}
	}
	if f.Undecided != "" {
		fmt.Fprintf(&b, "  no source document and no clause decides this; see %s\n", f.Undecided)
	}
	fmt.Fprintf(&b, "  profile %s\n\n", f.Trace.Header.Profile)
	for _, l := range show.TraceUpTo(f.Trace, d.Index+1) {
		fmt.Fprintf(&b, "  %s\n", spec.Printable(l))
	}
	const limit = 40
	for i, l := range d.Difference.Lines {
		if i == limit {
			fmt.Fprintf(&b, "       and %d more lines\n", len(d.Difference.Lines)-limit)
			break
		}
		fmt.Fprintf(&b, "       %s\n", spec.Printable(l))
	}
	for _, l := range f.Why {
		fmt.Fprintf(&b, "  %s\n", spec.Printable(l))
	}
	if dir != "" {
		fmt.Fprintf(&b, "\nsaved   %s/%s/\nagain   %s\n", dir, f.Hash(), f.Command(dir))
	}
	return spec.Escaped(b.String())
}
