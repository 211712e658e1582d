package ledger

import (
	"errors"
	"fmt"
	"slices"
)

// ErrUnknownID means that a statement id is not in the ledger. [ByID], [Citations], [Standings] and
// their callers return errors that wrap it.
var ErrUnknownID = errors.New("no such statement in the ledger")

// Statement is one claim of a source document, in our own words.
type Statement struct {
	// ID is the document's prefix and a number of three digits, for example "REL-131".
	ID string `json:"id" yaml:"id"`
	// Document is the source document.
	Document Document `json:"document" yaml:"-"`
	// Section is the exact heading above the claim. Headings repeat within a document.
	Section string `json:"section" yaml:"section"`
	// Parent is the parent heading of Section, empty at the top level.
	Parent string `json:"parent,omitempty" yaml:"parent"`
	// Kind is the kind of claim.
	Kind Kind `json:"kind" yaml:"kind"`
	// Text is the claim.
	Text string `json:"text" yaml:"statement"`
	// Check is the kind of evidence that an implementation satisfies the claim.
	Check Check `json:"check" yaml:"check"`
	// Overruled names the clause of docs/specification that applies instead, such as
	// "union.one-target", or is empty. An overruled statement is never covered: its citations show
	// the clause.
	Overruled string `json:"overruled,omitempty" yaml:"overruled"`
	// OverruledInPart names a clause that applies instead of a part of the statement, or in one
	// profile. The statement counts as usual: its citations show the part that applies, and the
	// clause for the rest.
	OverruledInPart string `json:"overruled_in_part,omitempty" yaml:"overruled_in_part"`
	// Reading says how to understand a statement that cannot be run or whose text is garbled, and
	// which scenario, page or source confirms that.
	Reading string `json:"reading,omitempty" yaml:"reading"`
}

// Document is a source document, or the manuals of one version, written as the prefix of its
// statement ids.
type Document string

// The source documents.
const (
	REL  Document = "REL"  // Flecs Relationships manual, v3
	QRY  Document = "QRY"  // Flecs Queries manual, v3.2
	FQL  Document = "FQL"  // Flecs Query Language, v4.0
	F41  Document = "F41"  // the manuals of Flecs 4.1, only where they differ from flecs-4
	SET  Document = "SET"  // Flecs Queries manual of the v3.0 beta
	TECS Document = "TECS" // Tecs relationships
)

// Documents returns the source documents in the order in which the ledger gives them.
func Documents() []Document { return []Document{REL, QRY, FQL, F41, SET, TECS} }

// Title returns the document's name for readers.
func (d Document) Title() string {
	switch d {
	case REL:
		return "Flecs Relationships manual (v3)"
	case QRY:
		return "Flecs Queries manual (v3.2)"
	case FQL:
		return "Flecs Query Language (v4.0)"
	case F41:
		return "Flecs manuals (v4.1)"
	case SET:
		return "Flecs Queries manual (v3.0 beta)"
	case TECS:
		return "Tecs relationships"
	}
	return string(d)
}

// Kind is the sort of claim that a statement makes.
type Kind string

// The kinds of statement.
const (
	KindAPI        Kind = "api"        // an operation or entry point exists, or its name
	KindBehaviour  Kind = "behaviour"  // an effect of an operation
	KindData       Kind = "data"       // the content of an id or a value
	KindDefault    Kind = "default"    // what applies if a program does not say otherwise
	KindError      Kind = "error"      // an operation that is rejected
	KindExample    Kind = "example"    // a worked example of the document
	KindGrammar    Kind = "grammar"    // how something is written
	KindLimitation Kind = "limitation" // something that the documented implementation cannot do
	KindOrder      Kind = "order"      // the order in which things happen or are returned
	KindPerf       Kind = "perf"       // the cost of an operation
	KindSupport    Kind = "support"    // the features that a kind of query supports
	KindUndefined  Kind = "undefined"  // silence, contradiction or typo, with the most sensible reading
)

// Kinds returns every kind, in alphabetical order.
func Kinds() []Kind {
	return []Kind{
		KindAPI, KindBehaviour, KindData, KindDefault, KindError, KindExample,
		KindGrammar, KindLimitation, KindOrder, KindPerf, KindSupport, KindUndefined,
	}
}

// Check is the kind of evidence that a statement asks for. The package comment says what satisfies
// each check.
type Check string

// The checks.
const (
	CheckScenario Check = "scenario" // a worked case with its result
	CheckProperty Check = "property" // a law that holds in every world
	CheckAPI      Check = "api"      // something can be called
	CheckBench    Check = "bench"    // a cost is measured
	CheckDoc      Check = "doc"      // nothing to run: a page explains the statement
)

// Checks returns every check, in the order of reports.
func Checks() []Check {
	return []Check{CheckScenario, CheckProperty, CheckAPI, CheckBench, CheckDoc}
}

// Runs reports whether the check can be run and can fail. Only [CheckDoc] cannot.
func (c Check) Runs() bool { return c != CheckDoc }

// All returns every statement, document by document in the order of [Documents], each in document
// order. If an embedded file is malformed, it returns an error.
func All() ([]Statement, error) {
	book, err := load()
	if err != nil {
		return nil, err
	}
	return slices.Clone(book.statements), nil
}

// ByID returns the statement of that id, or an error that wraps [ErrUnknownID].
func ByID(id string) (Statement, error) {
	book, err := load()
	if err != nil {
		return Statement{}, err
	}
	position, known := book.position[id]
	if !known {
		return Statement{}, fmt.Errorf("%w: %q; the YAML files of spec/ledger hold the ids", ErrUnknownID, id)
	}
	return book.statements[position], nil
}

// Section is a heading of a document and the statements directly under it.
type Section struct {
	Document Document `json:"document"`
	// Heading is the exact text; see [Statement.Section].
	Heading string `json:"heading"`
	// Parent is the enclosing heading, empty at the top level.
	Parent string `json:"parent,omitempty"`
	// Statements are in document order; there is at least one.
	Statements []Statement `json:"statements"`
}

// Sections returns the sections that have statements, in the order of [All]. Two sections of a
// document may have the same heading.
func Sections() ([]Section, error) {
	statements, err := All()
	var sections []Section
	for len(statements) > 0 {
		first, next := statements[0], 1
		for next < len(statements) && sameSection(first, statements[next]) {
			next++
		}
		sections = append(sections, Section{
			Document: first.Document, Heading: first.Section, Parent: first.Parent,
			Statements: statements[:next:next],
		})
		statements = statements[next:]
	}
	return sections, err
}

func sameSection(a, b Statement) bool { return a.Document == b.Document && a.Section == b.Section }
