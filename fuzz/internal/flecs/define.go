package flecs

import (
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// define makes a define operation with facts about existing and new entities. Some texts are wrong
// on purpose.
func (b *builder) define() {
	var lines []string
	for range 1 + b.below(4) {
		lines = append(lines, b.factText())
	}
	if b.oneIn(6) {
		lines = append(lines, b.wrongFact())
	}
	separator := [...]string{"\n", "\n", ", ", "\n\n"}[b.below(4)]
	b.emit(spec.Operation{Op: spec.OpDefine, Text: strings.Join(lines, separator)})
}

// factText returns the text of a fact.
func (b *builder) factText() string {
	subject := b.subjectName()
	switch b.below(4) {
	case 0:
		return b.pathText(b.named(roleTag)) + "(" + subject + ")"
	case 1:
		return b.pathText(b.named(roleComponent)) + "(" + subject + ")"
	}
	r := b.named(roleRelationship)
	if b.oneIn(3) {
		r = [...]ref{b.world.Words.IsA, b.world.Words.ChildOf}[b.below(2)]
	}
	object := b.pathText(b.named(rolePlain))
	if b.oneIn(4) { // the object may be a subject of the same text
		object = b.newName()
	}
	return b.pathText(r) + "(" + subject + ", " + object + ")"
}

// subjectName returns the path of a plain entity, or the name of a new one.
func (b *builder) subjectName() string {
	if b.oneIn(2) && b.canGrow() {
		return b.newName()
	}
	return b.pathText(b.named(rolePlain))
}

// newName returns one of a few names, so that several texts of a trace use the same name. Sometimes
// it returns the handle of a deleted entity.
func (b *builder) newName() string {
	if b.oneIn(12) {
		if e := b.corpse(); e >= 0 {
			return string(b.world.Handle(e))
		}
	}
	return "d" + number(1+b.below(8))
}

// named returns an entity with a role. Usually the entity has a path.
func (b *builder) named(r role) ref {
	e := b.of(r)
	for range 3 {
		if b.world.Path(e) != "" {
			break
		}
		e = b.of(r)
	}
	return e
}

// pathText returns the path of an entity, or its handle if it has no path. Such a handle usually
// gives the error unresolved.
func (b *builder) pathText(e ref) string {
	if e >= 0 {
		if path := b.world.Path(e); path != "" {
			if text, err := lang.Print(b.Profile.Dialect, []spec.Term{{First: spec.NameRef(path)}}); err == nil {
				return text
			}
		}
	}
	return string(b.world.Handle(e))
}

// wrongFact returns a line that makes the whole text invalid.
func (b *builder) wrongFact() string {
	tag, e := b.pathText(b.named(roleTag)), b.pathText(b.named(rolePlain))
	wrong := [...]string{
		tag, tag + "($x)", "!" + tag + "(" + e + ")", "?" + tag + "(" + e + ")", "[in] " + tag + "(" + e + ")",
		tag + "(" + e + ") " + tag + "(" + e + ")", tag + "(" + e + ") || " + tag + "(d1)", tag + "(" + e + "[self])",
		"Nothing(" + e + ")", tag + "(" + e + ", Nobody)", tag + "(d1.d2)", tag + "(*)", "(", "OR | " + e,
	}
	return wrong[b.below(len(wrong))]
}
