package transcript

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// RowPattern selects differing rows for a declaration. An empty field matches every row.
type RowPattern struct {
	Row   words[*declaredRow]  `yaml:"row"`   // about the row
	Field words[declaredTerm]  `yaml:"field"` // about the term of a field
	Is    words[declaredField] `yaml:"is"`    // about that field
	Some  bool                 `yaml:"some"`  // Flecs may return some of the matching rows
}

// FieldPattern selects fields that differ in otherwise equal rows.
type FieldPattern struct {
	Field  words[declaredTerm]  `yaml:"field"`  // about the field's term
	Row    words[*declaredRow]  `yaml:"row"`    // about the reference's row
	Change words[fieldChange]   `yaml:"change"` // about how they differ
	Want   words[declaredField] `yaml:"want"`   // about the reference's field
	Got    words[declaredField] `yaml:"got"`    // about Flecs's field
}

// declaredRow is a row with the data that declarations need.
type declaredRow struct {
	*spec.Row
	world *declaredWorld
	other []spec.Row // all rows of the other side
	terms []declaredTerm
}

// declaredField is a field of a row.
type declaredField struct {
	*spec.Field
	row *declaredRow
}

// fieldChange is a field that differs.
type fieldChange struct{ want, got *spec.Field }

// source returns the entity on which a field matched.
func (f declaredField) source() spec.Handle {
	return cmp.Or(f.Src, f.row.This)
}

// has reports whether the entity on which the field matched owns or inherits a pair of a
// relationship.
func (f declaredField) has(relationship spec.Handle) bool {
	return slices.ContainsFunc(f.row.world.lineage(f.source()), func(e spec.Handle) bool {
		return len(f.row.world.pairs(e, relationship)) > 0
	})
}

// some reports whether a field passes a test, together with a term that determines it.
func (r *declaredRow) some(test func(declaredTerm, declaredField) bool) bool {
	return slices.ContainsFunc(r.terms, func(t declaredTerm) bool {
		return t.field >= 0 && t.field < len(r.Fields) && test(t, declaredField{&r.Fields[t.field], r})
	})
}

// someOther reports whether a row of the other side passes a test.
func (r *declaredRow) someOther(test func(w *spec.Row) bool) bool {
	return slices.ContainsFunc(r.other, func(w spec.Row) bool { return test(&w) })
}

// value returns the entity that a constant, a variable, or no element stands for in the row, or "".
func (r *declaredRow) value(ref *spec.Ref) spec.Handle {
	switch {
	case isVariable(ref):
		return r.Vars[ref.Name]
	case isThis(ref) || ref.Kind == spec.RefNone:
		return r.This
	}
	return spec.Handle(lawful.LastElement(ref.Name))
}

// someVariable reports whether the value of a variable passes a test.
func (r *declaredRow) someVariable(test func(spec.Handle) bool) bool {
	for _, h := range r.Vars {
		if test(h) {
			return true
		}
	}
	return false
}

// sound reports whether the reference's rows can be right in its world, whatever Flecs answers:
// each row occurs once and passes [declaredRow.holds].
func (j *judgedLine) sound() bool {
	seen := map[string]bool{}
	for i := range j.want.Rows {
		text := show.Row(j.want.Rows[i])
		if seen[text] || !(&declaredRow{&j.want.Rows[i], j.world, nil, j.terms}).holds() {
			return false
		}
		seen[text] = true
	}
	return true
}

// holds reports whether the row can be right: its fields pass [declaredRow.held], and $this owns no
// id that a Not term excludes.
func (r *declaredRow) holds() bool {
	return r.held() && !slices.ContainsFunc(r.terms, func(t declaredTerm) bool {
		id := spec.Single(t.relationship())
		plain := t.Oper == spec.Not && t.isThis() && t.flags() == 0 && !t.chain && !t.scope && !t.isPair()
		return plain && r.world.owns(r.This, id) && !r.world.of(r.This, id).Off
	})
}

