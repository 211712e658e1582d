// Package law checks relations that must hold of one engine alone: the answer to a query is that to
// the query with a further term and that with its negation, a preset variable filters, terms may be
// permuted ([All]). A law needs no reference, so that it also finds errors that both engines have.
//
//   - [Law], [Case]: a law, and the operation with its outcome that it looks at
//   - [Checker]: tries laws on one engine along a trace
package law
