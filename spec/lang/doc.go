// Package lang converts queries between text and terms, in the dialects of the source documents. It
// does not evaluate queries; engines do.
//
//   - [Parse] reads text, [ParseChecked] also checks it, [Caret] shows where an error is.
//     [ParseData] reads text as facts.
//   - [Check] finds the errors in terms that do not depend on a world.
//   - [Print] writes terms as text.
//   - [WithLimits] sets limits for untrusted input.
//
// docs/grammar.md has the grammar of each dialect; a test compares it with the parser.
//
// # Dialects
//
// [spec.DialectFlecs3] is the Queries manual of v3.2 (QRY), [spec.DialectFlecs4] the Query Language
// of v4.0 (FQL), [spec.DialectFlecs3Beta] the Queries manual of the v3.0 beta (SET).
// [spec.DialectDefault] means the dialect of the profile. This package does not know the profile
// and refuses it.
//
// # Normal form
//
// Texts that a document calls equivalent are parsed to equal terms:
//
//   - A term without an operator has And.
//   - $this as source is [spec.RefNone], even with traversal flags: Position equals Position($this),
//     and Transform(up) equals Transform($this|up) (QRY-322, FQL-083, FQL-105). Src then has Kind
//     RefNone and the traversal in Trav. Elsewhere, and as left side of a comparison, $this is the
//     variable "this".
//   - $This also means the variable "this" in flecs-3 (QRY-323), as does This in flecs-3-beta
//     (SET-157). In flecs-4, $This is an ordinary variable.
//   - (Likes, Dogs) equals Likes($this, Dogs) (FQL-086).
//   - A path has '.' between its elements; '::' is read as '.'. A dotted identifier is a
//     [spec.RefName], because only a world can tell whether it is a path or a component and its member
//     (FQL-145).
//   - parent is up along the name ChildOf (QRY-383, SET-227). Cascade includes up (QRY-384, QRY-424,
//     FQL-107), except together with a downward flag in flecs-3-beta.
//   - A bare up, superset or cascade has no relationship; the profile determines it.
//   - A chain a || b is one [spec.TermOr] with And and the default access. Each alternative has its
//     own access and operator; [Check] requires the operator to be And. A chain of comparisons is a
//     TermOr too.
//   - $x != E and !$x == E keep their forms, though both mean the same (QRY-275).
package lang
