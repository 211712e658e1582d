package exhaust

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// question is a query with everything that does not depend on the world: it is made once for all worlds.
type question struct {
	number   string
	query    spec.Operation
	kinds    map[spec.QueryKind]spec.Operation // the query as another kind, wherever some world allows it
	permuted *spec.Operation
	back     func(*spec.Outcome)
	text     *spec.Operation
	mentions []spec.Handle // entities of the user's that the text means
	renamed  spec.Operation
	walks    bool // the query traverses, which depends on properties
}

func newQuestions(b Bound, renaming *lawful.Renaming) []*question {
	profile := b.profile()
	anywhere := lawful.KindsAfter(profile, nil)
	mine := map[spec.Handle]bool{}
	for _, h := range b.handles() {
		mine[h] = true
	}
	var out []*question
	for i, q := range Queries(b) {
		n := &question{number: strconv.Itoa(i), query: asking(q), kinds: map[spec.QueryKind]spec.Operation{}}
		for _, kind := range anywhere.Kinds(q) {
			as := *q
			as.Kind = kind
			n.kinds[kind] = asking(&as)
		}
		if p, back := lawful.Permuted(q); p != nil {
			op := asking(p)
			n.permuted, n.back = &op, back
		}
		if text, mentioned := lawful.AsText(profile, q); text != nil {
			op := asking(text)
			n.text = &op
			for _, h := range mentioned {
				if mine[h] {
					n.mentions = append(n.mentions, h)
				}
			}
		}
		n.renamed = renaming.Operation(n.query)
		q.Walk(func(t *spec.Term) {
			for _, r := range t.Refs() {
				n.walks = n.walks || r.Trav != nil
			}
		})
		out = append(out, n)
	}
	return out
}

// fingerprint is a hash of all queries.
func fingerprint(questions []*question) string {
	h := sha256.New()
	for _, q := range questions {
		text, err := json.Marshal(q.query)
		if err != nil {
			text = []byte(err.Error())
		}
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil)[:4])
}

func asking(q *spec.Query) spec.Operation { return spec.Operation{Op: spec.OpQuery, Query: q} }

// handles are those of everything that a world begins with, in the order of creation.
func (b Bound) handles() []spec.Handle {
	return append(append(append([]spec.Handle{}, b.relationships()...), tagName), b.entities()...)
}

// expected is a world as the reference has it.
type expected struct {
	world    int // in its family
	path     []spec.Operation
	dump     *spec.Dump
	idle     []spec.Operation // operations that change nothing here: refused ones and repetitions
	outcomes []spec.Outcome   // of those
	steps    []step           // operations that lead on, within the bound or beyond
	answers  []spec.Outcome   // to every question
	kinds    [][]spec.QueryKind
	text     []bool // the question may be asked as text
	changed  bool   // properties changed on the way
}

// namedRoots are the entities that text can name.
func namedRoots(d *spec.Dump) map[spec.Handle]bool {
	out := map[spec.Handle]bool{}
	for i := range d.Entities {
		e := &d.Entities[i]
		root := e.Name == string(e.Handle)
		for _, id := range e.IDs {
			root = root && id.ID.First != spec.ChildOf
		}
		out[e.Handle] = root
	}
	return out
}
