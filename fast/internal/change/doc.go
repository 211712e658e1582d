// Package change adds deferral, observers and change detection to package rules. Its [World] checks
// each change against them before the rules apply it, and notifies observers afterwards.
//
// # Reading the code
//
// command (a change as a value, and the hooks that it passes), operations (the changes of
// programs), plain (changes that only move an entity), single_change (the same with observers),
// edit (several ids of many entities), defer and values (deferred changes), locks
// (tables that iterators lock), record (undo and redo), restore, teardown.
//
// observer (what an observer is), needs and interest (which changes may affect it), capture (how
// entities matched before), removed (copies of removed values), events, emit (events of the
// program), dispatch. table_watch and tracking are change detection.
package change
