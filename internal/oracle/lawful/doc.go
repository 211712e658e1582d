// Package lawful rewrites queries and operations without changing their answers (docs/specification
// lists the lawful changes). What it does never depends on answers.
//
//   - [TermVars], [Conditional], [UsesThis]: the variables of terms, and which of them may be
//     unset
//   - [ResolvedKind], [Supports], [ImpliedBy]: the kinds that a query may run as
//   - [OtherOrder], [FieldOrder], [PermuteFields]: terms in another order, and answers converted
//     back
//   - [HandleMap]: operations and answers with other handles
package lawful
