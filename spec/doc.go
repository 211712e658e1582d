// Package spec defines operations and answers: the data that traces, engines, scenarios and
// adapters exchange. The meaning of an operation is not defined here but in docs/specification;
// packages model and fast implement it.
//
//   - [Handle], [ID]: entities and the ids that can be added to them
//   - [Value], [Primitive], [Member]: component data
//   - [Query], [Term], [Ref], [Traversal]: queries as data (their text forms are in spec/lang)
//   - [Operation], [OpKind]: what an engine can be asked
//   - [Outcome], [Row], [Field], [Dump]: what it can answer
//   - [Error], [ErrorCode]: how it refuses
//   - [Profile], [Builtin]: one answer to each question on which the source documents disagree
//   - [CheckNesting]: refuses hostile JSON before it is decoded
//   - [Trace]: a file with a header and one operation per line
//   - [Proof], [Explanation]: why a row is or is not in an answer, citing statements of the ledger
//   - [Engine]: applies an operation and returns an outcome
//
// Every type has one JSON form, described in docs/protocol.md. Decoding a text and encoding it
// again gives the same bytes.
package spec
