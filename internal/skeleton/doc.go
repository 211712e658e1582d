// Package skeleton writes the beginnings of adapters in several languages: programs that run at once, around a store of
// sets that is to be replaced by the engine under test.
//
//   - [Languages], [ByName]: the languages
//   - [Write], [Files]: the files of one
//
// Reserved handles, operations and their arguments in them are rows of the catalogue in package spec.
package skeleton