// held reports whether each field that is set passes [declaredField.held]. It does not check fields
// of list operators, fields without a source, and wildcards that a term may report.
func (r *declaredRow) held() bool {
	return !r.some(func(t declaredTerm, f declaredField) bool {
		pattern := f.ID.HasWildcard() && (slices.ContainsFunc(t.elements(), isKind(spec.RefAny)) || t.chain)
		return t.Oper < spec.AndFrom && f.Set && f.source() != "" && !pattern && !f.held()
	})
}

// held reports whether the id of the field is true of its source: the source owns it, owns it with
// a subclass as the first element, has a component with the member, or the id follows by
// transitivity or reflexivity.
func (f declaredField) held() bool {
	w, id := f.row.world, f.ID
	if w.hasMember(f.source(), id) || w.property(id.First, spec.ReflexiveProp) && id.Second == f.source() {
		return true
	}
	transitive := w.property(id.First, spec.Transitive)
	return f.leads(func(e spec.Handle) (next []spec.ID) {
		for _, owner := range w.lineage(e) {
			for _, own := range w.ids[owner] {
				if w.is(own.First, id.First) && (transitive || owner == f.source()) {
					next = append(next, own)
				}
			}
		}
		return next
	})
}

// leads reports whether steps lead from the source of the field to its target. next returns the
// steps from an entity.
func (f declaredField) leads(next func(spec.Handle) []spec.ID) bool {
	reached := []spec.Handle{f.source()}
	for i := 0; i < len(reached); i++ {
		for _, id := range next(reached[i]) {
			if id.Second == f.ID.Second {
				return true
			}
			if !slices.Contains(reached, id.Second) {
				reached = append(reached, id.Second)
			}
		}
	}
	return false
}

// otherMatches reports whether w differs from r in at least one field, and each field that differs
// is another match of the same term (in a chain, of the same alternative).
func (r *declaredRow) otherMatches(w *spec.Row) bool {
	differs := false
	for k := range r.Fields {
		a, b := &r.Fields[k], &w.Fields[min(k, len(w.Fields)-1)]
		if a.Set == b.Set && (!a.Set || a.ID == b.ID && a.Src == b.Src) {
			continue
		}
		differs = true
		if !r.some(func(t declaredTerm, f declaredField) bool { return f.Field == a && t.gives(a) && t.gives(b) }) {
			return false
		}
	}
	return differs
}

// twin reports whether $this shares a table with another entity that is the target of a reflexive
// term, so both own exactly the same ids. And terms do not count. An alternative of a chain counts
// only if no earlier one has $this as its target.
func (r *declaredRow) twin() bool {
	matched := map[int]bool{}
	return r.This != "" && slices.ContainsFunc(r.terms, func(t declaredTerm) bool {
		target := r.value(&t.Second)
		if !t.isPair() || isThis(&t.Second) || target == "" || !t.has(spec.ReflexiveProp) || matched[t.field] ||
			t.Oper == spec.And && !t.chain {
			return false
		}
		matched[t.field] = t.chain && target == r.This
		return target != r.This && compare.SameSet(r.world.ids[r.This], r.world.ids[target]) &&
			(r.world.dumped[r.This].Members == nil) == (r.world.dumped[target].Members == nil)
	})
}

// revalued reports whether the other side has a row with the same $this that differs in the values
// of variables, and otherwise only in the fields of terms that have these variables.
func (r *declaredRow) revalued() bool {
	return r.someOther(func(w *spec.Row) bool {
		return w.This == r.This && len(w.Fields) == len(r.Fields) && !maps.Equal(r.Vars, w.Vars) &&
			!r.some(func(t declaredTerm, f declaredField) bool {
				other := t.uses(func(v string) bool { return r.Vars[v] != w.Vars[v] })
				return (t.chain || !other) && !compare.FieldMatches(f.Field, &w.Fields[t.field], compare.Options{})
			})
	})
}

// hides reports whether $this or a variable is a hidden entity.
func (r *declaredRow) hides() bool { return r.world.hidden(r.This) || r.someVariable(r.world.hidden) }

