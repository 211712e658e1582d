package reduce

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// rename gives handles, queries and variables short canonical names. If the trace then no longer
// fails, because the failure depends on the order of handles, the names stay.
func (r *reducer) rename() {
	p, err := spec.ProfileByName(r.trace.Header.Profile)
	if err != nil {
		return
	}
	n := newNaming(p, r.best)
	ops := make([]spec.Operation, len(r.best))
	for i, op := range r.best {
		ops[i] = n.operation(op)
	}
	r.left, r.until = max(r.left, 1), time.Time{} // allow one try, even if the limits are reached
	r.try(ops)
}

// naming maps every handle, query and variable of a trace to its canonical name.
type naming struct {
	profile spec.Profile
	handles map[spec.Handle]spec.Handle
	names   map[string]string // names of entities that equal the handle
	labels  map[string]string // names of queries, observers, snapshots, iterators
	vars    map[string]string
	members map[spec.Handle][]spec.Member
	to      lawful.HandleMap
}

func newNaming(p spec.Profile, ops []spec.Operation) *naming {
	n := &naming{
		profile: p, handles: map[spec.Handle]spec.Handle{}, names: map[string]string{}, labels: map[string]string{},
		vars: map[string]string{},
	}
	reserved := map[spec.Handle]bool{}
	for _, b := range spec.Builtins(p) {
		reserved[b.Handle] = true
	}
	handles, members := lawful.HandlesOf(lawful.Each(ops))
	n.members, n.to = members, lawful.MapOf(n.handles)
	role := rolesOf(p, ops, members)
	used := map[string]int{}
	for _, h := range mentioned(handles, ops) {
		if reserved[h] || h.IsNumber() || h.IsWildcard() || h.IsOfEvent() {
			continue
		}
		letters := role[h]
		if letters == "" {
			letters = roleEntity
		}
		n.handles[h] = spec.Handle(nth(letters, used[letters]))
		used[letters]++
	}
	for i := range ops {
		op := &ops[i]
		if op.Name != nil && *op.Name == string(op.Entity) && n.handles[op.Entity] != "" {
			n.names[*op.Name] = string(n.handles[op.Entity])
		}
		if op.As != "" && n.labels[op.As] == "" {
			letter := labelLetters[op.Op]
			n.labels[op.As] = nth(letter, used["label "+letter])
			used["label "+letter]++
		}
	}
	return n
}

// mentioned lists the handles of a trace, first those of entities that it makes.
func mentioned(made []spec.Handle, ops []spec.Operation) []spec.Handle {
	out := slices.Clone(made)
	for i := range ops {
		lawful.HandleMap(func(h spec.Handle) spec.Handle {
			if !slices.Contains(out, h) {
				out = append(out, h)
			}
			return h
		}).Operation(ops[i])
	}
	return out
}

var labelLetters = map[spec.OpKind]string{
	spec.OpPrepare: "q", spec.OpSnapshot: "s", spec.OpRestore: "s",
	spec.OpObserve: "o", spec.OpIterBegin: "i",
}

// The letters for the roles of entities, used in this order. When they are used up, names are the
// first letter with a number: a2, a3.
const (
	roleEntity       = "abcdefghijklmn"
	roleRelationship = "RSUVW"
	roleID           = "PQABC"
)

func nth(letters string, k int) string {
	if k < len(letters) {
		return letters[k : k+1]
	}
	return fmt.Sprintf("%c%d", letters[0], k-len(letters)+2)
}

// rolesOf returns the role of each entity: first element of a pair, single id or component, or
// neither.
func rolesOf(p spec.Profile, ops []spec.Operation, members map[spec.Handle][]spec.Member) map[spec.Handle]string {
	role := map[spec.Handle]string{}
	note := func(h spec.Handle, as string) {
		if role[h] != roleRelationship {
			role[h] = as
		}
	}
	id := func(id spec.ID) {
		if id.IsPair() {
			note(id.First, roleRelationship)
		} else if id.First != "" {
			note(id.First, roleID)
		}
	}
	for i := range ops {
		op := &ops[i]
		for k := range op.Acts {
			id(op.Acts[k].ID)
		}
		id(op.ID)
		for _, x := range op.IDs {
			id(x)
		}
		note(op.Relationship, roleRelationship)
		if op.Query == nil {
			continue
		}
		terms, err := capability.Terms(p, op.Query)
		if err != nil {
			continue
		}
		for k := range terms {
			terms[k].Walk(func(t *spec.Term) {
				id(spec.ID{First: spec.Handle(t.First.Name), Second: spec.Handle(t.Second.Name)})
			})
		}
	}
	for h := range members {
		note(h, roleID)
	}
	return role
}

func (n *naming) operation(op spec.Operation) spec.Operation {
	isOwn := op.Name != nil && n.names[*op.Name] != ""
	if isOwn {
		name := n.names[*op.Name]
		op.Name = &name
	}
	if to, ok := n.labels[op.As]; ok {
		op.As = to
	}
	if to, ok := n.labels[op.On]; ok {
		op.On = to
	}
	op = n.to.Request(op, n.members)
	for i := range op.Acts {
		if to, ok := n.labels[op.Acts[i].On]; ok {
			op.Acts[i].On = to
		}
	}
	if op.Query != nil {
		n.query(op.Query)
	}
	if op.Vars != nil {
		vars := make(map[string]spec.Handle, len(op.Vars))
		for _, name := range slices.Sorted(maps.Keys(op.Vars)) {
			vars[n.variable(name)] = op.Vars[name]
		}
		op.Vars = vars
	}
	return op
}

// query renames the variables and names in a query. A query text is parsed and printed again; if
// that fails, it stays as it is.
func (n *naming) query(q *spec.Query) {
	terms, err := capability.Terms(n.profile, q)
	if err != nil {
		return
	}
	terms = spec.CloneTerms(terms)
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			for _, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
				for ; r != nil; r = lawful.TravRel(r) {
					n.ref(r)
				}
			}
		})
	}
	if !q.IsText() {
		q.Terms = terms
		return
	}
	d := q.Syntax
	if d == spec.DialectDefault {
		d = n.profile.Dialect
	}
	if text, err := lang.Print(d, terms); err == nil {
		q.Expr = text
	}
}

func (n *naming) ref(r *spec.Ref) {
	switch r.Kind {
	case spec.RefVariable, spec.RefLookup:
		r.Name = n.variable(r.Name)
	case spec.RefName:
		if to, ok := n.names[r.Name]; ok {
			r.Name = to
		}
	case spec.RefNone, spec.RefEntity, spec.RefWildcard, spec.RefAny, spec.RefMember, spec.RefSingleton, spec.RefText,
		spec.RefNumber:
	}
}

func (n *naming) variable(name string) string {
	if name == spec.This || name == "This" || name == "" || name[0] == '_' {
		return name
	}
	to, ok := n.vars[name]
	if !ok {
		to = nth("xyzuvw", len(n.vars))
		n.vars[name] = to
	}
	return to
}
