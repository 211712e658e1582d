// Package skeleton writes adapter skeletons in several languages. A skeleton is a program that runs
// as it is, on top of a simple store of sets; the user replaces the store by the engine under test.
//
//   - [Languages], [ByName]: the languages
//   - [Write], [Files]: the files of one skeleton
//
// The reserved handles, operations and arguments in a skeleton come from the catalogue in package
// spec.
package skeleton
