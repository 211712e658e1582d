// Package graph draws small directed graphs as SVG: the worlds of findings.
//
//   - [Graph] has boxes and arrows, each with a [Look]
//   - [Graph.SVG] returns an SVG element that loads nothing; its colours are CSS classes of the page
//
// Boxes are arranged in rows. An arrow points upwards, as from a child to its parent. Equal graphs
// give equal bytes.
package graph
