package proof_test

import (
	"fmt"

	"github.com/relspec/relspec/model/proof"
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// The proof of a row consists of the derivations of its matches.
func ExampleRow() {
	w := rules.New(spec.Flecs3())
	for _, h := range []spec.Handle{"LocatedIn", "park", "city", "land"} {
		w.Create(spec.Operation{Op: spec.OpEntity, Entity: h}, rules.None, nil)
	}
	in := w.Handles["LocatedIn"]
	_ = w.Add(in, rules.ID{First: w.Handles[spec.Transitive]})
	_ = w.Add(w.Handles["park"], rules.ID{First: in, Second: w.Handles["city"]})
	_ = w.Add(w.Handles["city"], rules.ID{First: in, Second: w.Handles["land"]})
	asked := spec.Query{
		Terms: []spec.Term{{
			First: spec.EntityRef("LocatedIn"), Second: spec.EntityRef("land"),
			Src: spec.EntityRef("park"),
		}},
		Kind: spec.KindRule,
	}
	q, _ := query.Compile(w, &asked, asked.Terms)
	s := query.NewSearch(w, q, new(1000))
	rows := s.Rows(query.Assignment{}, 1)
	fmt.Println(proof.Row(s, &rows[0])[0])
	// Output:
	// LocatedIn(park, land): park matches as (LocatedIn, land)  [REL-187 QRY-592]
	//   park has (LocatedIn, city)
	//   city has (LocatedIn, land)
}
