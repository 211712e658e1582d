package finding

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// Severity orders findings; 0 is the worst. The order is: a wrong deletion, an id that a deletion
// lost or that mentions a dead entity, a crash or an invalid answer, a wrong answer or world, wrong
// events or a wrong order, a wrong refusal.
func (e *Evidence) Severity() int {
	op, kind := e.kind()
	switch effect := e.effect(); {
	case effect == losesEntity || effect == sparesEntity:
		return 0
	case effect == leavesDangling || effect == losesID:
		return 1
	case op == string(spec.CodeCrash) || kind == compare.DiffBroken:
		return 2
	case kind == compare.DiffOrder || kind == compare.DiffBatches || kind == compare.DiffEvents:
		return 4
	case kind == compare.DiffError:
		return 5
	}
	return 3
}

// Touches returns the capabilities that the operations need, sorted.
func (e *Evidence) Touches() []string {
	needs, judge := map[string]bool{}, capability.New(e.Profile)
	for i := range e.Operations {
		for _, need := range judge.Lacks(&e.Operations[i], &spec.Info{Capabilities: map[string][]spec.Capability{"": nil}}) {
			needs[need] = true
		}
		judge.Follow(&e.Operations[i])
	}
	return slices.Sorted(maps.Keys(needs))
}

// kind parses the signature: the operation, and how the answers differ.
func (e *Evidence) kind() (op string, kind compare.DiffKind) {
	op, rest, _ := strings.Cut(e.Signature, " ")
	for _, k := range []compare.DiffKind{compare.DiffError, compare.DiffBroken} {
		if strings.HasPrefix(rest, string(k)) {
			return op, k
		}
	}
	return strings.TrimSuffix(op, ":"), compare.DiffKind(rest)
}

// Title describes the failure in one line: "deleting a relationship deletes unrelated children".
func (e *Evidence) Title() string {
	op, kind := e.kind()
	switch {
	case e.Intermittent:
		return "sometimes: " + e.Signature
	case op == string(spec.CodeCrash):
		return "the engine crashes: " + strings.TrimPrefix(e.Signature, op+": ")
	case e.effect() != "":
		return e.deletionTitle()
	case e.Refused != "":
		return op + " is refused but changes the world" + e.with()
	case e.query() != nil && kind != compare.DiffError && kind != compare.DiffBroken:
		return e.queryTitle(kind)
	}
	switch kind { //nolint:exhaustive // the others are answers
	case compare.DiffDump:
		return op + " leaves " + e.worldWrong() + e.with()
	case compare.DiffError:
		return e.refusalTitle(op) + e.with()
	case compare.DiffBroken:
		return op + " gets an invalid answer" + e.with()
	case compare.DiffEvents:
		return op + " sends observers the wrong events" + e.with()
	case compare.DiffLaw:
		return "the engine contradicts itself at " + op + e.with()
	}
	return op + " returns a wrong answer" + e.with()
}

// with lists the reserved entities in the deeds, such as " with Exclusive". It also says whether an
// entity is created after a deletion.
func (e *Evidence) with() string {
	var properties []string
	again := ""
	for _, word := range e.deeds() {
		switch {
		case spec.IsReserved(spec.Handle(word)):
			properties = append(properties, word)
		case word == reuse:
			again = " if an entity is created after a deletion"
		}
	}
	if len(properties) == 0 {
		return again
	}
	return " with " + strings.Join(properties, ", ") + again
}

func (e *Evidence) deletionTitle() string {
	what := cmp.Or(strings.Join(e.roles(), " that is also "), "an entity")
	title := "deleting " + what + " "
	switch e.effect() {
	case losesEntity:
		title += "deletes " + e.lost()
	case sparesEntity:
		title += "does not delete an entity that should be deleted too"
	case leavesDangling:
		title += "leaves an id of a deleted entity"
	case losesID:
		title += "removes an id that should remain"
	case leavesID:
		title += "leaves an id that should be removed"
	}
	if p := e.policies(); len(p) > 0 {
		title += ", with " + strings.Join(p, ", ")
	}
	return title
}

// lost describes the entities that only the engine deletes.
func (e *Evidence) lost() string {
	last := e.deleting()
	children, related := true, false
	want, got := e.worlds()
	for i := range e.Operations {
		op := &e.Operations[i]
		_, should := want[string(op.Entity)]
		if _, lives := got[string(op.Entity)]; !should || lives {
			continue
		}
		child := !bears(op.Op)
		for id := range given(op) {
			child = child || id.First == spec.ChildOf
			related = related || id.First == last.Entity || id.Second == last.Entity
		}
		children = children && child
	}
	noun := "entities"
	if children {
		noun = "children"
	}
	if !related {
		return "unrelated " + noun
	}
	return noun + " that should stay alive"
}

// policies returns the cleanup policies in the operations, as text.
func (e *Evidence) policies() []string {
	met := map[string]bool{}
	for i := range e.Operations {
		for _, id := range append([]spec.ID{e.Operations[i].ID}, e.Operations[i].IDs...) {
			if id.First == spec.OnDelete || id.First == spec.OnDeleteTarget {
				met["("+string(id.First)+", "+string(id.Second)+")"] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(met))
}

func (e *Evidence) queryTitle(kind compare.DiffKind) string {
	title := "a query"
	if e.iteratedBefore() {
		title = "a query that is iterated again"
	}
	var with []string
	for _, word := range e.observedBy() {
		if word != "query" {
			with = append(with, word)
		}
	}
	if len(with) > 0 {
		title += " with " + strings.Join(with, ", ")
	}
	switch kind { //nolint:exhaustive // the others are rows
	case compare.DiffMissing:
		title += " misses rows"
	case compare.DiffExtra:
		title += " returns extra rows"
	case compare.DiffOrder:
		title += " returns rows in the wrong order"
	case compare.DiffBatches:
		title += " reports changes wrongly"
	default:
		title += " returns wrong rows"
	}
	var after []string
	for _, word := range e.deeds() {
		if word == reuse {
			word = "a deletion and a new entity"
		}
		after = append(after, word)
	}
	if len(after) > 0 {
		title += " after " + strings.Join(after, ", ")
	}
	return title
}

// worldWrong describes what is wrong in the world after an operation that deletes nothing.
func (e *Evidence) worldWrong() string {
	switch only := e.only(); {
	case only != "":
		return "wrong " + only
	case e.namesTooMuch():
		return "an extra name"
	case e.keepsTarget():
		return "the old target in addition to the new one"
	}
	return "wrong ids"
}

func (e *Evidence) refusalTitle(op string) string {
	if len(e.Lines) > 1 {
		want, got := refused.FindStringSubmatch(e.Lines[0]), refused.FindStringSubmatch(e.Lines[1])
		switch {
		case want != nil && got != nil:
			return op + " returns the error " + got[1] + " instead of " + want[1]
		case want != nil:
			return op + " succeeds, but should return the error " + want[1]
		case got != nil:
			return op + " returns the error " + got[1] + ", but should succeed"
		}
	}
	return op + " returns a wrong error"
}
