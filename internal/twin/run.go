package twin

import (
	"fmt"
	"runtime/debug"

	"github.com/relspec/relspec/fast"
)

// Result says how a run went.
type Result struct {
	Operations int
	Counts     map[string]int // by what was done
	Difference *Difference    // nil if the worlds are the same
}

// mostOperations is where a run ends.
const mostOperations = 400

// Run carries a string of bytes out: the first bytes decide how the worlds begin, and every few
// further ones are an operation. It ends with the first difference. A panic of a typed call that is
// no refusal is one.
func Run(data []byte) (r Result) {
	t := &twin{source: &source{data: data}, counts: map[string]int{}, births: map[fast.Entity]int{}}
	defer func() {
		r.Operations, r.Counts = t.ops, t.counts
		switch p := recover().(type) {
		case nil:
		case *Difference:
			r.Difference = p
		default:
			if p == any(errApart) {
				t.did("numbers apart")
				return
			}
			r.Difference = &Difference{t.ops, fmt.Sprintf("panic: %v\n%s", p, debug.Stack())}
		}
	}()
	t.begin()
	for !t.over && t.ops < mostOperations {
		t.ops++
		t.noteLiving()
		t.operate()
		t.apart = t.apart || t.diedTogether()
	}
	t.compareAll()
	return r
}

// operate is one operation.
func (t *twin) operate() {
	switch t.pick(16) {
	case 0, 1, 2, 3, 4, 5, 6:
		t.change()
	case 7, 8:
		t.hold()
	case 9, 10, 11, 12, 13:
		t.ask()
	case 14:
		t.follow()
	case 15:
		t.close()
	}
}

// Everything names the things that runs consist of, as their counts do.
var Everything = []string{
	"SpawnWith", "Spawn", "Spawner", "SpawnMany", "Spawner.SpawnMany", "add", "add pair", "AddAll", "remove", "set",
	"set pair", "delete", "toggle", "SetAll", "DeleteAll", "Exchange", "ExchangeAll", "World.SpawnMany",
	"Commands", "Defer", "snapshot", "restore", "query of 0", "query of 1", "query of 2", "query of 3", "query of 4",
	"query of 5",
	"held", "Bind", "groups", "Changed", "write", "Relationship", "Closure",
}
