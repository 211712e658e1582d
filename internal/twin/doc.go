// Package twin compares the typed API of package fast with its general one: two worlds get the same
// changes, the one by typed calls ([fast.Spawn2], [fast.Component.Set], [fast.Commands], ...) and
// the other by the calls that know ids and values of the vocabulary only ([fast.World.Create],
// [fast.World.Add], [fast.World.SetValue], ...); typed queries of every arity in the one are
// compared with the rows of [fast.World.Prepare] in the other.
//
// Every string of bytes is a run, so that fuzzing, properties and campaigns drive the same code:
// [Run], and [Campaign] for random ones. Entities of the two worlds have the same numbers, so that
// they can be compared as they are.
//
// Reading the code: run (a run and its end), source (bytes as decisions), types (the Go types),
// world (the pair of worlds and how they are compared), change, edit (all that match at once),
// spawn, batched (changes that wait), pattern (changes that belong together), term (a term in both
// forms), arity (queries and spawners of each number of fields), query (how a query is drawn and
// asked in both ways), answer (its rows, told alike), compare, write (values and changes through
// rows), related (readers of relationships), campaign, by_hand (runs that are not drawn).
package twin
