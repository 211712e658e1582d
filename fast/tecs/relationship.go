package tecs

import (
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Options describe a relationship. With only a name it is plain: any number of targets, dense,
// without data.
//
// TECS-108, TECS-111, TECS-114, TECS-117, TECS-121.
type Options struct {
	// Name is required. Several relationships may have the same name.
	Name string
	// Exclusive: an entity has at most one target. A new target replaces the old one.
	Exclusive bool
	// Sparse: targets are not stored in tables and make no tables of their own. This changes only
	// [Relationship.Targeting] and [RelationshipOf.In], which require a dense relationship, and
	// [World.Tables].
	Sparse bool
	// ReverseIndex: [World.Sources], [World.Traverse] and [World.WalkUp] are allowed.
	ReverseIndex bool
	// CascadeDelete: despawning a target despawns its sources. It needs Exclusive and ReverseIndex.
	CascadeDelete bool
	// Transient: snapshots omit the edges. It cannot be combined with the next option.
	Transient bool
	// The program writes the edges to files in its own format. The world ignores this option, except
	// that it refuses it together with Transient.
	Serialize bool
	// Fields are the names of the data of an edge, by position. The target is not a field.
	Fields []string
	// Defaults are the default values of Fields, by position; nil means no default.
	Defaults []any
	// Require lists fields that must not be nil.
	Require []string
	// Init is called with the values of an edge, in the order of Fields, before it is set, and may
	// change them. An error refuses the edge with the code invalid.
	Init func(target Entity, values []any) error
}

// check returns an error for options that are incomplete or exclude each other.
func (o *Options) check() *spec.Error {
	switch {
	case o.Name == "":
		return spec.Errorf(spec.CodeInvalid, "the relationship has no name; set Options.Name")
	case o.CascadeDelete && !o.Exclusive:
		return spec.Errorf(spec.CodeInvalid, "the relationship has CascadeDelete but not Exclusive; add Exclusive")
	case o.CascadeDelete && !o.ReverseIndex:
		return spec.Errorf(spec.CodeInvalid, "the relationship has CascadeDelete but not ReverseIndex; add ReverseIndex")
	case o.Transient && o.Serialize:
		return spec.Errorf(spec.CodeInvalid, "the relationship has both Transient and Serialize; remove one")
	case len(o.Fields) == 0 && (len(o.Defaults) > 0 || len(o.Require) > 0 || o.Init != nil):
		return spec.Errorf(spec.CodeInvalid, "the relationship has Defaults, Require or Init but no Fields; add Fields")
	case len(o.Defaults) > len(o.Fields):
		return spec.Errorf(spec.CodeInvalid,
			"%d defaults are given for %d fields; give one for each", len(o.Defaults), len(o.Fields))
	}
	for i, f := range o.Fields {
		if f == "" || f == "target" || slices.Contains(o.Fields[:i], f) {
			return spec.Errorf(spec.CodeInvalid,
				"the name of field %d is empty, repeated or \"target\"; choose another name", i+1)
		}
	}
	for _, f := range o.Require {
		if !slices.Contains(o.Fields, f) {
			return spec.Errorf(spec.CodeInvalid, "%q is required but is not a field; add it to Fields", f)
		}
	}
	return nil
}

// Relationship is a declared relationship of one world: a kind of directed edge between entities.
// As a term of a query or as a pattern, it means all its edges.
type Relationship struct {
	w       *World
	options Options
	data    data // nil if edges have no data
	initial any  // the value of an edge without data, if it is of a Go type
	entity  Entity
	edges   edges
}

// NewRelationship declares a relationship. Declarations last as long as the world; [World.Restore]
// does not undo them. The error has code invalid if the options are incomplete or exclude each
// other, or if a loop over a query is running.
//
// TECS-009, TECS-023.
func (w *World) NewRelationship(o Options) (*Relationship, error) {
	r := &Relationship{w: w, options: o}
	if len(o.Fields) > 0 {
		r.data = dataOf[[]any]{}
	}
	return r, w.declare(r)
}

// declare adds a new relationship to the world.
func (w *World) declare(r *Relationship) error {
	if err := r.options.check(); err != nil {
		return err
	}
	if w.stage.iterating > 0 {
		return spec.Errorf(spec.CodeInvalid,
			"a relationship is declared while a query is iterated; declare it before the loop")
	}
	r.options.Fields, r.options.Defaults = slices.Clone(r.options.Fields), slices.Clone(r.options.Defaults)
	pairs := pairs{r: r}
	switch {
	case !r.options.Sparse:
		r.edges = &denseEdges{pairs: pairs}
	case r.options.Exclusive:
		r.edges = &oneSparse{pairs: pairs}
	default:
		r.edges = &manySparse{r: r}
	}
	r.makeEntity()
	if r.options.Sparse && (r.data != nil || !r.options.Exclusive) {
		w.sparse = append(w.sparse, r)
		w.recordTouched()
	}
	w.relationships, w.own = append(w.relationships, r), nil
	return nil
}

// makeEntity creates the entity that represents the relationship in the ids of the tables.
func (r *Relationship) makeEntity() {
	b := r.w.base
	var properties []Entity
	if r.options.Exclusive {
		properties = append(properties, fast.Exclusive)
		if r.options.Sparse {
			properties = append(properties, fast.DontFragment)
		}
	}
	if r.data != nil && !r.options.Sparse {
		r.entity = r.data.declare(b, properties)
	} else {
		r.entity = b.NewRelationship("", append(properties, fast.PairIsTag)...)
	}
	if r.options.CascadeDelete {
		if err := b.AddPair(r.entity, fast.OnDeleteTarget, fast.Delete); err != nil {
			panic(err) // cannot happen: it has no targets yet
		}
	}
	r.w.declared, r.w.own = r.w.declared+1, nil
	r.edges.restore(nil)
}

// Name returns the name of the relationship.
func (r *Relationship) Name() string { return r.options.Name }

// Options returns the options of the declaration.
func (r *Relationship) Options() Options { return r.options }

// checkIn returns an error if the relationship belongs to another world.
func (r *Relationship) checkIn(w *World) *spec.Error {
	if r == nil || r.w != w {
		return errForeign
	}
	return nil
}
