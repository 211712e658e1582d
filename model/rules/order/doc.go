// Package order orders the sources of pairs whose relationship is Ordered. The manuals do not have
// such an order. It is one list for each pair. No rule depends on the order, so package
// [github.com/relspec/relspec/model/rules] does not use this package.
//
//   - lists.go: how sources are added, removed and moved
package order