var rowWords = map[string]func(*declaredRow) bool{
	"hidden": func(r *declaredRow) bool { return r.world.hidden(r.This) },
	"base-disabled": func(r *declaredRow) bool { // a base is disabled, but the entity itself is not
		return !r.world.property(r.This, spec.Disabled) && r.world.disabled(r.This)
	},
	"twin": (*declaredRow).twin,
	"table": func(r *declaredRow) bool { // the other side returns no entity of its table
		return r.This != "" && !r.someOther(func(w *spec.Row) bool {
			return w.This != "" && compare.SameSet(r.world.ids[r.This], r.world.ids[w.This])
		})
	},
	"instance": func(r *declaredRow) bool { return len(r.world.bases(r.This)) > 0 },
	"child":    func(r *declaredRow) bool { return r.world.property(r.This, spec.ChildOf) },
	"bare":     func(r *declaredRow) bool { return len(r.world.ids[r.This]) == 0 },
	"singles": func(r *declaredRow) bool { // $this owns a single id
		return len(r.world.pairs(r.This, "")) < len(r.world.ids[r.This])
	},
	"this": func(r *declaredRow) bool { return r.This != "" },
	"repeated": func(r *declaredRow) bool { // the other side has the same row
		return r.someOther(func(w *spec.Row) bool { return compare.RowMatches(w, r.Row, compare.Options{}) })
	},
	"more": func(r *declaredRow) bool { // the other side has a row with the same values and other matches
		return r.someOther(func(w *spec.Row) bool {
			return w.This == r.This && maps.Equal(w.Vars, r.Vars) && r.otherMatches(w)
		})
	},
	"scope-unset": func(r *declaredRow) bool { // an Optional term left a variable unset that a scope has
		return slices.ContainsFunc(r.terms, func(scope declaredTerm) bool {
			return scope.scope && scope.uses(func(v string) bool {
				return r.Vars[v] == "" && slices.ContainsFunc(r.terms, func(t declaredTerm) bool {
					return t.Oper == spec.Optional && slices.Contains(t.variables(), v)
				})
			})
		})
	},
	"reserved-match": func(r *declaredRow) bool { // an id of $this with a reserved entity fits an unset or And term
		fits := func(ref *spec.Ref, h spec.Handle) bool { return !isConstant(ref) || spec.Handle(ref.Name) == h }
		value := func(ref *spec.Ref, h spec.Handle) bool { return ref.Kind == spec.RefVariable && spec.IsReserved(h) }
		return r.some(func(t declaredTerm, f declaredField) bool {
			return (t.Oper == spec.And || !f.Set) && slices.ContainsFunc(r.world.ids[r.This], func(id spec.ID) bool {
				return (value(&t.First, id.First) || value(&t.Second, id.Second)) && id.IsPair() == t.isPair() &&
					fits(&t.First, id.First) && fits(&t.Second, id.Second)
			})
		})
	},
	"ignored-binder": func(r *declaredRow) bool { // a plain term has a variable without a value, and one with a value
		return slices.ContainsFunc(r.terms, func(t declaredTerm) bool {
			return t.isPlain() && t.uses(func(v string) bool { return r.Vars[v] != "" }) &&
				t.uses(func(v string) bool { return r.Vars[v] == "" })
		})
	},
	"compared-twins": func(r *declaredRow) bool { // two entities that are compared own the same ids
		return slices.ContainsFunc(r.terms, func(t declaredTerm) bool {
			a, b := r.value(&t.Src), r.value(&t.Second)
			return t.Kind == spec.TermCompare && t.Second.Kind == spec.RefVariable && a != "" && b != "" &&
				compare.SameSet(r.world.ids[a], r.world.ids[b])
		})
	},
	// the other side has a row with the same values, and one of the two has no $this
	"this-lost": func(r *declaredRow) bool {
		return r.someOther(func(w *spec.Row) bool {
			return (w.This == "") != (r.This == "") && compare.SameVars(w.Vars, r.Vars, compare.Options{ExtraUnset: true})
		})
	},
	"revalued": (*declaredRow).revalued,
	"bound": func(r *declaredRow) bool { // a variable has a value
		return r.someVariable(func(h spec.Handle) bool { return h != "" })
	},
}

