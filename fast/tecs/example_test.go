package tecs_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// must returns the value of a call that cannot fail in the example.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// named maps entities to names to print.
type named map[tecs.Entity]string

func (n named) spawn(w *tecs.World, name string, parts ...tecs.Part) tecs.Entity {
	e := must(w.Spawn(parts...))
	n[e] = name
	return e
}

// codeOf returns the code of an error.
func codeOf(err error) spec.ErrorCode {
	var refusal *spec.Error
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}

// One call declares a relationship. The options select its behaviour.
//
// TECS-009, TECS-023, TECS-111, TECS-131.
func ExampleWorld_NewRelationship() {
	w := tecs.NewWorld()
	likes := must(w.NewRelationship(tecs.Options{Name: "Likes"}))
	targets := must(w.NewRelationship(tecs.Options{Name: "Targets", Exclusive: true, ReverseIndex: true}))
	ann, apples, pears := must(w.Spawn()), must(w.Spawn()), must(w.Spawn())

	for _, r := range []*tecs.Relationship{likes, targets} {
		_ = w.Set(ann, r.To(apples))
		_ = w.Set(ann, r.To(pears))
		fmt.Println(r.Name(), len(w.Targets(ann, r)))
	}
	fmt.Println(w.Sources(pears, targets, func(tecs.Entity) { fmt.Println("a source of pears") }))
	fmt.Println(codeOf(w.Sources(pears, likes, func(tecs.Entity) {})))

	_, err := w.NewRelationship(tecs.Options{Name: "Follows", Fields: []string{"target"}})
	fmt.Println(err)
	// Output:
	// Likes 2
	// Targets 1
	// a source of pears
	// <nil>
	// invalid
	// invalid: the name of field 1 is empty, repeated or "target"; choose another name
}

// Follows is the data of a relationship of a Go type.
type Follows struct {
	Delay       float64
	MaxDistance float64
}

// The data of an edge can be a Go type, so that the compiler checks the fields.
//
// TECS-004, TECS-010, TECS-020.
func ExampleNewRelationshipOf() {
	w := tecs.NewWorld()
	follows := must(tecs.NewRelationshipOf(w, tecs.Options{Name: "Follows"}, Follows{0.5, 100}))
	ship, leader := must(w.Spawn()), must(w.Spawn())

	_ = w.Set(ship, follows.To(leader))
	fmt.Println(*follows.Get(ship))
	_ = w.Set(ship, follows.With(leader, Follows{Delay: 0.3, MaxDistance: 50}))
	follows.GetTo(ship, leader).Delay += 0.5
	fmt.Println(*follows.Get(ship))
	// Output:
	// {0.5 100}
	// {0.8 50}
}

// The positional form takes the target, then the fields in order. The table form names the fields.
//
// TECS-021, TECS-024, TECS-025, TECS-026, TECS-124, TECS-134, TECS-135, TECS-136, TECS-137,
// TECS-138.
func ExampleRelationship_To() {
	w := tecs.NewWorld()
	follows := must(w.NewRelationship(tecs.Options{
		Name: "Follows", Fields: []string{"delay", "maxDistance"}, Defaults: []any{0.5, 100},
	}))
	leader := must(w.Spawn())
	for _, edge := range []tecs.Edge{
		follows.To(leader), follows.To(leader, 0.2), follows.To(leader, 0.2, 50),
		follows.New(leader, tecs.Values{"delay": 0.2, "maxDistance": 50}),
	} {
		ship := must(w.Spawn(edge))
		found, _ := w.Get(ship, follows)
		fmt.Println(found.Value("delay"), found.Value("maxDistance"), found.Target() == leader)
	}
	// Output:
	// 0.5 100 true
	// 0.2 100 true
	// 0.2 50 true
	// 0.2 50 true
}

// The hook Init can check or complete an edge. It gets the target and the fields.
//
// TECS-118, TECS-132, TECS-140, TECS-141.
func ExampleOptions() {
	w := tecs.NewWorld()
	custom := must(w.NewRelationship(tecs.Options{
		Name: "CustomRel", Fields: []string{"customData"},
		Init: func(_ tecs.Entity, values []any) error {
			if values[0] == nil {
				return errors.New("CustomRel requires customData")
			}
			values[0] = strings.ToUpper(values[0].(string))
			return nil
		},
	}))
	a, b := must(w.Spawn()), must(w.Spawn())
	fmt.Println(w.Set(a, custom.To(b, "x")))
	edge, _ := w.Get(a, custom)
	fmt.Println(edge.Value("customData"))
	fmt.Println(w.Set(a, custom.To(b)))
	// Output:
	// <nil>
	// X
	// invalid: CustomRel requires customData
}

