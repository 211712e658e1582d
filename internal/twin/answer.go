package twin

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// answer is a row of an answer, as it is told, and where it stands.
type answer struct {
	entity fast.Entity
	key    string
	block  int
	values []int
}

// generalRows are the rows of the general query.
func (t *twin) generalRows(q *asked, given ...fast.Given) (list []answer) {
	rows, err := q.general.Rows(given...)
	if err != nil {
		t.fail("Rows of %s: %v", q.text, err)
	}
	for row := range rows {
		list = append(list, t.generalRow(q, &row))
	}
	return list
}

func (t *twin) generalRow(q *asked, row *fast.Row) answer {
	var b strings.Builder
	fmt.Fprint(&b, row.Entity())
	out := answer{entity: row.Entity(), block: row.Block()}
	for i := range q.terms {
		id, source := row.ID(i), row.Source(i)
		if i < q.arity {
			out.values = append(out.values, t.rowValue(row, i))
		}
		write(&b, &q.terms[i], row.IsSet(i), id, source)
	}
	if q.vars {
		fmt.Fprint(&b, " $", row.Variable("v1"))
	}
	if q.grouped {
		fmt.Fprint(&b, " in ", row.Group())
	}
	out.key = b.String()
	return out
}

// rowValue is the number of a field in the general world.
func (t *twin) rowValue(row *fast.Row, field int) int {
	if !row.IsSet(field) {
		return -1
	}
	from := row.Source(field)
	if from == 0 {
		from = row.Entity()
	}
	n, known := t.value(from, row.ID(field))
	if !known {
		t.fail("a field has the id %v, which has no values", row.ID(field))
	}
	return n
}

// write tells how a term has matched.
func write(b *strings.Builder, of *term, set bool, id fast.ID, source fast.Entity) {
	switch {
	case !set:
		b.WriteString(" -")
	case of.up:
		fmt.Fprintf(b, " ^%v", source)
	default:
		fmt.Fprintf(b, " %v@%v", id, source)
	}
}

// typedRow is a row as a batch tells it.
func (t *twin) typedRow(q *asked, b *batchRows, e fast.Entity) string {
	var out strings.Builder
	fmt.Fprint(&out, e)
	for i := range q.terms {
		var id fast.ID
		set := b.IsSet(i)
		if set && !q.terms[i].up {
			id = b.ID(i)
			if id.IsPair() && id.Second() != fast.Wildcard {
				t.same("Target of "+q.text, b.Target(i), id.Second())
			}
		}
		source := t.ownerIn(q, b, i)
		if q.terms[i].up && source == e {
			source = 0 // round a cycle
		}
		write(&out, &q.terms[i], set, id, source)
	}
	if q.vars {
		fmt.Fprint(&out, " $", b.Variable(fast.Variable(1)))
	}
	if q.grouped {
		fmt.Fprint(&out, " in ", b.Group())
	}
	return out.String()
}

// ownerIn is who owns what a term of a batch has matched, 0 for its entities themselves, or for none.
func (t *twin) ownerIn(q *asked, b *batchRows, term int) fast.Entity {
	source := b.Source(term)
	if source != 0 && q.terms[term].up {
		return t.owner(source, q.terms[term].id)
	}
	return source
}

// owner is who owns an id that an entity has, itself or a base.
func (t *twin) owner(e fast.Entity, id fast.ID) fast.Entity {
	if t.b.Owns(e, id) {
		return e
	}
	asked := plainTerm(id).general
	asked.Src, asked.Access = reference(e), spec.AccessNone
	q, err := t.b.Prepare(spec.Query{Kind: spec.KindFilter, Terms: []spec.Term{asked}})
	if err != nil {
		t.fail("Prepare: %v", err)
	}
	rows, err := q.Rows()
	if err != nil {
		t.fail("Rows: %v", err)
	}
	for row := range rows {
		return row.Source(0)
	}
	return 0
}

// typedRows are the rows of a typed query, by its batches.
func (t *twin) typedRows(q *asked, typed query) []answer { return t.rowsOf(q, typed.batches()) }

// rowsOf are the rows of batches.
func (t *twin) rowsOf(q *asked, batches iter.Seq[batchRows]) (list []answer) {
	for b := range batches {
		entities := b.Entities()
		t.same("length of a batch of "+q.text, b.Len(), len(entities))
		t.inBatch(q, &b)
		for i, e := range entities {
			a := answer{entity: e, key: t.typedRow(q, &b, e)}
			for _, c := range b.columns {
				a.values = append(a.values, t.columnValue(q, c, i))
			}
			if len(b.columns) > 0 && !slices.ContainsFunc(b.columns,
				func(c column) bool { return !c.set || c.shared }) {
				for n, c := range b.fields(i) {
					t.same("Fields of "+q.text, c.num(), a.values[n])
				}
			}
			list = append(list, a)
		}
	}
	return list
}

func (t *twin) columnValue(q *asked, c column, i int) int {
	if !c.set {
		return -1
	}
	n := numberAt(c.at(i))
	if c.shared {
		t.same("Value of "+q.text, numberAt(c.value()), n)
	} else {
		t.same("Slice of "+q.text, numberAt(c.slice(i)), n)
	}
	return n
}

// inBatch compares the values of entities of a batch that are no fields.
func (t *twin) inBatch(q *asked, b *batchRows) {
	entities := b.Entities()
	if len(entities) == 0 {
		t.fail("%s: a batch is empty", q.text)
	}
	at := len(entities) - 1
	e := entities[at]
	own := func(id fast.ID) int {
		if !t.b.Owns(e, id) {
			return -1
		}
		n, _ := t.value(e, id)
		return n
	}
	t.same("Component.In of "+q.text, []int{
		inOf(t.t1, b, at), inOf(t.t2, b, at), inOf(t.t3, b, at), inOf(t.t4, b, at),
		inOf(t.t5, b, at), inOf(t.t6, b, at), inOf(t.t7, b, at), inOf(t.t8, b, at),
	},
		[]int{
			own(t.t1.ID()), own(t.t2.ID()), own(t.t3.ID()), own(t.t4.ID()), own(t.t5.ID()), own(t.t6.ID()),
			own(t.t7.ID()), own(t.t8.ID()),
		})
	for _, id := range t.a.IDs(e) {
		if id.IsPair() && id.First() == t.data {
			got := -1
			if values := fast.ValuesIn[T2](b.Batch, id); values != nil {
				got = values[at].num()
			}
			t.same("ValuesIn of "+q.text, got, own(id))
		}
	}
}

func inOf[T any](c *fast.Component[T], b *batchRows, at int) int {
	values := c.In(b.Batch)
	if values == nil {
		return -1
	}
	return numberAt(erased(&values[at]))
}
