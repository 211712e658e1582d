// Package engine applies operations of package spec to a world of package fast/tecs: the world
// under handles, as the oracle and adapters need it for the profiles of the Tecs family. Package
// fast/engine has one behind it after a reset to such a profile.
//
// Reading the code: engine (the table of operations), handles (names of entities, components and
// relationships), ids (the parts that operations name), world, related (along relationships),
// query, observe, stage, snapshot, dump.
package engine
