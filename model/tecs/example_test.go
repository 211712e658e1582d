package tecs_test

import (
	"encoding/json"
	"fmt"

	"github.com/relspec/relspec/model/tecs"
	"github.com/relspec/relspec/spec"
)

// say applies requests in the JSON of the protocol, and prints answers that are not just success.
func say(w *tecs.World, requests ...string) {
	for _, request := range requests {
		var op spec.Operation
		if err := json.Unmarshal([]byte(request), &op); err != nil {
			panic(err)
		}
		out := w.Apply(op)
		if out.Err != nil {
			fmt.Println("refused:", out.Err.Code)
			continue
		}
		if answer, err := json.Marshal(out); err == nil && string(answer) != `{"ok":true}` {
			fmt.Println(string(answer))
		}
	}
}

func family() *tecs.World {
	w := tecs.New(spec.Tecs(), limits)
	say(w,
		`{"op":"relationship","entity":"Likes","fields":["much","since"],"defaults":[1],"reverse_index":true}`,
		`{"op":"entity","entity":"duck"}`,
		`{"op":"entity","entity":"duckling","ids":[["ChildOf","duck"]]}`,
		`{"op":"entity","entity":"egg","ids":[["ChildOf","duckling"]]}`,
		`{"op":"set","entity":"egg","id":["Likes","duck"],"args":[3]}`,
	)
	return w
}

var limits = spec.Limits{Work: 1_000_000}.Or(spec.DefaultLimits())

// An edge has a source, a relationship and a target. Without a target, operations use
// the first one.
func ExampleWorld_edges() {
	w := family()
	say(w,
		`{"op":"get","entity":"egg","id":"Likes"}`,
		`{"op":"has","entity":"duck","id":["Likes","egg"]}`,
		`{"op":"set","entity":"egg","id":"Likes"}`,
		`{"op":"set","entity":"duck","id":["Likes","egg"],"value":{"since":"May"}}`,
		`{"op":"get","entity":"duck","id":["Likes","egg"]}`,
	)
	// Output:
	// {"ok":true,"value":{"much":3,"since":null,"target":"duck"}}
	// {"ok":true,"value":false}
	// refused: invalid
	// {"ok":true,"value":{"much":1,"since":"May","target":"egg"}}
}

// Contradictions of a declaration are refused.
func ExampleWorld_declare() {
	w := family()
	say(w,
		`{"op":"relationship","entity":"Parent","cascade_delete":true}`,
		`{"op":"relationship","entity":"Parent","fields":["target"]}`,
		`{"op":"relationship","entity":"Likes"}`,
		`{"op":"entity","entity":"pond","ids":["Likes"]}`,
		`{"op":"alive","entity":"pond"}`,
	)
	// Output:
	// refused: invalid
	// refused: invalid
	// refused: exists
	// refused: invalid
	// {"ok":true,"value":false}
}

// Deleting an entity deletes everything below it, and leaves no edge to a dead entity.
func ExampleWorld_cleanup() {
	w := family()
	say(w,
		`{"op":"set","entity":"duck","id":["Likes","duckling"]}`,
		`{"op":"delete","entity":"duckling"}`,
		`{"op":"alive","entity":"egg"}`,
		`{"op":"targets","entity":"duck","relationship":"Likes"}`,
		`{"op":"dump"}`,
	)
	// Output:
	// {"ok":true,"value":false}
	// {"ok":true,"values":[]}
	// {"ok":true,"dump":{"entities":[{"entity":"duck"}]}}
}

// Walks down are depth first, and walks up end at the root, or at a limit.
func ExampleWorld_walks() {
	w := family()
	say(w,
		`{"op":"traverse","entity":"duck"}`,
		`{"op":"walk_up","entity":"egg"}`,
		`{"op":"walk_up","entity":"egg","max_depth":1}`,
		`{"op":"walk_up","entity":"egg","max_depth":1,"take":1}`,
		`{"op":"sources","entity":"duck","relationship":"ChildOf"}`,
	)
	// Output:
	// {"ok":true,"values":["duckling","egg"],"depths":[0,1]}
	// {"ok":true,"values":["duckling","duck"]}
	// refused: limit
	// {"ok":true,"values":["duckling"]}
	// {"ok":true,"values":["duckling"]}
}

// An answer has each entity once. The proof of a row names an edge, and a miss names the
// failing term.
func ExampleWorld_query() {
	w := family()
	say(w,
		`{"op":"query","terms":[{"first":"ChildOf"},{"first":"Likes","oper":"not"}]}`,
		`{"op":"query","terms":[{"first":"ChildOf","second":"duck"}]}`,
		`{"op":"tables"}`,
	)
	q := &spec.Query{Terms: []spec.Term{
		{First: spec.EntityRef("ChildOf")},
		{First: spec.EntityRef("Likes"), Oper: spec.Not},
	}}
	why := w.Apply(spec.Operation{Op: spec.OpExplain, Query: q}).Explanation
	for _, match := range why.Matches {
		fmt.Println(match.Row.This)
		for _, p := range match.Terms {
			fmt.Println(p)
		}
	}
	for _, miss := range why.Misses {
		fmt.Printf("not %s, %s: %s\n", miss.Entity, miss.Term, miss.Reason.Claim)
	}
	// Output:
	// {"ok":true,"results":[{"entities":["duckling"],"fields":[],"vars":{}}]}
	// refused: invalid
	// {"ok":true,"value":3}
	// duckling
	// duckling has ChildOf with some target  [TECS-047 TECS-050]
	//   duckling has an edge of ChildOf to duck
	// duckling has no edge of Likes  [TECS-064]
	// not duck, ChildOf: duck has no edge of ChildOf
	// not egg, !Likes: egg has Likes with some target
}

// A monitor gets at most one event per entity and operation. In this profile, restoring a snapshot
// reports every matching entity again.
func ExampleWorld_observe() {
	w := family()
	say(w,
		`{"op":"observe","as":"children","terms":[{"first":"ChildOf"}],"monitor":true}`,
		`{"op":"snapshot","as":"before"}`,
		`{"op":"delete","entity":"duck"}`,
		`{"op":"events"}`,
		`{"op":"restore","as":"before"}`,
		`{"op":"events"}`,
		`{"op":"has","entity":"egg","id":"ChildOf"}`,
	)
	// Output:
	// {"ok":true,"events":[{"observer":"children","event":"OnRemove","entity":"duckling","id":"","leave":true},{"observer":"children","event":"OnRemove","entity":"egg","id":"","leave":true}]}
	// {"ok":true,"events":[{"observer":"children","event":"OnAdd","entity":"duckling","id":""},{"observer":"children","event":"OnAdd","entity":"egg","id":""}]}
	// {"ok":true,"value":true}
}
