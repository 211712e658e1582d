// Dungeon is a small dungeon game that plays itself. Its rules are queries: which monsters attack
// the hero, which loot they drop, which recipes can be made, which door opens, and what is on a
// floor. The queries derive the rest from the facts below; for example, no fact says
// that a skeleton attacks the hero.
//
//	go run ./examples/dungeon
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast"
)

// Holds is the relationship of the hero to a kind of item: the value of (Holds, kind) is how many
// the hero has.
type Holds struct{ Number int }

// facts describes the dungeon. Each line has an entity and its ids. A pair is (Relationship,
// Target).
const facts = `
Dungeon    Place
Upper      Place (LocatedIn, Dungeon)
Deep       Place (LocatedIn, Dungeon)
Hall       Room (LocatedIn, Upper)
Library    Room (LocatedIn, Upper) (Leads, Hall)
Crypt      Room (LocatedIn, Deep) (Leads, Library)
Vault      Room (LocatedIn, Deep) (Leads, Crypt) (LockedBy, Lockpick)

Crown      (Hates, Guild)
Undead     (Hates, Guild) (Hates, Crown)
Guild      Faction

Guard      Prefab Monster (Member, Crown) (Drops, Iron)
Skeleton   Prefab Monster (Member, Undead) (Drops, Bone)
Warden     Prefab (IsA, Skeleton) (Drops, Wire)
Librarian  Prefab Monster (Member, Guild) (Drops, Book)

Hero       (Member, Guild) (LocatedIn, Hall)
Fritz      (IsA, Guard) (LocatedIn, Hall)
Ada        (IsA, Librarian) (LocatedIn, Library)
Rattle     (IsA, Skeleton) (LocatedIn, Crypt)
Grim       (IsA, Warden) (LocatedIn, Crypt)
Chest      (LocatedIn, Vault) (Contains, Gold)

Lockpick   Recipe (Needs, Iron) (Needs, Wire)
Club       Recipe (Needs, Bone)
Elixir     Recipe (Needs, Herb) (Needs, Book)
`

type dungeon struct {
	w                                 *fast.World
	out                               io.Writer
	holds                             *fast.Component[Holds]
	locatedIn, needs, leads, contains *fast.Relationship
	hero                              fast.Entity
}

func load(out io.Writer) *dungeon {
	w := fast.NewWorld()
	d := &dungeon{w: w, out: out, holds: fast.Register[Holds](w)}
	// LocatedIn is transitive: what is in the crypt is in the dungeon, too, at any depth.
	d.locatedIn = w.Relationship(w.NewRelationship("LocatedIn", fast.Transitive))
	// Leads is symmetric: a passage leads both ways.
	d.leads = w.Relationship(w.NewRelationship("Leads", fast.Symmetric))
	d.needs = w.Relationship(w.NewRelationship("Needs"))
	d.contains = w.Relationship(w.NewRelationship("Contains"))
	for _, name := range []string{"Drops", "LockedBy", "Hates", "Member"} {
		w.NewRelationship(name)
	}
	for line := range strings.Lines(facts) {
		name, ids, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, id := range strings.Fields(strings.ReplaceAll(ids, ", ", ",")) { // a pair becomes one field
			must(w.Add(d.entity(name), d.id(id)))
		}
	}
	d.hero = d.entity("Hero")
	return d
}

// entity returns the entity with a name, and creates it if needed.
func (d *dungeon) entity(name string) fast.Entity {
	if e, err := d.w.Find(name); err == nil {
		return e
	}
	return d.w.NewTag(name)
}

func (d *dungeon) id(text string) fast.ID {
	if pair, ok := strings.CutPrefix(text, "("); ok {
		relationship, target, _ := strings.Cut(strings.TrimSuffix(pair, ")"), ",")
		return fast.Pair(d.entity(relationship), d.entity(target))
	}
	return fast.Single(d.entity(text))
}

