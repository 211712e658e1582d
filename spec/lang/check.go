package lang

import "github.com/relspec/relspec/spec"

// Check returns an error for terms that are wrong in every world. The code is invalid or limit.
// Engines call Check for terms from [Parse] and for terms from JSON. They must find the other
// errors themselves: unknown names, forms that the kind of query does not support, variables that
// nothing binds.
//
// Check refuses the following:
//
//   - Not, Optional and list operators on an alternative of an Or chain, scopes and chains in a
//     chain, a chain of one alternative, and alternatives with different sources
//     (operator.or-restrictions);
//   - a scope that is the first term of the query (QRY-313), that is empty, or that is not negated
//     (QRY-311, FQL-155);
//   - a comparison whose left side is not a variable (QRY-258), whose right side is a wildcard, or
//     "~=" with anything but a text (QRY-260); Optional on a comparison (QRY-268);
//   - a list operator with access other than default and none (QRY-291), or whose list is not an
//     entity;
//   - an access modifier on a scope or a chain, and one other than none on a comparison;
//   - traversal flags that contradict each other: desc without cascade (QRY-385), a relationship or
//     all without a direction, two directions, depths that exclude every level;
//   - a term without an element that its kind needs, or with an element that its kind or the
//     position of the element does not allow;
//   - only with [WithSets], or in [ParseChecked] for flecs-3-beta: a set on a wildcard or on "$",
//     desc, a minimum depth without a maximum or with self, cascade on anything but $this or in two
//     terms (sets.refused);
//   - with code limit, more terms or more deeply nested scopes than [Limits] allow, and in sets
//     depths beyond the limit (sets.depth).
func Check(terms []spec.Term, opts ...Option) *spec.Error {
	_, err := check(terms, optionsOf(opts))
	return err
}

// check also returns the index of the wrong term, in the order of [spec.Term.Walk].
func check(terms []spec.Term, o options) (int, *spec.Error) {
	c := checker{options: o}
	if len(terms) > 0 && terms[0].Kind == spec.TermScope {
		c.invalid("a scope cannot be the first term of a query; put it after another term")
	}
	c.terms(terms, 0)
	return c.index, c.err
}

// checker stops at the first wrong term. Then index is the index of this term.
type checker struct {
	options
	index   int
	err     *spec.Error
	cascade bool // some term has cascade
}

func (c *checker) fail(code spec.ErrorCode, format string, args ...any) {
	if c.err == nil {
		c.err = spec.Errorf(code, format, args...)
	}
}

func (c *checker) invalid(format string, args ...any) { c.fail(spec.CodeInvalid, format, args...) }

// done moves on to the next term unless this one is wrong. It reports whether this one is wrong.
func (c *checker) done() bool {
	if c.err == nil {
		c.index++
	}
	return c.err != nil
}

func (c *checker) terms(terms []spec.Term, nesting int) {
	for i := range terms {
		if c.err == nil {
			c.term(&terms[i], nesting)
		}
	}
}

func (c *checker) term(t *spec.Term, nesting int) {
	if c.index >= c.limits.Terms {
		c.fail(spec.CodeLimit, "a query has at most %d terms", c.limits.Terms)
	}
	switch t.Kind {
	case spec.TermMatch:
		c.match(t)
	case spec.TermCompare:
		c.compare(t)
	case spec.TermOr:
		c.chain(t, nesting)
		return
	case spec.TermScope:
		c.scope(t, nesting)
		return
	default:
		c.invalid("the term has an unknown kind")
	}
	c.done()
}

func (c *checker) match(t *spec.Term) {
	if t.Terms != nil {
		c.invalid("a match cannot contain terms")
	}
	c.ref(&t.First, roleFirst)
	c.ref(&t.Second, roleSecond)
	c.ref(&t.Src, roleSource)
	if t.First.Kind == spec.RefMember && t.Second.Kind == spec.RefNone {
		c.invalid("a member needs a second element")
	}
	switch t.Oper {
	case spec.And, spec.Not, spec.Optional:
	case spec.AndFrom, spec.OrFrom, spec.NotFrom:
		c.list(t)
	default:
		c.invalid("the term has an unknown operator")
	}
}

