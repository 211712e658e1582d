// Package order says in which order the sources of a pair are whose relationship is Ordered, which
// no manual knows of. A list for each pair is all that there is to it. Whether an entity owns a
// pair never depends on its place, so that [github.com/relspec/relspec/model/rules] does not know
// of it.
//
//   - lists.go: who comes, leaves and moves
package order
