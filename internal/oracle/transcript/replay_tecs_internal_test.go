package transcript

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// tecsCases are traces with one operation per line. The first "=" is followed by the answer of the reference, the
// second by that of the defect if it differs. Most traces also have operations that the defect must not affect.
var tecsCases = []struct{ defect, ops string }{
	{dataOfFirst, `
		{"op":"relationship","entity":"R","fields":["x"]}
		{"op":"entity","entity":"t"}
		{"op":"entity","entity":"u"}
		{"op":"entity","entity":"a"}
		{"op":"set","entity":"a","id":["R","t"],"args":[1]}
		{"op":"set","entity":"a","id":["R","t"],"args":[2]}
		{"op":"get","entity":"a","id":["R","t"]} = {x=2, target=t} = {x=1, target=t}
		{"op":"set","entity":"a","id":["R","u"],"value":{"x":3}}
		{"op":"get","entity":"a","id":["R","u"]} = {x=3, target=u}
		{"op":"set","entity":"a","id":["R","u"],"args":[4]}
		{"op":"get","entity":"a","id":["R","u"]} = {x=4, target=u} = {x=3, target=u}`},
	{dataOfFirst, `
		{"op":"relationship","entity":"R","fields":["x"],"require":["x"]}
		{"op":"entity","entity":"t"}
		{"op":"entity","entity":"a"}
		{"op":"has","entity":"a","id":["R","t"]} = false = refused: invalid
		{"op":"set","entity":"a","id":["R","t"],"args":[1]}
		{"op":"has","entity":"a","id":["R","t"]} = true`},
	{edgesToDead, `
		{"op":"relationship","entity":"S","sparse":true,"reverse_index":true}
		{"op":"relationship","entity":"D","reverse_index":true}
		{"op":"entity","entity":"s"}
		{"op":"entity","entity":"t"}
		{"op":"set","entity":"s","id":["S","t"]}
		{"op":"set","entity":"s","id":["D","t"]}
		{"op":"set","entity":"t","id":["ChildOf","s"]}
		{"op":"observe","as":"o","monitor":true,"terms":[{"first":"ChildOf","oper":"not"}]}
		{"op":"snapshot","as":"before"}
		{"op":"delete","entity":"t"}
		{"op":"events"} = {}
		{"op":"tables"} = 1
		{"op":"has","entity":"s","id":"S"} = false = true
		{"op":"has","entity":"s","id":"D"} = false
		{"op":"alive","entity":"t"} = false
		{"op":"query","terms":[{"first":"S"}]} = {} = {s}
		{"op":"restore","as":"before"}
		{"op":"alive","entity":"t"} = true`},
	{edgesWithoutTag, `
		{"op":"relationship","entity":"D"}
		{"op":"relationship","entity":"S","sparse":true}
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"t"}
		{"op":"set","entity":"a","id":["D","t"]}
		{"op":"set","entity":"a","id":["S","t"]}
		{"op":"remove","entity":"a","id":"D"}
		{"op":"remove","entity":"a","id":"S"}
		{"op":"has","entity":"a","id":"D"} = false
		{"op":"has","entity":"a","id":["D","t"]} = false = true
		{"op":"has","entity":"a","id":["S","t"]} = false
		{"op":"query","terms":[{"first":"D"}]} = {}
		{"op":"query","terms":[{"first":"D","second":"t"}]} = {} = {a}
		{"op":"set","entity":"a","id":["D","t"]}
		{"op":"has","entity":"a","id":"D"} = true`},
	{staleSparse, `
		{"op":"relationship","entity":"D","exclusive":true}
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"b"}
		{"op":"entity","entity":"c"}
		{"op":"set","entity":"c","id":["ChildOf","a"]}
		{"op":"set","entity":"c","id":["D","a"]}
		{"op":"snapshot","as":"s"}
		{"op":"set","entity":"c","id":["ChildOf","b"]}
		{"op":"set","entity":"c","id":["D","b"]}
		{"op":"restore","as":"s"}
		{"op":"get","entity":"c","id":"ChildOf"} = {target=a} = {target=b}
		{"op":"target","entity":"c","relationship":"ChildOf"} = a
		{"op":"get","entity":"c","id":"D"} = {target=a}
		{"op":"set","entity":"c","id":["ChildOf","a"]}
		{"op":"get","entity":"c","id":"ChildOf"} = {target=a}`},
	{emptyIndex, `
		{"op":"relationship","entity":"R","exclusive":true,"reverse_index":true,"cascade_delete":true}
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"b"}
		{"op":"entity","entity":"c"}
		{"op":"entity","entity":"d"}
		{"op":"entity","entity":"e"}
		{"op":"entity","entity":"f"}
		{"op":"set","entity":"b","id":["R","a"]}
		{"op":"set","entity":"f","id":["R","e"]}
		{"op":"set","entity":"c","id":["ChildOf","a"]}
		{"op":"snapshot","as":"s"}
		{"op":"sources","entity":"a","relationship":"R"} = {b}
		{"op":"restore","as":"s"}
		{"op":"sources","entity":"a","relationship":"R"} = {b} = {}
		{"op":"sources","entity":"a","relationship":"ChildOf"} = {c}
		{"op":"set","entity":"f","id":["R","e"]}
		{"op":"sources","entity":"e","relationship":"R"} = {f}
		{"op":"set","entity":"d","id":["R","a"]}
		{"op":"sources","entity":"a","relationship":"R"} = {b, d} = {d}
		{"op":"delete","entity":"a"}
		{"op":"alive","entity":"b"} = false = true
		{"op":"alive","entity":"c"} = false
		{"op":"alive","entity":"d"} = false`},
	{removedEarly, `
		{"op":"relationship","entity":"S","sparse":true}
		{"op":"relationship","entity":"D"}
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"t"}
		{"op":"set","entity":"a","id":["S","t"]}
		{"op":"set","entity":"a","id":["D","t"]}
		{"op":"defer_begin"}
		{"op":"remove","entity":"a","id":["S","t"]}
		{"op":"remove","entity":"a","id":["D","t"]}
		{"op":"has","entity":"a","id":["S","t"]} = true = false
		{"op":"has","entity":"a","id":"S"} = true
		{"op":"has","entity":"a","id":["D","t"]} = true
		{"op":"targets","entity":"a","relationship":"S"} = {t} = {}
		{"op":"defer_end"}
		{"op":"has","entity":"a","id":"S"} = false`},
	{indexedEarly, `
		{"op":"relationship","entity":"D","reverse_index":true}
		{"op":"relationship","entity":"S","reverse_index":true,"sparse":true}
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"b"}
		{"op":"entity","entity":"t"}
		{"op":"set","entity":"b","id":["D","t"]}
		{"op":"defer_begin"}
		{"op":"set","entity":"a","id":["D","t"]}
		{"op":"set","entity":"a","id":["S","t"]}
		{"op":"remove","entity":"b","id":["D","t"]}
		{"op":"has","entity":"a","id":["D","t"]} = false
		{"op":"sources","entity":"t","relationship":"D"} = {b} = {a}
		{"op":"sources","entity":"t","relationship":"S"} = {}
		{"op":"defer_end"}
		{"op":"sources","entity":"t","relationship":"D"} = {a}
		{"op":"sources","entity":"t","relationship":"S"} = {a}`},
	{stagedOutlive, `
		{"op":"relationship","entity":"D","exclusive":true,"reverse_index":true,"cascade_delete":true}
		{"op":"entity","entity":"t"}
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"b"}
		{"op":"entity","entity":"c"}
		{"op":"set","entity":"a","id":["ChildOf","t"]}
		{"op":"defer_begin"}
		{"op":"set","entity":"b","id":["ChildOf","t"]}
		{"op":"set","entity":"c","id":["D","t"]}
		{"op":"delete","entity":"t"}
		{"op":"defer_end"}
		{"op":"alive","entity":"a"} = false
		{"op":"alive","entity":"b"} = false = true
		{"op":"alive","entity":"c"} = false
		{"op":"query","terms":[{"first":"ChildOf"}]} = {} = {b}`},
	{replacedNotified, `
		{"op":"relationship","entity":"D","exclusive":true}
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"b"}
		{"op":"entity","entity":"s"}
		{"op":"set","entity":"s","id":["D","a"]}
		{"op":"set","entity":"s","id":["ChildOf","a"]}
		{"op":"observe","as":"o","monitor":true,"terms":[{"first":"D"}]}
		{"op":"observe","as":"p","monitor":true,"terms":[{"first":"ChildOf"}]}
		{"op":"set","entity":"s","id":["D","a"]}
		{"op":"set","entity":"s","id":["ChildOf","b"]}
		{"op":"events"} = {}
		{"op":"set","entity":"s","id":["D","b"]}
		{"op":"events"} = {} = {o OnRemove s  (leaves), o OnAdd s , p OnRemove s  (leaves), p OnAdd s }
		{"op":"release","query":"o"}
		{"op":"set","entity":"s","id":["D","a"]}
		{"op":"events"} = {} = {p OnRemove s  (leaves), p OnAdd s }`},
	{boundReached, `
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"b"}
		{"op":"entity","entity":"c"}
		{"op":"set","entity":"b","id":["ChildOf","a"]}
		{"op":"set","entity":"c","id":["ChildOf","b"]}
		{"op":"walk_up","entity":"c","max_depth":1} = refused: limit
		{"op":"walk_up","entity":"c","max_depth":2} = {b, a} = refused: limit
		{"op":"walk_up","entity":"c","max_depth":3} = {b, a}`},
	{emptyWithoutIndex, `
		{"op":"relationship","entity":"S","sparse":true,"exclusive":true}
		{"op":"relationship","entity":"D","exclusive":true}
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"b"}
		{"op":"set","entity":"b","id":["S","a"]}
		{"op":"sources","entity":"a","relationship":"S"} = refused: invalid = {}
		{"op":"traverse","entity":"a","relationship":"S"} = refused: invalid = {}
		{"op":"sources","entity":"a","relationship":"D"} = refused: invalid
		{"op":"sources","entity":"b","relationship":"ChildOf"} = {}`},
	{walkWithoutIndex, `
		{"op":"relationship","entity":"R","exclusive":true}
		{"op":"relationship","entity":"M"}
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"b"}
		{"op":"entity","entity":"c"}
		{"op":"set","entity":"b","id":["R","a"]}
		{"op":"set","entity":"c","id":["R","b"]}
		{"op":"walk_up","entity":"c","relationship":"R"} = refused: invalid = {b, a}
		{"op":"walk_up","entity":"c","relationship":"R","take":1} = refused: invalid = {b}
		{"op":"walk_up","entity":"c","relationship":"R","max_depth":1} = refused: invalid = refused: limit`},
	{everyRoute, `
		{"op":"relationship","entity":"R","reverse_index":true}
		{"op":"entity","entity":"a"}
		{"op":"entity","entity":"b"}
		{"op":"entity","entity":"c"}
		{"op":"set","entity":"b","id":["R","a"]}
		{"op":"traverse","entity":"a","relationship":"R"} = {b 0}
		{"op":"set","entity":"c","id":["R","a"]}
		{"op":"set","entity":"c","id":["R","b"]}
		{"op":"traverse","entity":"a","relationship":"R"} = {b 0, c 1} = {b 0, c 1, c 0}
		{"op":"set","entity":"a","id":["R","c"]}
		{"op":"traverse","entity":"b","relationship":"R"} = {c 0, a 1} = refused: limit`},
	{stagedListed, `
		{"op":"entity","entity":"a"}
		{"op":"defer_begin"}
		{"op":"entity","entity":"b"}
		{"op":"dump"} = {a} = {a, b}
		{"op":"alive","entity":"b"} = false
		{"op":"defer_end"}
		{"op":"dump"} = {a, b}`},
}

