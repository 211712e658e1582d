package scenario

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// phrase is the step text of an operation, with words in capitals for its fields ([slots]). A part
// in brackets is omitted if its fields are not set. The compiler parses operations with the phrases
// of a shape, and the printer writes them.
type phrase struct {
	shape string
	op    spec.OpKind
	text  string
}

// phrases lists the operations whose step contains nothing but their fields. If an operation has
// several phrases, the printer uses the first one with all fields.
var phrases = []phrase{
	{"state", spec.OpDeleteWith, "every entity with ID is deleted"},
	{"state", spec.OpDelete, "ENTITY is deleted"},
	{"state", spec.OpClear, "ENTITY is cleared"},
	{"state", spec.OpEnable, "[ID of] ENTITY is enabled"},
	{"state", spec.OpDisable, "[ID of] ENTITY is disabled"},
	{"state", spec.OpModified, "ID of ENTITY is modified"},
	{"state", spec.OpOverride, "ID of ENTITY is overridden"},
	{"state", spec.OpSetName, "ENTITY is named NAME"},
	{"state", spec.OpEmit, "EVENT is emitted of ENTITY [about IDS] [along RELATIONSHIP]"},
	{"state", spec.OpReorder, "ENTITY is moved before BEFORE in ID"},
	{"state", spec.OpReorder, "ENTITY is moved after AFTER in ID"},

	{"world", spec.OpScope, "the scope is ENTITY"},
	{"world", spec.OpScope, "the scope is the root"},
	{"world", spec.OpDefine, "the text TEXT is defined"},
	{"world", spec.OpReset, "the world is reset [as PROFILE]"},
	{"world", spec.OpSnapshot, "the world is kept as AS"},
	{"world", spec.OpRestore, "the world is taken back to AS"},
	{"world", spec.OpReload, "the world is saved and loaded"},
	{"world", spec.OpTeardown, "the world is torn down"},
	{"world", spec.OpDeferBegin, "the world is deferred"},
	{"world", spec.OpDeferEnd, "the world is no longer deferred"},

	{"iteration", spec.OpIterate, "query ON is iterated"},
	{"iteration", spec.OpRelease, "query ON is released"},
	{"iteration", spec.OpIterBegin, "query ON is opened as AS"},
	{"iteration", spec.OpIterNext, "iterator ON is advanced"},
	{"iteration", spec.OpIterEnd, "iterator ON is closed"},

	{"truth", spec.OpHas, "it is asked whether ENTITY has ID"},
	{"truth", spec.OpOwns, "it is asked whether ENTITY owns ID"},
	{"truth", spec.OpAlive, "it is asked whether ENTITY is alive"},
	{"truth", spec.OpChanged, "it is asked whether query ON has changed"},

	{"answer", spec.OpGet, "the value of ID on ENTITY is asked"},
	{"answer", spec.OpIDs, "the ids of ENTITY are asked"},
	{"answer", spec.OpTarget, "the target [INDEX] of RELATIONSHIP on ENTITY is asked"},
	{"answer", spec.OpTargets, "the targets of RELATIONSHIP on ENTITY are asked"},
	{"answer", spec.OpSources, "the sources of PAIR are asked"},
	{"answer", spec.OpOrdered, "the order of PAIR is asked"},
	{"answer", spec.OpTypeOf, "the type of ID is asked"},
	{"answer", spec.OpCount, "the count of ID is asked"},
	{"answer", spec.OpLookup, "the lookup of PATH [from FROM] [RECURSIVELY] is asked"},
	{"answer", spec.OpPath, "the path of ENTITY [from FROM] is asked"},
	{"answer", spec.OpParent, "the parent of ENTITY is asked"},
	{"answer", spec.OpChildren, "the children of ENTITY are asked"},
	{"answer", spec.OpDepth, "the depth of ENTITY [along RELATIONSHIP] [within DEPTH] is asked"},
	{"answer", spec.OpWalkUp, "the ancestors of ENTITY [along RELATIONSHIP] [within DEPTH] [taking TAKE] are asked"},
	{"answer", spec.OpTraverse, "the descendants of ENTITY [along RELATIONSHIP] [within DEPTH] are asked"},
	{"answer", spec.OpTables, "the tables are asked"},
	{"answer", spec.OpEvents, "the events are asked"},
}

