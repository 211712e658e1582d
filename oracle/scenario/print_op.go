package scenario

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// opText writes an operation in prose. It need not be exact: the printer compiles the text and takes JSON where that
// gives another operation. ok is false where there is no prose at all.
func opText(d spec.Dialect, op spec.Operation) (text string, ok bool) {
	switch op.Op {
	case spec.OpComponent, spec.OpEntity, spec.OpClone, spec.OpInstantiate:
		return declarationText(op), true
	case spec.OpRelationship:
		return relationshipText(op), true
	case spec.OpAdd:
		return nameText(op.Entity) + " gets " + idText(op.ID), true
	case spec.OpSet:
		if len(op.Args) > 0 {
			return nameText(op.Entity) + " gets " + idText(op.ID) + " " + argsText(op.Args), true
		}
		value, ok := rawNotation(op.Value)
		return nameText(op.Entity) + " gets " + idText(op.ID) + " " + value, ok
	case spec.OpRemove:
		return nameText(op.Entity) + " loses " + idText(op.ID), true
	case spec.OpRemoveAll:
		return "every entity loses " + idText(op.ID), true
	case spec.OpDeleteWith:
		return "every entity with " + idText(op.ID) + " is deleted", true
	case spec.OpDelete:
		return nameText(op.Entity) + " is deleted", true
	case spec.OpClear:
		return nameText(op.Entity) + " is cleared", true
	case spec.OpEnable:
		return idOfText(op) + " is enabled", true
	case spec.OpDisable:
		return idOfText(op) + " is disabled", true
	case spec.OpReorder:
		return reorderText(op), true
	case spec.OpModified:
		return idOfText(op) + " is modified", true
	case spec.OpDefine:
		return "the text " + quote(op.Text) + " is defined", true
	case spec.OpOverride:
		return idOfText(op) + " is overridden", true
	case spec.OpSetName:
		if op.Name == nil {
			return "", false
		}
		return nameText(op.Entity) + " is named " + quote(*op.Name), true
	case spec.OpQuery, spec.OpPrepare, spec.OpObserve, spec.OpIterate, spec.OpRelease, spec.OpIterBegin,
		spec.OpIterNext, spec.OpIterEnd:
		return queryOpText(d, op)
	case spec.OpAlive, spec.OpHas, spec.OpOwns, spec.OpChanged, spec.OpCount, spec.OpGet, spec.OpIDs, spec.OpTarget,
		spec.OpTargets, spec.OpSources, spec.OpOrdered, spec.OpTypeOf, spec.OpLookup, spec.OpPath, spec.OpParent,
		spec.OpChildren,
		spec.OpDepth, spec.OpWalkUp, spec.OpTraverse, spec.OpEvents, spec.OpScope, spec.OpReset, spec.OpSnapshot,
		spec.OpRestore, spec.OpReload, spec.OpTeardown, spec.OpDeferBegin, spec.OpDeferEnd, spec.OpTables:
		return plainTexts[op.Op](op), true
	case spec.OpHello, spec.OpQuit, spec.OpNote, spec.OpDump, spec.OpExplain, spec.OpPlan:
		return "", false
	}
	return "", false
}

func idOfText(op spec.Operation) string {
	if op.ID.IsZero() {
		return nameText(op.Entity)
	}
	return idText(op.ID) + " of " + nameText(op.Entity)
}

