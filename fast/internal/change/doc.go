// Package change adds deferral, observers and change detection to package rules. Its [World] checks
// each change against them before the rules apply it, and notifies observers afterwards.
//
// # Reading the code
//
// command (a change as a value, and the hooks that it passes), operations (the changes of
// programs), defer and values (deferred changes), locks (tables that iterators lock), restore,
// teardown.
//
// observer (the events of an observer), needs (which changes may affect it), capture (how entities
// matched before), events, dispatch, single_change (the fast path for one id). table_watch and
// tracking are change detection.
package change