// slot is a field of an operation in a text. write also returns whether the operation has the
// field.
type slot struct {
	read  func(*reader, *spec.Operation)
	write func(*spec.Operation) (text string, given bool)
}

var slots = map[string]slot{
	"ENTITY":       entitySlot(func(op *spec.Operation) *spec.Handle { return &op.Entity }),
	"RELATIONSHIP": entitySlot(func(op *spec.Operation) *spec.Handle { return &op.Relationship }),
	"FROM":         entitySlot(func(op *spec.Operation) *spec.Handle { return &op.From }),
	"BEFORE":       entitySlot(func(op *spec.Operation) *spec.Handle { return &op.Before }),
	"AFTER":        entitySlot(func(op *spec.Operation) *spec.Handle { return &op.After }),
	"EVENT":        entitySlot(func(op *spec.Operation) *spec.Handle { return &op.Event }),
	"ON":           wordSlot(func(op *spec.Operation) *string { return &op.On }),
	"AS":           wordSlot(func(op *spec.Operation) *string { return &op.As }),
	"INDEX":        numberSlot(func(op *spec.Operation) *int { return &op.Index }),
	"DEPTH":        numberSlot(func(op *spec.Operation) *int { return &op.MaxDepth }),
	"TAKE":         numberSlot(func(op *spec.Operation) *int { return &op.Take }),
	"PATH":         quotedSlot(func(op *spec.Operation) *string { return &op.Path }),
	"TEXT":         quotedSlot(func(op *spec.Operation) *string { return &op.Text }),
	"NAME":         nameSlot,
	"ID": {
		func(r *reader, op *spec.Operation) { op.ID = r.id() },
		func(op *spec.Operation) (string, bool) { return idText(op.ID), !op.ID.IsZero() },
	},
	"IDS": {
		func(r *reader, op *spec.Operation) { op.IDs = list(r, r.id) },
		func(op *spec.Operation) (string, bool) { return listText(op.IDs, idText), len(op.IDs) > 0 },
	},
	"PAIR": {
		func(r *reader, op *spec.Operation) {
			id := r.id()
			op.Relationship, op.Entity = id.First, id.Second
			if !id.IsPair() {
				r.fail("a pair")
			}
		},
		func(op *spec.Operation) (string, bool) { return idText(spec.Pair(op.Relationship, op.Entity)), true },
	},
	"PROFILE": {
		func(r *reader, op *spec.Operation) {
			op.Profile = r.rest()
			if _, err := spec.ProfileByName(op.Profile); err != nil {
				r.fail("a profile (" + err.Message + ")")
			}
			r.at = len(r.text)
		},
		func(op *spec.Operation) (string, bool) { return op.Profile, op.Profile != "" },
	},
	"RECURSIVELY": {
		func(r *reader, op *spec.Operation) {
			recursive := !r.accept("not")
			r.expect("recursively")
			op.Recursive = &recursive
		},
		func(op *spec.Operation) (string, bool) {
			if op.Recursive != nil && !*op.Recursive {
				return "not recursively", true
			}
			return "recursively", op.Recursive != nil
		},
	},
}

func entitySlot(of func(*spec.Operation) *spec.Handle) slot {
	return slot{
		func(r *reader, op *spec.Operation) { *of(op) = r.name() },
		func(op *spec.Operation) (string, bool) { return nameText(*of(op)), *of(op) != "" },
	}
}

// wordSlot is a slot for a name that is not an entity.
func wordSlot(of func(*spec.Operation) *string) slot {
	return slot{
		func(r *reader, op *spec.Operation) { *of(op) = r.member() },
		func(op *spec.Operation) (string, bool) { return nameText(spec.Handle(*of(op))), *of(op) != "" },
	}
}

