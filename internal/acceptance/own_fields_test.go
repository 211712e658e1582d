package acceptance_test

// First operations of worlds.
const (
	twoTags   = `{"op":"entity","entity":"A","name":"A"} {"op":"entity","entity":"B","name":"B"} {"op":"entity","entity":"e","ids":["A","B"]} `
	pairOfTwo = `{"op":"entity","entity":"R","name":"R"} {"op":"entity","entity":"x","name":"x"} {"op":"entity","entity":"e","name":"e","ids":[["R","x"]]} `
	subclass  = `{"op":"entity","entity":"P"} {"op":"entity","entity":"Q","ids":[["IsA","P"]]} {"op":"entity","entity":"a","ids":["Q"]} `
)

// fieldsOfDocuments are the fields for which the documents, and so the built-in profiles, have
// different values.
var fieldsOfDocuments = []differs{
	{
		"flecs-3", "query_text", "flecs-4", twoTags + `{"op":"query","expr":"A($this|self)"}`, "refused: syntax",
		"{$this=e  A}",
	},
	{"flecs-3", "traversal", "ChildOf", `{"op":"entity","entity":"A"} {"op":"entity","entity":"p","ids":["A"]} {"op":"entity","entity":"c","parent":"p"}
		{"op":"query","terms":[{"first":"A","src":{"var":"this","trav":{"flags":["up"]}}}]}`, "{}", "{$this=c  A@p}"},
	{
		"flecs-3", "refused_over_isa", "uninherited",
		`{"op":"query","terms":[{"first":"Disabled","src":{"var":"this","trav":{"flags":["up"],"rel":"IsA"}}}]}`, "{}",
		"refused: not_traversable",
	},
	{"flecs-3", "finds_uninherited", "yes", `{"op":"entity","entity":"A","ids":["DontInherit"]} {"op":"entity","entity":"p","ids":["A"]} {"op":"entity","entity":"c","parent":"p"}
		{"op":"query","terms":[{"first":"A","src":{"var":"this","trav":{"flags":["up"],"rel":"ChildOf"}}}]}`, "{}", "{$this=c  A@p}"},
	{
		"flecs-3", "or_every", "yes", twoTags + `{"op":"query","expr":"A || B"}`, "{$this=e  A}",
		"{$this=e  A;  $this=e  B}",
	},
	{"flecs-3", "reflexive", "no", `{"op":"entity","entity":"a"} {"op":"query","terms":[{"first":"IsA","second":"a"}],"kind":"rule"}`, "{$this=a  (IsA, a)}", "{}"},
	{"flecs-3", "reflexive", "no", `{"op":"entity","entity":"R","ids":["Reflexive"]}`, "ok", "refused: unresolved"},
	{
		"flecs-3", "components_final", "no",
		`{"op":"component","entity":"C","members":[["n","i32"]]} {"op":"entity","entity":"d","ids":[["IsA","C"]]}`,
		"refused: final", "ok",
	},
	{
		"flecs-3", "this_alias", "no", twoTags +
			`{"op":"query","terms":[{"first":"A"},{"first":"B","src":"$This"}],"kind":"rule"}`, "{$this=e  A  B}",
		"{$this=e  $This=e  A  B@e}",
	},
	{
		"flecs-3", "negated_contains", "yes",
		pairOfTwo + `{"op":"query","terms":[{"first":"R","second":"$y"},{"compare":"~=","src":"$y","second":{"text":"!z"}}],"kind":"rule"}`, "{}", "{$this=e  $y=x  (R, x)}",
	},
	{
		"flecs-3", "singleton_second", "yes",
		`{"op":"entity","entity":"R"} {"op":"entity","entity":"e","ids":[["R","R"]]} {"op":"query","terms":[{"first":"R","second":"$"}]}`, "refused: unsupported", "{$this=e  (R, R)}",
	},
	{
		"flecs-3", "filter_access", "yes", twoTags + `{"op":"query","terms":[{"first":"A","access":"filter"}]}`,
		"refused: unsupported", "{$this=e  A}",
	},
	{
		"flecs-3", "change_opt_in", "yes",
		twoTags + `{"op":"prepare","as":"q","terms":[{"first":"A"}],"kind":"cached"} {"op":"changed","query":"q"}`,
		"true", "refused: invalid",
	},
	{"flecs-3", "entity_batches", "no", `{"op":"entity","entity":"A"} {"op":"entity","entity":"B"} {"op":"entity","entity":"s","ids":["B"]} {"op":"entity","entity":"a","ids":["A"]} {"op":"entity","entity":"b","ids":["A"]}
		{"op":"query","terms":[{"first":"A"},{"first":"B","src":"s"}],"batches":true}`, "{$this=a  A  B@s;  $this=b  A  B@s} in batches [0 1]", "{$this=a  A  B@s;  $this=b  A  B@s} in batches [0 0]"},
	{
		"flecs-3", "union_wildcard", "no",
		`{"op":"entity","entity":"R","ids":["Union"]} {"op":"entity","entity":"x"} {"op":"entity","entity":"e","ids":[["R","x"]]} {"op":"query","terms":[{"first":"R","second":"*"}]}`, "{$this=e  (R, *)}", "{$this=e  (R, x)}",
	},
	{"flecs-3", "auto_rule", "no", subclass + `{"op":"query","terms":[{"first":"P"}]}`, "{$this=a  Q}", "{}"},
	{
		"flecs-3", "variables", "none", pairOfTwo + `{"op":"query","terms":[{"first":"R","second":"$y"}],"kind":"rule"}`,
		"{$this=e  $y=x  (R, x)}", "refused: unsupported",
	},
	{
		"flecs-3", "equality", "none", twoTags +
			`{"op":"query","terms":[{"first":"A"},{"compare":"==","src":"$this","second":"e"}],"kind":"rule"}`,
		"{$this=e  A}", "refused: unsupported",
	},
	{
		"flecs-3", "scopes", "none", twoTags + `{"op":"query","expr":"A, !{B}","kind":"rule"}`, "{}",
		"refused: unsupported",
	},
	{"flecs-3", "lookup_variables", "all", `{"op":"entity","entity":"A"} {"op":"entity","entity":"e","ids":["A"]} {"op":"entity","entity":"k","name":"k","parent":"e","ids":["A"]}
		{"op":"query","terms":[{"first":"A"},{"first":"A","src":{"var":"this","lookup":"k"}}],"kind":"rule"}`, "refused: unsupported", "{$this=e  A  A@k}"},
	{"flecs-3", "members", "all", `{"op":"component","entity":"C","name":"C","members":[["to","entity"]]} {"op":"entity","entity":"x"} {"op":"entity","entity":"e"} {"op":"set","entity":"e","id":"C","value":{"to":"x"}}
		{"op":"query","terms":[{"first":{"entity":"C","member":"to"},"second":"x"}],"kind":"rule"}`, "refused: unsupported", "{$this=e  (C.to, x)}"},
	{
		"flecs-3", "lists_in", "none", twoTags +
			`{"op":"query","terms":[{"first":"e","oper":"and_from"}],"kind":"filter"}`, "{$this=e  -}",
		"refused: unsupported",
	},
	{
		"flecs-3", "ordering", "none", twoTags + `{"op":"query","expr":"A","kind":"cached","group_by":"ChildOf"}`,
		"{$this=e  A  group=none}", "refused: unsupported",
	},
	{
		"flecs-3", "change_detection", "none",
		twoTags + `{"op":"prepare","as":"q","terms":[{"first":"A"}],"kind":"cached","detect_changes":true}`, "ok",
		"refused: unsupported",
	},
	{"flecs-3", "lists", "snapshot", twoTags + `{"op":"entity","entity":"l","ids":["A"]} {"op":"prepare","as":"q","terms":[{"first":"l","oper":"and_from"}],"kind":"filter"}
		{"op":"remove","entity":"l","id":"A"} {"op":"remove","entity":"e","id":"A"} {"op":"iterate","query":"q","terms":[]}`, "{$this=A  -;  $this=B  -;  $this=e  -;  $this=l  -}", "{}"},
	{"flecs-3", "lists", "snapshot", twoTags + `{"op":"entity","entity":"l","ids":["A","B"]} {"op":"prepare","as":"q","terms":[{"first":"l","oper":"or_from"}],"kind":"cached"}
		{"op":"delete","entity":"A"} {"op":"delete","entity":"l"} {"op":"iterate","query":"q"}`, "{}", "{$this=e  -}"},
	{"flecs-3", "lists", "snapshot", twoTags + `{"op":"entity","entity":"l"} {"op":"prepare","as":"q","terms":[{"first":"A"},{"first":"l","oper":"not_from"}],"kind":"cached"}
		{"op":"iterate","query":"q"} {"op":"add","entity":"l","id":"B"} {"op":"iterate","query":"q"}`, "{}", "{$this=e  A  -}"},
	{
		"flecs-3-beta", "subject_sets", "none",
		subclass + `{"op":"entity","entity":"b","ids":[["IsA","a"]]} {"op":"query","terms":[{"first":"P"}],"kind":"rule"}`, "{$this=a  Q;  $this=b  Q@a}", "{$this=a  Q}",
	},
	{
		"flecs-3-beta", "sub", "none", subclass +
			`{"op":"query","terms":[{"first":{"entity":"P","trav":{"flags":["down"]}}}],"kind":"rule"}`, "{$this=a  Q}",
		"refused: unsupported",
	},
	{
		"flecs-3-beta", "all", "none", subclass +
			`{"op":"query","terms":[{"first":{"entity":"Q","trav":{"flags":["self","up","all"]}}}],"kind":"rule"}`,
		"{$this=a  Q}", "refused: unsupported",
	},
	{
		"flecs-3", "without_operations", "type_of.plan",
		`{"op":"component","entity":"C","members":[["n","i32"]]} {"op":"type_of","id":"C"}`, "C",
		"refused: unsupported",
	},
	{"tecs", "walk_up", "1", `{"op":"relationship","entity":"R","exclusive":true,"reverse_index":true} {"op":"entity","entity":"a"} {"op":"entity","entity":"b"} {"op":"set","entity":"b","id":["R","a"]} {"op":"entity","entity":"c"} {"op":"set","entity":"c","id":["R","b"]}
		{"op":"walk_up","entity":"c","relationship":"R"}`, "{b, a}", "refused: limit"},
	{"flecs-3", "self_on_elements", "all", `{"op":"entity","entity":"P"} {"op":"entity","entity":"Q","ids":[["IsA","P"]]} {"op":"entity","entity":"a","ids":["Q"]} {"op":"entity","entity":"b","ids":["P"]}
		{"op":"query","terms":[{"first":{"entity":"P","trav":{"flags":["self"]}}}],"kind":"rule"}`, "refused: unsupported", "{$this=b  P}"},
}
