// Package lawful knows how a question may be asked in another way without changing its answer (docs/specification says
// what is lawful). It reads written terms and operations, never answers.
//
//   - [TermVars], [Conditional], [UsesThis]: which variables terms have, and which may be unset
//   - [ResolvedKind], [Supports], [ImpliedBy]: the kinds that a query may be asked as
//   - [OtherOrder], [FieldOrder], [PermuteFields]: terms in another order, and answers brought back to the written one
//   - [HandleMap]: operations and answers with other handles
package lawful
