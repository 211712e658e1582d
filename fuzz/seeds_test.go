package fuzz_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// addCases adds n inputs of random bytes, which decode to traces of every profile.
func addCases(f *testing.F, n int) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		data := make([]byte, 150+random.IntN(500))
		for j := range data {
			data[j] = byte(random.Uint32())
		}
		data[0] = byte(i)
		f.Add(data)
	}
}

// addTraces adds traces as files: traces of the generator and of scenarios, and a transcript with
// outcomes of every kind.
func addTraces(f *testing.F) {
	all, err := scenario.Embedded()
	require.NoError(f, err)
	for i := 0; i < len(all); i += 40 {
		f.Add([]byte(text(f, all[i].Trace())))
	}
	for _, p := range spec.Profiles() {
		f.Add([]byte(text(f, fuzz.Generate(1, p, fuzz.Operations(50)))))
	}
	f.Add([]byte(`{"format":"relspec-trace","version":1,"profile":"flecs-3","origin":"by hand"}
{"op":"entity","entity":"a","got":{"ok":true}}
{"op":"alive","entity":"a","got":{"ok":true,"value":true}}
{"op":"count","id":"A","got":{"ok":true,"value":3}}
{"op":"target","entity":"a","relationship":"R","got":{"ok":true,"value":null}}
{"op":"targets","entity":"a","relationship":"R","got":{"ok":true,"values":["b"]}}
{"op":"ids","entity":"a","got":{"ok":true,"values":["A",["R","b"]]}}
{"op":"get","entity":"a","id":"P","got":{"ok":true,"value":{"x":1.5,"who":null}}}
{"op":"path","entity":"a","got":{"ok":true,"value":"a.b"}}
{"op":"query","expr":"(R, $x)","got":{"ok":true,"results":[{"entities":["a"],"fields":[{"id":["R","b"],"src":null,"set":true}],"vars":{"x":"b"}}]}}
{"op":"dump","got":{"ok":true,"dump":{"entities":[{"entity":"a","name":"a","ids":["A",{"id":"P","value":{"x":1}}]}]}}}
{"op":"events","got":{"ok":true,"events":[{"observer":"o","event":"OnAdd","entity":"a","id":"A"}]}}
{"op":"add","entity":"a","id":"B","got":{"ok":false,"error":{"code":"not_alive","message":"gone"}}}
`))
}

// addLines adds operations as lines: those of traces with every feature, one of each kind, and
// operations on declared relationships.
func addLines(f *testing.F) {
	var all content.Features
	for _, name := range content.FeatureNames() {
		require.NoError(f, all.Set(name, true))
	}
	lines := map[spec.OpKind]spec.Entry{}
	for seed := range uint64(10) {
		for _, e := range fuzz.Generate(seed, spec.Flecs4(), fuzz.WithFeatures(all), fuzz.Operations(400)).Entries {
			lines[e.Op.Op] = e
		}
	}
	for _, kind := range spec.OpKinds() {
		if _, made := lines[kind]; !made {
			lines[kind] = spec.Entry{Op: spec.Operation{Op: kind}}
		}
		line, err := lines[kind].MarshalJSON()
		require.NoError(f, err)
		f.Add(append(line, '\n'))
	}
	f.Add([]byte(`{"op":"relationship","entity":"Follows","exclusive":true,"sparse":true,"reverse_index":true,"cascade_delete":true,"transient":true,"fields":["delay","mark"],"defaults":[0.5,null],"require":["delay"]}
{"op":"relationship","entity":"Likes","serialize":true}
{"op":"set","entity":"a","id":["Follows","b"],"args":[0.25,"soon"]}
{"op":"set","entity":"a","id":["Follows","c"],"args":[null,true]}
{"op":"walk_up","entity":"a","relationship":"Follows","max_depth":3,"take":2}
{"op":"traverse","entity":"b","relationship":"Follows","got":{"ok":true,"values":["a"],"depths":[0]}}
{"op":"tables","got":{"ok":true,"value":2}}
`))
}
