// Package spec defines the data that traces, engines, scenarios and adapters exchange. It has no
// semantics; those are in package model (naive) and package fast.
//
//   - [Handle], [ID]: entities and the ids that can be added to them
//   - [Value], [Primitive], [Member]: component data
//   - [Query], [Term], [Ref], [Traversal]: queries as data (text forms live in spec/lang)
//   - [Operation], [OpKind]: what an engine can be asked
//   - [Outcome], [Row], [Field], [Dump]: what it can answer
//   - [Error], [ErrorCode]: how it refuses
//   - [Profile], [Builtin]: the answers on which the source documents disagree, as data
//   - [CheckNesting]: refuses hostile JSON before it is decoded
//   - [Trace]: a header and one operation per line, the one file format of the project
//   - [Proof], [Explanation]: why a row is or is not in an answer, citing statements of the ledger
//   - [Engine]: one method, apply an operation and give an outcome
//
// Every type has one JSON form, described in docs/protocol.md; text that decodes encodes back to the same bytes.
package spec
