// Package engine applies operations of package spec to a world of package fast/tecs, for the oracle
// and for adapters, in the profiles of the Tecs family. Package fast/engine uses it after a reset
// to such a profile.
//
// Reading the code: engine (the table of operations), arguments, handles (handles of entities,
// components and relationships), ids (the ids in operations), world, related (along relationships),
// query, observe, snapshot, dump.
package engine
