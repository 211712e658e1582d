// Package change adds deferral, observers and change detection to package rules. Its [World] checks
// each change against them before the rules apply it, and notifies observers afterwards.
//
// # Reading the code
//
// command (a change as a value, and the hooks that it passes), operations (the changes of
// programs), edit (several ids of many entities), plain (changes that only move an entity), defer
// and values (deferred changes), locks (tables that iterators lock), record (undo and redo),
// restore, teardown.
//
// observer (what an observer is), needs and interest (which changes may affect it), capture (how
// entities matched before), events, emit (events of the program), dispatch, single_change (the fast
// path for one id). table_watch and tracking are change detection.
package change
