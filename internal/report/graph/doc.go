// Package graph draws small directed graphs as SVG: the worlds of findings.
//
//   - [Graph] has boxes and arrows, each with a [Look]; they are placed in the order in which they are given
//   - [Graph.SVG] is an element without references to anything outside of it. Its colours are CSS classes of the page.
//
// Boxes stand in rows, the box that an arrow points to above the one it comes from, as parents
// stand above children. Equal graphs give equal bytes.
package graph