func (c *checker) list(t *spec.Term) {
	switch k := t.First.Kind; {
	case t.Access != spec.AccessDefault && t.Access != spec.AccessNone:
		c.invalid("a list operator gives no data, so its access must be none")
	case k != spec.RefEntity && k != spec.RefName && k != spec.RefNumber || t.First.Trav != nil:
		c.invalid("the list of a list operator must be an entity")
	case t.Second.Kind != spec.RefNone:
		c.invalid("a list operator cannot have a second element")
	}
}

func (c *checker) compare(t *spec.Term) {
	switch {
	case t.Src.Kind != spec.RefVariable && t.Src.Kind != spec.RefNone || t.Src.Trav != nil:
		c.invalid("the left side of a comparison must be a variable")
	case t.First.Kind != spec.RefNone || t.Terms != nil:
		c.invalid("a comparison must have exactly two sides")
	case t.Access != spec.AccessDefault && t.Access != spec.AccessNone:
		c.invalid("a comparison gives no data, so it cannot have an access modifier")
	case t.Oper != spec.And && t.Oper != spec.Not:
		c.invalid("a comparison cannot have an operator other than not")
	case t.Compare > spec.Contains:
		c.invalid("a comparison must be ==, != or ~=")
	case t.Compare == spec.Contains && t.Second.Kind != spec.RefText:
		c.invalid("the right side of ~= must be a text")
	}
	c.ref(&t.Src, roleSource)
	c.ref(&t.Second, roleOperand)
}

func (c *checker) chain(t *spec.Term, nesting int) {
	switch {
	case t.Oper != spec.And || t.Access != spec.AccessDefault:
		c.invalid("give operator and access to the alternatives of a chain, not to the chain")
	case !bare(t):
		c.invalid("a chain cannot have anything but alternatives")
	case len(t.Terms) < 2:
		c.invalid("a chain must have at least two alternatives")
	}
	if c.done() {
		return
	}
	for i := range t.Terms {
		alternative := &t.Terms[i]
		switch {
		case alternative.Kind == spec.TermOr || alternative.Kind == spec.TermScope:
			c.invalid("an alternative of a chain must be a match or a comparison")
		case alternative.Oper != spec.And:
			c.invalid("an alternative of a chain cannot have an operator")
		case subjectOf(alternative) != subjectOf(&t.Terms[0]):
			c.invalid("the alternatives of a chain must have the same source")
		}
		if c.err != nil {
			return
		}
		c.term(alternative, nesting)
	}
}

// subject is a source in a form that can be compared without a world.
type subject struct {
	kind       spec.RefKind
	name, path string
	number     uint64
}

// subjectOf returns the source of an alternative. "$" is replaced by the first element, and an
// unwritten $this equals a written one.
func subjectOf(t *spec.Term) subject {
	r := t.Src
	if r.Kind == spec.RefSingleton {
		r = t.First
	}
	r = plain(r)
	return subject{r.Kind, r.Name, r.Path, r.Number}
}

func (c *checker) scope(t *spec.Term, nesting int) {
	switch {
	case t.Oper == spec.Optional:
		c.invalid("a scope must have the operator not; to make its terms optional, write \"?\" before each and no braces")
	case t.Oper != spec.Not:
		c.invalid("a scope must have the operator not; write terms that must match without braces")
	case t.Access != spec.AccessDefault:
		c.invalid("a scope cannot have an access modifier")
	case !bare(t):
		c.invalid("a scope cannot have anything but terms")
	case len(t.Terms) == 0:
		c.invalid("a scope must have at least one term")
	case nesting >= c.limits.Nesting:
		c.fail(spec.CodeLimit, "scopes are nested at most %d deep", c.limits.Nesting)
	}
	if !c.done() {
		c.terms(t.Terms, nesting+1)
	}
}

// bare reports whether t has none of the elements of a match.
func bare(t *spec.Term) bool { return len(t.Refs()) == 0 }
