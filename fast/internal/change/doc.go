// Package change has the steps of a change of a world before the rules carry it out, and those who
// hear of it. Its [World] is one of package rules with that around it.
//
// # Reading the code
//
// command (a change as a value, and the hooks that it passes), operations (the changes of
// programs), defer and values (changes that wait), locks (tables on which iterators stand),
// restore, teardown.
//
// observer (the events that one listens to), needs (which changes may concern it), capture (how
// entities matched before), events, dispatch, heard (the short way of one id). table_watch and
// tracking are change detection.
package change
