// Package law checks relations that must hold between the answers of a single engine ([All]). For
// example, the answer to a query is the union of the answers with an additional term and with its
// negation, a preset variable filters the rows, and terms may be permuted. A law needs no
// reference, so it also finds bugs that both engines have.
//
//   - [Law], [Case]: a law, and the operation with its outcome that it checks
//   - [Checker]: checks laws on one engine along a trace
package law