var fieldWords = map[string]func(declaredField) bool{
	"unset":    func(f declaredField) bool { return !f.Set },
	"wildcard": func(f declaredField) bool { return f.Set && f.ID.HasWildcard() },
	"foreign": func(f declaredField) bool { // an id of Flecs' own that no trace can name
		return f.Set && (f.ID.First == spec.Identifier || f.ID.Second == "?" || strings.HasPrefix(string(f.ID.Second), "#"))
	},
	"other": func(f declaredField) bool { return f.Set && f.Src != "" }, // matched on another entity
	"own": func(f declaredField) bool { // stored on the entity that it was matched on
		return f.Set && (f.row.world.owns(f.source(), f.ID) || f.row.world.hasMember(f.source(), f.ID))
	},
	"self": func(f declaredField) bool { // a pair with the entity that it was matched on
		return f.Set && f.ID.IsPair() && f.ID.Second == f.source()
	},
	"inherited": func(f declaredField) bool {
		return f.Set && slices.Contains(f.row.world.bases(f.row.This), f.Src)
	},
	"uninherited": func(f declaredField) bool { return f.Set && f.row.world.rule(f.ID.First, spec.DontInheritTag) },
	"composed": func(f declaredField) bool { // not stored on the entity that it was matched on, and not reflexive
		return f.Set && f.ID.IsPair() && f.ID.Second != f.source() && !f.row.world.owns(f.source(), f.ID)
	},
	"through-base": func(f declaredField) bool { // the pairs that entities own do not lead from the source to the target
		own := func(e spec.Handle) []spec.ID { return f.row.world.pairs(e, f.ID.First) }
		return f.Set && f.ID.IsPair() && !f.leads(own)
	},
}

var changeWords = map[string]func(fieldChange) bool{
	"unset": func(c fieldChange) bool { return c.want.Set && !c.got.Set },
	"set":   func(c fieldChange) bool { return !c.want.Set && c.got.Set },
	"id":    func(c fieldChange) bool { return c.want.Set && c.got.Set && c.want.ID != c.got.ID },
	"source": func(c fieldChange) bool {
		return c.want.Set && c.got.Set && c.want.ID == c.got.ID && c.want.Src != c.got.Src
	},
	"access": func(c fieldChange) bool {
		return c.want.Set && c.got.Set && c.want.ID == c.got.ID && c.want.Src == c.got.Src &&
			c.want.Access != c.got.Access
	},
}

func (*declaredRow) vocabulary() map[string]func(*declaredRow) bool   { return rowWords }
func (declaredField) vocabulary() map[string]func(declaredField) bool { return fieldWords }
func (fieldChange) vocabulary() map[string]func(fieldChange) bool     { return changeWords }

// fits reports whether the pattern applies to a row.
func (p *RowPattern) fits(r *declaredRow) bool {
	if !p.Row.hold(r) {
		return false
	}
	if p.Field == nil && p.Is == nil {
		return true
	}
	return slices.ContainsFunc(r.terms, func(t declaredTerm) bool {
		if t.field >= len(r.Fields) || !p.Field.hold(t) {
			return false
		}
		return t.field < 0 && p.Is == nil || t.field >= 0 && p.Is.hold(declaredField{&r.Fields[t.field], r})
	})
}

// fits reports whether the pattern applies to field k of two rows.
func (p *FieldPattern) fits(want, got *declaredRow, k int) bool {
	w, g := &want.Fields[k], &got.Fields[k]
	if !p.Row.hold(want) || !p.Change.hold(fieldChange{w, g}) || !p.Want.hold(declaredField{w, want}) ||
		!p.Got.hold(declaredField{g, got}) {
		return false
	}
	return slices.ContainsFunc(want.terms, func(t declaredTerm) bool { return t.field == k && p.Field.hold(t) })
}