type Transform struct{ X, Y float64 }

// A query returns the matching tables, with the entities and the columns of each. Edges can also be
// read row by row.
//
// TECS-041, TECS-057, TECS-058, TECS-059, TECS-060, TECS-063, TECS-064.
func ExampleQuery_Batches() {
	w, names := tecs.NewWorld(), named{}
	transform := tecs.NewComponent[Transform](w)
	root := names.spawn(w, "root", transform.Of(Transform{X: 1}))
	names.spawn(w, "arm", transform.Of(Transform{X: 2}), w.ChildOf.To(root))
	names.spawn(w, "leg", transform.Of(Transform{X: 3}), w.ChildOf.To(root))

	children := must(w.NewQuery(tecs.Terms{Include: []tecs.Term{transform, w.ChildOf}}))
	for batch := range children.Batches() {
		transforms, parents := transform.In(batch), batch.Edges(w.ChildOf)
		for row, e := range batch.Entities() {
			fmt.Println(names[e], transforms[row].X, names[parents.Target(row)])
		}
	}
	roots := must(w.NewQuery(tecs.Terms{Include: []tecs.Term{transform}, Exclude: []tecs.Term{w.ChildOf}}))
	for e := range roots.All() {
		fmt.Println(names[e])
	}
	// Output:
	// arm 2 root
	// leg 3 root
	// root
}

// Only dense relationships have terms for one target.
//
// TECS-052, TECS-053, TECS-062, TECS-125.
func ExampleRelationship_Targeting() {
	w, names := tecs.NewWorld(), named{}
	follows := must(w.NewRelationship(tecs.Options{Name: "Follows"}))
	leader, other := must(w.Spawn()), must(w.Spawn())
	names.spawn(w, "ann", follows.To(leader))
	names.spawn(w, "bob", follows.To(other))

	q := must(w.NewQuery(tecs.Terms{Include: []tecs.Term{follows.Targeting(leader)}}))
	for e := range q.All() {
		fmt.Println(names[e])
	}
	_, err := w.NewQuery(tecs.Terms{Include: []tecs.Term{w.ChildOf.Targeting(leader)}})
	fmt.Println(codeOf(err))
	// Output:
	// ann
	// invalid
}

// ForEach visits all edges of an entity.
//
// TECS-066, TECS-067.
func ExampleWorld_ForEach() {
	w, names := tecs.NewWorld(), named{}
	follows := must(w.NewRelationship(tecs.Options{Name: "Follows"}))
	moon, sun := names.spawn(w, "moon"), names.spawn(w, "sun")
	names.spawn(w, "ship", follows.To(sun), follows.To(moon))

	q := must(w.NewQuery(tecs.Terms{Include: []tecs.Term{follows}}))
	for e := range q.All() {
		w.ForEach(e, follows, func(edge tecs.Edge) { fmt.Println(names[e], "follows", names[edge.Target()]) })
	}
	// Output:
	// ship follows moon
	// ship follows sun
}

// Sources visits the sources of a target. Tecs calls it world:targets.
//
// TECS-081, TECS-085, TECS-126.
func ExampleWorld_Sources() {
	w, names := tecs.NewWorld(), named{}
	tree := must(w.Spawn())
	names.spawn(w, "apple", w.ChildOf.To(tree))
	_ = w.Sources(tree, w.ChildOf, func(child tecs.Entity) { fmt.Println("child:", names[child]) })
	// Output: child: apple
}

type visitor struct{ count int }

func countChild(_ tecs.Entity, v *visitor) { v.count++ }

// With a package-level function and a context, a call does not allocate.
//
// TECS-082, TECS-083, TECS-084, TECS-127.
func ExampleSourcesWith() {
	w := tecs.NewWorld()
	tree := must(w.Spawn())
	for range 3 {
		must(w.Spawn(w.ChildOf.To(tree)))
	}
	context := &visitor{}
	_ = tecs.SourcesWith(w, tree, w.ChildOf, countChild, context)
	fmt.Println(context.count)
	// Output: 3
}

// Traverse returns depths and entities, parents before their children.
//
// TECS-086, TECS-087, TECS-088, TECS-128.
func ExampleWorld_Traverse() {
	w, names := tecs.NewWorld(), named{}
	ship := names.spawn(w, "ship")
	cockpit := names.spawn(w, "cockpit", w.ChildOf.To(ship))
	names.spawn(w, "engine", w.ChildOf.To(ship))
	names.spawn(w, "seat", w.ChildOf.To(cockpit))
	for depth, e := range must(w.Traverse(ship, w.ChildOf)) {
		fmt.Println(strings.Repeat("  ", depth) + names[e])
	}
	// Output:
	// cockpit
	//   seat
	// engine
}

