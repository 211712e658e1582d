package lang

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// dialect is the grammar of one document. It has a field for each question on which the documents
// differ.
type dialect struct {
	name     string
	symbols  []string        // punctuation, longer symbols first
	comments bool            // // and /* */ (FQL-006)
	hash     bool            // numeric ids are written #100, and a name does not start with a digit
	any      bool            // _ is the wildcard with one match (QRY-132)
	lookups  bool            // $x.path (FQL-138)
	this     string          // a name that means the variable "this" (SET-157); empty: none
	aliases  map[string]bool // variables that mean the variable "this" (QRY-323)

	access map[string]spec.Access
	lists  map[string]spec.Operator // words before '|' (QRY-298, FQL-031)
	tight  bool                     // print and|L instead of AND | L
	data   bool                     // terms can be data (SET-030)

	singletonSecond bool // $ as second element (FQL-094)
	selfSuffix      bool // C|self and (R, T|self) (FQL-117, FQL-121)
	style           flagStyle
	flags           map[string]flag
}

// flagStyle says where traversal flags can be written. In every style they can also stand alone in
// the parentheses of a term, as in Position(up).
type flagStyle uint8

const (
	styleColon   flagStyle = iota // C(flags:src), C(src:flags), up(R) (QRY-434)
	styleBar                      // C(src|flags), up R (FQL-104)
	styleBracket                  // X[flags] on every identifier, super(R, min, max) (SET-241)
)

// flag is a word of a traversal.
type flag struct {
	set      spec.TravFlags
	group    spec.TravFlags // at most one word of a group
	rel      relUse
	implied  string // relationship that the word implies
	reserved string // why the word cannot be written
}

// relUse says whether a flag word takes a relationship.
type relUse uint8

const (
	relNone     relUse = iota
	relOptional        // up, up(R), up R
	relRequired        // super(R), super(R, 3), super(R, 2, 4)
)

const childOf = "ChildOf"

var (
	upperLists = map[string]spec.Operator{"AND": spec.AndFrom, "OR": spec.OrFrom, "NOT": spec.NotFrom}
	lowerLists = map[string]spec.Operator{"and": spec.AndFrom, "or": spec.OrFrom, "not": spec.NotFrom}
)

// Flecs Queries manual of v3.2 (QRY).
var flecs3 = dialect{
	name:    "flecs-3",
	symbols: []string{"||", "==", "!=", "~=", ",", "(", ")", "[", "]", "{", "}", "!", "?", "|", ":", "*", "$"},
	any:     true,
	aliases: map[string]bool{spec.This: true, "This": true},
	access: map[string]spec.Access{
		"in": spec.AccessIn, "out": spec.AccessOut, "inout": spec.AccessInOut, "none": spec.AccessNone,
	},
	lists: upperLists,
	style: styleColon,
	flags: map[string]flag{
		"self":    {set: spec.TravSelf, group: spec.TravSelf},
		"up":      {set: spec.TravUp, group: spec.TravUp, rel: relOptional},
		"parent":  {set: spec.TravUp, group: spec.TravUp, implied: childOf},
		"cascade": {set: spec.TravCascade, group: spec.TravCascade, rel: relOptional},
		"desc":    {set: spec.TravDesc, group: spec.TravDesc},
		"down":    {reserved: "is derived by the engine and cannot be written"},
	},
}

// Flecs Query Language of v4.0 (FQL).
var flecs4 = dialect{
	name:     "flecs-4",
	symbols:  []string{"||", "==", "!=", "~=", ",", "(", ")", "[", "]", "{", "}", "!", "?", "|", "*", "$"},
	comments: true,
	hash:     true,
	any:      true,
	lookups:  true,
	aliases:  map[string]bool{spec.This: true},
	access: map[string]spec.Access{
		"in": spec.AccessIn, "out": spec.AccessOut, "inout": spec.AccessInOut, "none": spec.AccessNone,
		"filter": spec.AccessFilter,
	},
	lists:           lowerLists,
	tight:           true,
	singletonSecond: true,
	selfSuffix:      true,
	style:           styleBar,
	flags: map[string]flag{
		"self":    {set: spec.TravSelf, group: spec.TravSelf},
		"up":      {set: spec.TravUp, group: spec.TravUp, rel: relOptional},
		"cascade": {set: spec.TravCascade, group: spec.TravCascade, rel: relOptional},
		"desc":    {set: spec.TravDesc, group: spec.TravDesc},
	},
}

// Flecs Queries manual of the v3.0 beta (SET).
var flecs3Beta = dialect{
	name:    "flecs-3-beta",
	symbols: []string{"||", ",", "(", ")", "[", "]", "!", "?", "|", "*", "$"},
	this:    "This",
	aliases: map[string]bool{spec.This: true, "This": true},
	access: map[string]spec.Access{
		"in": spec.AccessIn, "out": spec.AccessOut, "inout": spec.AccessInOut,
	},
	lists: upperLists,
	data:  true,
	style: styleBracket,
	flags: map[string]flag{
		"self":     {set: spec.TravSelf, group: spec.TravSelf},
		"all":      {set: spec.TravAll, group: spec.TravAll},
		"cascade":  {set: spec.TravCascade, group: spec.TravCascade},
		"super":    {set: spec.TravUp, group: spec.TravUp, rel: relRequired},
		"sub":      {set: spec.TravDown, group: spec.TravUp, rel: relRequired},
		"superset": {set: spec.TravUp, group: spec.TravUp},
		"subset":   {set: spec.TravDown, group: spec.TravUp},
		"parent":   {set: spec.TravUp, group: spec.TravUp, implied: childOf},
	},
}

func dialectOf(d spec.Dialect) (*dialect, *spec.Error) {
	switch d {
	case spec.DialectFlecs3:
		return &flecs3, nil
	case spec.DialectFlecs4:
		return &flecs4, nil
	case spec.DialectFlecs3Beta:
		return &flecs3Beta, nil
	case spec.DialectDefault:
	}
	return nil, spec.Errorf(spec.CodeInvalid,
		"name a dialect: the default one is the profile's, which is not known here")
}

// Words lists the keywords of a dialect, for completion in editors: access modifiers, lists,
// traversal flags. For DialectDefault it returns none.
func Words(d spec.Dialect) []string {
	dialect, err := dialectOf(d)
	if err != nil {
		return nil
	}
	words := slices.Collect(maps.Keys(dialect.access))
	words = slices.AppendSeq(words, maps.Keys(dialect.lists))
	words = slices.AppendSeq(words, maps.Keys(dialect.written()))
	slices.Sort(words)
	return slices.Compact(words)
}