// ask returns the entities that match a query. The query also finds pairs that follow from others,
// for example that a monster in a room is on the floor of the room.
func (d *dungeon) ask(query string) []fast.Entity {
	var found []fast.Entity
	for e := range fast.NewQuery0(d.w, fast.Text(query), fast.Uncached).All() {
		found = append(found, e)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func (d *dungeon) say(format string, args ...any) { fmt.Fprintf(d.out, format+"\n", args...) }

func (d *dungeon) names(entities []fast.Entity) string {
	if len(entities) == 0 {
		return "nothing"
	}
	names := make([]string, len(entities))
	for i, e := range entities {
		names[i] = d.w.Name(e)
	}
	return strings.Join(names, ", ")
}

// give adds a number of items of a kind to what the hero holds. A negative number removes them.
func (d *dungeon) give(kind fast.Entity, number int) {
	held := Holds{}
	if h := d.holds.GetPair(d.hero, kind); h != nil {
		held = *h
	}
	held.Number += number
	if held.Number == 0 {
		must(d.w.RemovePair(d.hero, d.holds.Entity(), kind))
		return
	}
	must(d.holds.SetPair(d.hero, kind, held))
}

// fight defeats every monster in the hero's room whose faction hates the hero's faction. A monster
// drops the loot of its kind.
func (d *dungeon) fight() {
	for _, foe := range d.ask("Monster, (LocatedIn, $room), LocatedIn(Hero, $room), Room($room)," +
		"(Member, $theirs), Member(Hero, $ours), Hates($theirs, $ours)") {
		// A warden is an instance of a skeleton, so it has the skeleton's Drops pairs, too.
		loot := d.ask(fmt.Sprintf("Drops(%s, $this)", d.w.Name(foe)))
		d.say("  %s attacks and falls; it drops %s", d.w.Name(foe), d.names(loot))
		for _, kind := range loot {
			d.give(kind, 1)
		}
		must(d.w.Delete(foe))
	}
}

// craft makes every item that the hero does not hold yet and whose ingredients the hero holds.
func (d *dungeon) craft() {
	missing := d.ask("Recipe, (Needs, $kind), !Holds(Hero, $kind)")
	for _, recipe := range d.ask("Recipe, !Holds(Hero, $this)") {
		if slices.Contains(missing, recipe) {
			continue
		}
		ingredients := d.w.Targets(recipe, d.needs.Entity())
		for _, kind := range ingredients {
			d.give(kind, -1)
		}
		d.give(recipe, 1)
		d.say("  the hero makes %s of %s", d.w.Name(recipe), d.names(ingredients))
	}
}

// enter goes to a room, if its door is open or the hero holds its key.
func (d *dungeon) enter(room fast.Entity) bool {
	if slices.Contains(d.ask("(LockedBy, $kind), !Holds(Hero, $kind)"), room) {
		d.say("  %s is locked", d.w.Name(room))
		return false
	}
	here := d.locatedIn.Target(d.hero)
	must(d.locatedIn.Remove(d.hero, here), d.locatedIn.Add(d.hero, room))
	return true
}

// visit does everything possible in a room, then goes to rooms not yet visited.
func (d *dungeon) visit(room fast.Entity, seen map[fast.Entity]bool) {
	seen[room] = true
	d.say("The hero is in %s, with %s.", d.w.Name(room), d.names(d.ask(
		fmt.Sprintf("(LocatedIn, %s), !Place", d.w.Name(room)))))
	d.fight()
	d.craft()
	for _, chest := range d.ask("(Contains, _), (LocatedIn, $room), LocatedIn(Hero, $room), Room($room)") {
		found := d.w.Targets(chest, d.contains.Entity())
		d.say("  the hero opens %s and finds %s", d.w.Name(chest), d.names(found))
		for _, kind := range found {
			d.give(kind, 1)
		}
		must(d.w.Delete(chest))
	}
	next := d.w.Targets(room, d.leads.Entity())
	slices.Sort(next)
	for _, room := range next {
		if !seen[room] && d.enter(room) {
			d.visit(room, seen)
		}
	}
}

func run(out io.Writer) {
	d := load(out)
	d.say("Anywhere in the deep: %s.", d.names(d.ask("(LocatedIn, Deep), !Room")))
	var saved bytes.Buffer
	must(d.w.Save(&saved))

	d.visit(d.entity("Hall"), map[fast.Entity]bool{})
	d.say("The hero holds %s.", d.names(d.w.Targets(d.hero, d.holds.Entity())))
	d.say("Anywhere in the deep: %s.", d.names(d.ask("(LocatedIn, Deep), !Room")))

	must(d.w.Load(&saved))
	d.say("After loading, anywhere in the deep: %s.", d.names(d.ask("(LocatedIn, Deep), !Room")))
}

// must panics on an error, because in this program a refused change is a bug.
func must(errs ...error) {
	for _, err := range errs {
		if err != nil {
			panic(err)
		}
	}
}

func main() { run(os.Stdout) }
