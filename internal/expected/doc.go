// Package expected follows a trace without an engine: which entities live, what they own, how they
// are named. A generator aims operations with it, counts recognise constellations with it, and
// declarations ask it about a world.
//
// It is no third engine. Rules that refuse or match are the engines' subject; here are only the
// changes that follow from an operation that succeeded ([World.Happened]) and, where nobody tells
// the outcome, a guess at it ([World.Expect]). Where the guess is wrong, a generated operation is
// refused or matches nothing, and the engines must agree on that. No answer of an engine is
// compared with anything in this package.
//
//   - world.go: entities, the facts about them, and questions
//   - follow.go: the changes of an operation
//   - effects.go: the consequences of an id that is added, an id that is taken, a deletion
//   - guess.go: whether an operation will succeed
//   - requests.go: the requests of a trace, successful or not ([Requests])
package expected