func tecsWorldWith(t *testing.T, defects ...string) *tecsWorld {
	t.Helper()
	reference, err := engines.Model().Start(spec.Tecs())
	require.NoError(t, err)
	on := map[string]string{}
	for _, d := range defects {
		on[d] = d
	}
	return newTecsWorld(reference, on)
}

func TestEachDefectOfTecsHasItsEffect(t *testing.T) {
	shown := map[string]bool{}
	for _, c := range tecsCases {
		shown[c.defect] = true
		t.Run(c.defect, func(t *testing.T) {
			sound, wrong := tecsWorldWith(t), tecsWorldWith(t, c.defect)
			for line := range strings.Lines(strings.TrimSpace(c.ops)) {
				text, answers, asks := strings.Cut(strings.TrimSpace(line), " = ")
				var op spec.Operation
				require.NoError(t, json.Unmarshal([]byte(text), &op), text)
				right, bad := sound.Apply(op), wrong.Apply(op)
				if !asks {
					require.Nil(t, right.Err, text)
					require.Nil(t, bad.Err, text)
					continue
				}
				want, got, differs := strings.Cut(answers, " = ")
				if !differs {
					got = want
				}
				require.Equal(t, want, brief(right), text)
				require.Equal(t, got, brief(bad), text)
			}
		})
	}
	for _, d := range tecsDefects {
		require.True(t, shown[d], d)
	}
}

func TestAWorldOfTecsWithoutDefectsEqualsTheReference(t *testing.T) {
	g := fuzz.New(spec.Tecs())
	for seed := range uint64(100) {
		reference, err := engines.Model().Start(spec.Tecs())
		require.NoError(t, err)
		world := tecsWorldWith(t)
		for _, op := range g.Generate(seed).Operations() {
			want, got := reference.Apply(op), world.Apply(op)
			require.Nil(t, compare.Outcomes(&op, &want, &got, compare.Options{}),
				"seed %d: %s", seed, show.Operation(spec.Tecs(), &op))
		}
	}
}

// brief returns the entities of rows and dumps, and the events.
func brief(o spec.Outcome) string {
	var parts []string
	switch {
	case o.Err != nil || o.Kind != spec.OutRows && o.Kind != spec.OutDump && o.Kind != spec.OutEvents:
		return show.Outcome(o)
	case o.Kind == spec.OutDump:
		for _, e := range o.Dump.Entities {
			parts = append(parts, string(e.Handle))
		}
	}
	for _, r := range o.Rows {
		parts = append(parts, string(r.This))
	}
	for _, e := range o.Events {
		parts = append(parts, show.Event(e))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