// WalkUp visits ancestors up to the root, or until the function returns false. If there are more
// than maxDepth, it returns an error.
//
// TECS-094, TECS-097, TECS-099, TECS-129.
func ExampleWorld_WalkUp() {
	w, names := tecs.NewWorld(), named{}
	ship := names.spawn(w, "ship")
	cockpit := names.spawn(w, "cockpit", w.ChildOf.To(ship))
	seat := names.spawn(w, "seat", w.ChildOf.To(cockpit))
	show := func(ancestor tecs.Entity, depth int) bool {
		fmt.Println(depth, names[ancestor])
		return true
	}
	fmt.Println(w.WalkUp(seat, w.ChildOf, show, 0))
	fmt.Println(w.WalkUp(seat, w.ChildOf, show, 1))
	// Output:
	// 1 cockpit
	// 2 ship
	// <nil>
	// 1 cockpit
	// limit: there are more than 1 ancestors, or a cycle
}

type offsets struct {
	x  float64
	of map[tecs.Entity]float64
}

func sumOffset(ancestor tecs.Entity, _ int, o *offsets) bool {
	o.x += o.of[ancestor]
	return true
}

// The context can collect what the walk visits.
//
// TECS-095, TECS-096.
func ExampleWalkUpWith() {
	w := tecs.NewWorld()
	window := must(w.Spawn())
	panel := must(w.Spawn(w.ChildOf.To(window)))
	list := must(w.Spawn(w.ChildOf.To(panel)))
	item := must(w.Spawn(w.ChildOf.To(list)))
	sum := &offsets{of: map[tecs.Entity]float64{window: 10, list: 2.5}}
	_ = tecs.WalkUpWith(w, item, w.ChildOf, sumOffset, sum, 0)
	fmt.Println(sum.x)
	// Output: 12.5
}

// Despawning a parent also despawns everything below it.
//
// TECS-070, TECS-071, TECS-073.
func ExampleWorld_Despawn() {
	w := tecs.NewWorld()
	parent := must(w.Spawn())
	child := must(w.Spawn(w.ChildOf.To(parent)))
	orphan := must(w.Spawn(w.ChildOf.To(parent)))
	_ = w.Remove(orphan, w.ChildOf)
	_ = w.Despawn(parent)
	fmt.Println(w.Alive(parent), w.Alive(child), w.Alive(orphan))
	// Output: false false true
}

// A monitor is notified of entities that start or stop matching a query. Its callback may change
// the world.
//
// TECS-123, TECS-149, TECS-150.
func ExampleWorld_Observe() {
	w, names := tecs.NewWorld(), named{}
	follows := must(w.NewRelationship(tecs.Options{Name: "Follows"}))
	lost := w.NewTag()
	_ = must(w.Observe(tecs.Terms{Include: []tecs.Term{follows}}, tecs.Callbacks{
		Added: func(list []tecs.Entity) { fmt.Println("followers:", len(list)) },
		Removed: func(list []tecs.Entity) {
			for _, e := range list {
				_ = w.Set(e, lost)
			}
		},
	}))
	leader, second := must(w.Spawn()), must(w.Spawn())
	ann := names.spawn(w, "ann", follows.To(leader))
	bob := names.spawn(w, "bob", follows.To(leader), follows.To(second))
	_ = w.Despawn(leader)
	fmt.Println(w.Has(ann, lost), w.Has(bob, lost))
	// Output:
	// followers: 1
	// followers: 1
	// true false
}

// Changes in a scope are staged until Commit. A loop over a query is a scope.
//
// TECS-072.
func ExampleWorld_Defer() {
	w := tecs.NewWorld()
	parent := must(w.Spawn())
	child := must(w.Spawn(w.ChildOf.To(parent)))
	w.Defer()
	_ = w.Despawn(parent)
	fmt.Println(w.Alive(child))
	fmt.Println(w.Commit(), w.Alive(child))
	// Output:
	// true
	// <nil> false
}

// Snapshots omit the edges of transient relationships.
//
// TECS-120, TECS-142.
func ExampleWorld_Snapshot() {
	w := tecs.NewWorld()
	aims := must(w.NewRelationship(tecs.Options{Name: "Aims", Transient: true}))
	tree := must(w.Spawn())
	apple := must(w.Spawn(w.ChildOf.To(tree), aims.To(tree)))
	saved := must(w.Snapshot())
	_ = w.Despawn(tree)
	fmt.Println(w.Restore(saved), w.Has(apple, w.ChildOf), w.Has(apple, aims))
	// Output: <nil> true false
}