func numberSlot(of func(*spec.Operation) *int) slot {
	return slot{
		func(r *reader, op *spec.Operation) { *of(op) = r.number() },
		func(op *spec.Operation) (string, bool) { return strconv.Itoa(*of(op)), *of(op) != 0 },
	}
}

func quotedSlot(of func(*spec.Operation) *string) slot {
	return slot{
		func(r *reader, op *spec.Operation) { *of(op) = r.quoted() },
		func(op *spec.Operation) (string, bool) { return quote(*of(op)), true },
	}
}

var nameSlot = slot{
	func(r *reader, op *spec.Operation) { op.Name = new(r.quoted()) },
	func(op *spec.Operation) (string, bool) {
		if op.Name == nil {
			return "", false
		}
		return quote(*op.Name), true
	},
}

// flagSlot is a slot for a field that is set by fixed words.
func flagSlot(of func(*spec.Operation) *bool) slot {
	return slot{
		func(_ *reader, op *spec.Operation) { *of(op) = true },
		func(op *spec.Operation) (string, bool) { return "", *of(op) },
	}
}

var phrasePart = regexp.MustCompile(`\[[^\]]*\]|[^\[\]]+`)

// phrase parses a text with slots.
func (r *reader) phrase(text string, op *spec.Operation) {
	for _, part := range phrasePart.FindAllString(text, -1) {
		before, saved := *r, *op
		words := strings.Fields(strings.Trim(part, "[]"))
		for i, word := range words {
			slot, isSlot := slots[word]
			if isSlot {
				slot.read(r, op)
			} else {
				r.expect(word)
			}
			if r.failed == nil {
				continue
			}
			// "[ID of] ENTITY" also reads "Bob": the field ID fits, "of" does not, and the part in
			// brackets is skipped.
			_, open := slots[words[0]]
			if part[0] != '[' || i > 0 && !open {
				return
			}
			*r, *op = before, saved
			break
		}
	}
}

// write formats the operation. The result is incomplete if a field is missing.
func (p phrase) write(op *spec.Operation) (text string, complete bool) {
	var out []string
	complete = true
	for _, part := range phrasePart.FindAllString(p.text, -1) {
		words, has := strings.Fields(strings.Trim(part, "[]")), true
		for i, word := range words {
			if slot, isSlot := slots[word]; isSlot {
				var given bool
				words[i], given = slot.write(op)
				has = has && given
			}
		}
		optional := part[0] == '['
		if has || !optional {
			out = append(out, words...)
		}
		complete = complete && (has || optional)
	}
	return strings.Join(out, " "), complete
}

// phraseText formats an operation with its phrase.
func phraseText(op *spec.Operation) (text string, ok bool) {
	for _, p := range phrases {
		if p.op != op.Op {
			continue
		}
		written, complete := p.write(op)
		if complete {
			return written, true
		}
		if text == "" {
			text, ok = written, true
		}
	}
	return text, ok
}

// readPhrase parses a text with the first phrase of a shape that fits. If none fits, the error
// lists what was expected at the furthest position that any phrase reached.
func (c *compiler) readPhrase(shape, text string) spec.Operation {
	var wants []string
	furthest := -1
	for _, p := range phrases {
		if p.shape != shape {
			continue
		}
		r, op := &reader{text: text}, spec.Operation{Op: p.op}
		r.phrase(p.text, &op)
		if r.end() == nil {
			c.mention(r.mentioned...)
			return op
		}
		misread, is := r.failed.(*Misread) //nolint:errorlint // the reader does not wrap it
		if !is || r.at < furthest {
			continue
		}
		if r.at > furthest {
			furthest, wants = r.at, nil
		}
		if !slices.Contains(wants, misread.Want) {
			wants = append(wants, misread.Want)
		}
	}
	c.fail("%w", &Misread{strings.Join(wants, " or "), text[max(furthest, 0):]})
	return spec.Operation{}
}
