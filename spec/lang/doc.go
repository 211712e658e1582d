// Package lang is the query language: text to terms and back, in the dialects of the source documents. It gives
// queries no meaning; that is for the engines.
//
//   - [Parse] reads text, [ParseChecked] also checks it, [Caret] shows where an error is.
//   - [Check] finds errors in terms of any origin without a world.
//   - [Print] writes terms as text.
//   - [Limits] and [Option] bound hostile input.
//
// docs/grammar.md is the grammar of each dialect; a test holds the parser to it.
//
// # Dialects
//
// [spec.DialectFlecs3] is the Queries manual of v3.2 (QRY), [spec.DialectFlecs4] the Query Language of v4.0 (FQL),
// [spec.DialectFlecs3Beta] the Queries manual of the v3.0 beta (SET). [spec.DialectDefault] means the dialect of the
// profile, which the caller knows: here it is refused.
//
// # Normal form
//
// Texts that a document calls equivalent give equal terms:
//
//   - And is not written; a term that has no operator has And.
//   - $this as source is [spec.RefNone], also where traversal flags stand: Position, Position($this), and with
//     flags Transform(up) and Transform($this|up) (QRY-322, FQL-083, FQL-105). Src then has Kind RefNone and the
//     traversal in Trav. Elsewhere, and as left side of a comparison, $this is the variable "this".
//   - $This is the variable "this" too in flecs-3 (QRY-323); in flecs-3-beta so is This (SET-157). In flecs-4 $This is
//     a variable like any other.
//   - A pair with a source and without have the same form: (Likes, Dogs) and Likes($this, Dogs) (FQL-086).
//   - A path has '.' between its elements; '::' is read as '.'. A dotted identifier is a [spec.RefName]: whether it
//     is a path or a component and its member (FQL-145) needs a world.
//   - parent is up along the name ChildOf (QRY-383, SET-227). Cascade includes up (QRY-384, QRY-424, FQL-107),
//     except together with a downward flag in flecs-3-beta.
//   - A bare up, superset or cascade has no relationship: which one is meant is for the profile.
//   - A chain a || b is one [spec.TermOr] with And and the default access; each alternative carries its own access, and
//     its operator, which [Check] requires to be And. A chain of comparisons is a TermOr too.
//   - $x != E keeps its form, as does !$x == E, though both mean the same (QRY-275).
package lang