// quote writes text in quotes, without escapes where single quotes save them.
func quote(text string) string {
	escaped := strconv.Quote(text)
	if strings.Contains(escaped, `\`) && !strings.ContainsAny(text, "'\n\r\t") &&
		strings.ToValidUTF8(text, "") == text {
		return "'" + text + "'"
	}
	return escaped
}

func declarationText(op spec.Operation) string {
	noun, article := "entity", "an"
	if op.Op == spec.OpComponent {
		noun, article = "component", "a"
	}
	text := article + " "
	copies := map[spec.OpKind]string{spec.OpClone: " cloned from ", spec.OpInstantiate: " instantiated from "}[op.Op]
	if op.Name == nil && copies == "" {
		text = "an anonymous "
	}
	text += noun + " " + nameText(op.Entity)
	if copies != "" {
		text += copies + nameText(op.From)
	}
	if len(op.Members) > 0 {
		text += " {" + listText(op.Members, func(m spec.Member) string {
			return nameText(spec.Handle(m.Name)) + " " + string(m.Type)
		}) + "}"
	}
	if len(op.More) > 0 {
		text += " together with " + listText(op.More, nameText)
	}
	if op.Name != nil && (*op.Name != string(op.Entity) || len(op.More) > 0) {
		text += " named " + quote(*op.Name)
	}
	if op.Parent != "" {
		text += " below " + nameText(op.Parent)
	}
	if op.Unscoped {
		text += " outside the scope"
	}
	if len(op.IDs) > 0 {
		text += " with " + listText(op.IDs, idText)
	}
	return text
}

// plainTexts are the operations whose text depends on nothing but the operation.
var plainTexts = map[spec.OpKind]func(spec.Operation) string{
	spec.OpScope: func(op spec.Operation) string {
		if op.Entity == "" {
			return "the scope is the root"
		}
		return "the scope is " + nameText(op.Entity)
	},
	spec.OpReset: func(op spec.Operation) string {
		if op.Profile == "" {
			return "the world is reset"
		}
		return "the world is reset as " + op.Profile
	},
	spec.OpSnapshot: func(op spec.Operation) string { return "the world is kept as " + nameText(spec.Handle(op.As)) },
	spec.OpRestore: func(op spec.Operation) string {
		return "the world is taken back to " + nameText(spec.Handle(op.As))
	},
	spec.OpReload:     func(spec.Operation) string { return "the world is saved and loaded" },
	spec.OpDeferBegin: func(spec.Operation) string { return "the world is deferred" },
	spec.OpDeferEnd:   func(spec.Operation) string { return "the world is no longer deferred" },
	spec.OpTeardown:   func(spec.Operation) string { return "the world is torn down" },
	spec.OpAlive:      func(op spec.Operation) string { return whetherText(op, "is alive") },
	spec.OpHas:        func(op spec.Operation) string { return whetherText(op, "has "+idText(op.ID)) },
	spec.OpOwns:       func(op spec.Operation) string { return whetherText(op, "owns "+idText(op.ID)) },
	spec.OpChanged: func(op spec.Operation) string {
		return "it is asked whether query " + nameText(spec.Handle(op.On)) + " has changed"
	},
	spec.OpCount: func(op spec.Operation) string { return "the count of " + idText(op.ID) + " is asked" },
	spec.OpGet: func(op spec.Operation) string {
		return "the value of " + idText(op.ID) + " on " + nameText(op.Entity) + " is asked"
	},
	spec.OpIDs: func(op spec.Operation) string { return "the ids of " + nameText(op.Entity) + " are asked" },
	spec.OpTarget: func(op spec.Operation) string {
		index := ""
		if op.Index != 0 {
			index = strconv.Itoa(op.Index) + " "
		}
		return "the target " + index + "of " + nameText(op.Relationship) + " on " + nameText(op.Entity) + " is asked"
	},
	spec.OpTargets: func(op spec.Operation) string {
		return "the targets of " + nameText(op.Relationship) + " on " + nameText(op.Entity) + " are asked"
	},
	spec.OpSources: func(op spec.Operation) string {
		return "the sources of " + idText(spec.Pair(op.Relationship, op.Entity)) + " are asked"
	},
	spec.OpOrdered: func(op spec.Operation) string {
		return "the order of " + idText(spec.Pair(op.Relationship, op.Entity)) + " is asked"
	},
	spec.OpTypeOf: func(op spec.Operation) string { return "the type of " + idText(op.ID) + " is asked" },
	spec.OpLookup: lookupText,
	spec.OpPath: func(op spec.Operation) string {
		return "the path of " + nameText(op.Entity) + fromText(op) + " is asked"
	},
	spec.OpParent:   func(op spec.Operation) string { return "the parent of " + nameText(op.Entity) + " is asked" },
	spec.OpChildren: func(op spec.Operation) string { return "the children of " + nameText(op.Entity) + " are asked" },
	spec.OpDepth:    func(op spec.Operation) string { return "the depth of " + alongText(op) + " is asked" },
	spec.OpWalkUp: func(op spec.Operation) string {
		taking := ""
		if op.Take != 0 {
			taking = " taking " + strconv.Itoa(op.Take)
		}
		return "the ancestors of " + alongText(op) + taking + " are asked"
	},
	spec.OpTables:   func(spec.Operation) string { return "the tables are asked" },
	spec.OpTraverse: func(op spec.Operation) string { return "the descendants of " + alongText(op) + " are asked" },
	spec.OpEvents:   func(spec.Operation) string { return "the events are asked" },
}

// reorderText writes the operation that moves a source of a pair.
func reorderText(op spec.Operation) string {
	side, neighbour := " before ", op.Before
	if op.After != "" {
		side, neighbour = " after ", op.After
	}
	return nameText(op.Entity) + " is moved" + side + nameText(neighbour) + " in " + idText(op.ID)
}

func whetherText(op spec.Operation, what string) string {
	return "it is asked whether " + nameText(op.Entity) + " " + what
}

func fromText(op spec.Operation) string {
	if op.From == "" {
		return ""
	}
	return " from " + nameText(op.From)
}

func lookupText(op spec.Operation) string {
	text := "the lookup of " + quote(op.Path) + fromText(op)
	if op.Recursive != nil && *op.Recursive {
		text += " recursively"
	} else if op.Recursive != nil {
		text += " not recursively"
	}
	return text + " is asked"
}

func alongText(op spec.Operation) string {
	text := nameText(op.Entity)
	if op.Relationship != "" {
		text += " along " + nameText(op.Relationship)
	}
	if op.MaxDepth != 0 {
		text += " within " + strconv.Itoa(op.MaxDepth)
	}
	return text
}

// queryOpText writes the operations on queries.
func queryOpText(d spec.Dialect, op spec.Operation) (string, bool) {
	if op.Query == nil {
		return iterationText(op), true
	}
	if int(op.Query.Kind) >= len(kindTexts) {
		return "", false
	}
	text, ok := termsText(d, op.Query)
	text += optionsText(op)
	if op.Op == spec.OpQuery {
		return kindTexts[op.Query.Kind] + " queries " + text, ok
	}
	noun := kindTexts[op.Query.Kind]
	if op.Op == spec.OpObserve {
		noun = "an observer"
	}
	return noun + " " + nameText(spec.Handle(op.As)) + " is prepared for " + text, ok
}

// iterationText writes the operations on a prepared query or an open iterator.
func iterationText(op spec.Operation) string {
	verbs := map[spec.OpKind]string{
		spec.OpIterate: "query %s is iterated", spec.OpRelease: "query %s is released",
		spec.OpIterBegin: "query %s is opened as ",
		spec.OpIterNext:  "iterator %s is advanced", spec.OpIterEnd: "iterator %s is closed",
	}
	text := strings.Replace(verbs[op.Op], "%s", nameText(spec.Handle(op.On)), 1)
	if op.Op == spec.OpIterBegin {
		text += nameText(spec.Handle(op.As))
	}
	return text + optionsText(op)
}

var kindTexts = []string{
	spec.KindAuto: "a query", spec.KindFilter: "a filter", spec.KindCached: "a cached query", spec.KindRule: "a rule",
}

func optionsText(op spec.Operation) string {
	var parts []string
	add := func(given bool, text string) {
		if given {
			parts = append(parts, text)
		}
	}
	if q := op.Query; q != nil {
		add(q.Syntax != spec.DialectDefault, "in the syntax of "+q.Syntax.String())
		if q.OrderBy != nil {
			add(true, orderText(*q.OrderBy))
		}
		add(q.GroupBy != "", "grouped by "+nameText(q.GroupBy))
		add(q.Instanced, "instanced")
		add(q.DetectChanges, "detecting changes")
	}
	add(len(op.Vars) > 0, "with "+presetsText(op.Vars))
	add(op.Values, "with values")
	add(op.Batches, "with batches")
	add(op.Changes, "with changes")
	add(op.Untouched, "untouched")
	add(op.Limit != 0, "limit "+strconv.Itoa(op.Limit))
	add(op.Skip != 0, "skip "+strconv.Itoa(op.Skip))
	if op.Group != nil {
		add(true, "in group "+handleText(*op.Group))
	}
	add(len(op.Events) > 0, "on "+strings.Join(eventNames(op.Events), " and "))
	add(op.Monitor, "monitoring")
	add(op.YieldExisting, "yielding existing")
	add(op.Parent != "", "below "+nameText(op.Parent))
	add(len(op.Acts) > 0, actsText(op.Acts))
	if len(parts) == 0 {
		return ""
	}
	return ", " + strings.Join(parts, ", ")
}

func eventNames(events []spec.EventKind) []string {
	names := make([]string, len(events))
	for i, e := range events {
		names[i] = string(e)
	}
	return names
}

func orderText(o spec.OrderBy) string {
	text := "ordered by the entity"
	if o.Component != "" {
		text = "ordered by " + nameText(o.Component)
	}
	if o.Desc {
		text += " descending"
	}
	return text
}

func presetsText(vars map[string]spec.Handle) string {
	names := make([]string, 0, len(vars))
	for name := range vars {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(each(names, func(n string) string { return "$" + n + " = " + nameText(vars[n]) }), " and ")
}

func each[T any](elements []T, text func(T) string) []string {
	texts := make([]string, len(elements))
	for i, e := range elements {
		texts[i] = text(e)
	}
	return texts
}

// termsText writes the query: its text in quotes, or its terms in backquotes where the dialect can say them.
func termsText(d spec.Dialect, q *spec.Query) (string, bool) {
	if q.IsText() {
		return quote(q.Expr), true
	}
	if text, ok := byHandleText(d, q.Terms); ok {
		return "`" + text + "`", true
	}
	terms := q.Terms
	if terms == nil {
		terms = []spec.Term{}
	}
	b, err := json.Marshal(terms)
	return string(b), err == nil
}
