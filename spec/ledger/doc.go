// Package ledger holds the statements of the source documents, numbered and embedded, and finds out
// which of them are checked, and how.
//
// The statements are the YAML files beside this package, one file per document; the SECTIONS tables give
// the heading of each run of ids and the heading that encloses it, since headings repeat within a document.
// Ids are in document order and are never renumbered.
//
//   - [All], [ByID] and [Sections] read the statements. The files are parsed once, on first use (tens of
//     milliseconds); later calls copy.
//   - [Citations] finds the statement ids that scenarios, tests, benchmarks, examples, code and doc pages
//     name. An id that the ledger lacks is an error.
//   - [Coverage] counts, per document and section, the statements that something of the right sort
//     cites: shown, documented, overruled, open.
//
// # Which comments are citations
//
// An id is always written out in full; a range such as "REL-131 to REL-140" names two statements.
//
//	where                                                       kind of citation
//	tag of a Feature, Rule, Scenario or Examples in *.feature   scenario (once a scenario stands under it)
//	comment or text inside a Benchmark function, or fast/bench  benchmark
//	comment or text inside an Example that has an output        example
//	comment or text elsewhere in a _test.go                     test
//	comment or text in another *.go                             code
//	docs/**/*.md                                                doc
//
// A statement whose check is scenario or property is covered by a scenario, test or example; one whose check
// is api also by the pages docs/api-map*.md; bench asks for a benchmark and doc for a page or a reading in the row.
// Code never covers.
//
// A row with overruled names the clause that holds instead of the statement (compare.overruled). It is never covered;
// it counts as overruled while a scenario, test or example cites it, which shows the clause, and as open else. One with
// overruled_in_part holds but for the part that its clause decides, and counts as if it held.
//
// This package does not cite itself: its tests name ids only as samples, and spec/ledger is not scanned.
// Folders named testdata, node_modules, vendor, bin, findings, tools, or beginning with a dot are not scanned
// either.
package ledger
