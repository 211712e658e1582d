// Package twin drives the typed API of package fast against the model. A run is a [fast.World] that
// only typed calls change ([fast.Spawn2], [fast.Component], [fast.Commands], ...), and a model world
// that gets the same changes as operations of the protocol. After each step all entities of both
// must have the same ids, values, names and states, observers must have heard the same, and typed
// queries of every number of fields must give the rows that the model gives.
//
// A run is what a function decides that picks one of n choices: bytes, random numbers and rapid can
// drive the same code. A difference comes with the calls that led to it.
//
// Reading the code: types.go has the Go types, and calls of generic functions whatever the number of
// their types; machine.go the two worlds and how they are compared; change.go what a step does;
// query.go how queries are drawn, asked and compared; run.go a run and a campaign of them.
package twin
