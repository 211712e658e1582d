// Package ledger has the numbered statements of the source documents. It finds out which of them a
// scenario, test, benchmark or page covers.
//
// The statements are in YAML files beside this package, one file per document. Consecutive
// statements with the same heading form a section. Headings repeat within a document, so in the
// file the first statement of a section also has the parent heading. Ids are in document order and
// are never renumbered.
//
//   - [All], [ByID] and [Sections] read the statements. The files are parsed once, on first use (tens
//     of milliseconds); later calls copy.
//   - [Citations] finds the statement ids in scenarios, tests, benchmarks, examples, code and pages.
//     An id that is not in the ledger is an error.
//   - [Coverage] counts, per document and section, the statements by state: shown, documented,
//     overruled, open.
//
// # Which comments are citations
//
// An id is always written out in full; a range such as "REL-131 to REL-140" cites two statements.
//
//	where                                                       kind of citation
//	tag of a Feature, Rule, Scenario or Examples in *.feature   scenario (if a scenario follows)
//	comment or text inside a Benchmark function, or fast/bench  benchmark
//	comment or text inside an Example that has an output        example
//	comment or text inside an Example without an output         code
//	comment or text elsewhere in a _test.go                     test
//	comment or text in another *.go                             code
//	docs/**/*.md                                                doc
//	field reading of a statement of the ledger                  doc
//
// The field check of a statement says which evidence it needs: scenario, property, api, bench or
// doc. Scenarios, tests and examples cover statements whose check is scenario or property. They
// also cover those whose check is api, as do the pages docs/api-map*.md. A benchmark covers bench,
// and a page or a reading covers doc. Code never covers.
//
// If a statement has the field overruled, the clause that the field names applies instead of it
// (compare.overruled), and the statement is never covered. Such a statement counts as overruled if
// a scenario, test or example cites it, because that shows the clause; otherwise it counts as open.
// If a statement has overruled_in_part, the clause decides a part of the statement, which otherwise
// counts as usual.
//
// This package does not cite itself: its tests use ids only as samples, and of spec/ledger only the
// readings are scanned. Folders named testdata, node_modules, vendor, bin, findings, tools, or with
// a name that begins with a dot, are not scanned either.
package ledger
