package acceptance_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// onReserved are operations on reserved entities. Files contain the ids that these add, and those
// that reserved entities have from the start.
const onReserved = `{"op":"add","entity":"IsA","id":["OnDeleteTarget","Delete"]} {"op":"add","entity":"ChildOf","id":"Symmetric"} {"op":"entity","entity":"a"}
	{"op":"entity","entity":"b","ids":[["IsA","a"]]} {"op":"entity","entity":"c","ids":[["ChildOf","a"]]} {"op":"add","entity":"c","id":["ChildOf","b"]} {"op":"ids","entity":"c"}
	{"op":"query","terms":[{"first":"IsA","second":"a"}],"kind":"rule"} {"op":"add","entity":"a","id":["IsA","b"]} {"op":"ids","entity":"IsA"} {"op":"ids","entity":"ChildOf"}
	{"op":"delete","entity":"a"} {"op":"alive","entity":"b"} {"op":"alive","entity":"c"} {"op":"dump"}`

// If a profile lacks a capability, its reserved handles are missing, and so are ids with them. All
// engines agree, and a saved world can be loaded.
func TestEnginesAgreeWithoutACapability(t *testing.T) {
	for _, base := range spec.ProfilesOf(spec.FlecsFamily) {
		var all []spec.Capability
		for _, list := range base.Capabilities() {
			all = append(all, list...)
		}
		slices.Sort(all)
		all = slices.Compact(all)
		for _, missing := range all {
			p := base
			// "" is for handles that need no capability
			p.Only = append(slices.DeleteFunc(slices.Clone(all), func(c spec.Capability) bool { return c == missing }),
				"")
			want := ""
			for _, im := range append([]oracle.Implementation{engines.Model(), engines.Fast()},
				engines.StorageChoices()...) {
				engine, err := im.New(p)
				require.NoError(t, err)
				var got strings.Builder
				for decoder := json.NewDecoder(strings.NewReader(onReserved)); decoder.More(); {
					var op spec.Operation
					require.NoError(t, decoder.Decode(&op))
					out := engine.Apply(op)
					got.WriteString(string(op.Op) + " " + oracle.OutcomeText(out) + "\n")
				}
				if want == "" {
					want = got.String()
				}
				require.Equal(t, want, got.String(), "%s in %s without %s", im.Name, base.Name, missing)
			}
			require.NotContains(t, want, "crash")
		}
	}
}
