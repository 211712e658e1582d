package scenario

import (
	"slices"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Lacks says what an implementation, by its answer to hello, has not got of what the scenario needs: its profile, or
// capabilities as "world: scope" or "rule: variables". Nil means that the scenario can run. An implementation that
// declares no profiles, or no capabilities at all, is taken to have all of them.
func (s Scenario) Lacks(info spec.Info) []string {
	var lacks []string
	if len(info.Profiles) > 0 && !slices.Contains(info.Profiles, s.Profile) {
		lacks = append(lacks, "profile "+s.Profile)
	}
	if len(info.Capabilities) == 0 {
		return lacks
	}
	profile, err := spec.ProfileByName(s.Profile)
	if err != nil {
		return []string{err.Message}
	}
	need := func(kind string, capabilities []spec.Capability) {
		for _, c := range capabilities {
			where := "world"
			if c.OfQueries() {
				where = kind
			}
			lack := where + ": " + string(c)
			if !slices.Contains(info.Capabilities[where], c) && !slices.Contains(lacks, lack) {
				lacks = append(lacks, lack)
			}
		}
	}
	kinds := map[string]string{} // of prepared queries and of iterators on them
	for _, check := range s.Checks {
		op := check.Op
		kind := kindName(profile, spec.KindAuto)
		switch {
		case op.Query != nil:
			kind = kindName(profile, op.Query.Kind)
		case op.On != "":
			kind = kinds[op.On]
		}
		kinds[op.As] = kind
		if refusal, refused := check.refusal(); refused && refusal.Code == spec.CodeUnsupported {
			continue
		}
		need(kind, op.Needs())
		if op.Query != nil {
			need(kind, textNeeds(profile, op.Query))
		}
	}
	return lacks
}

// kindName is where the capabilities of a kind of query are declared; auto is what it stands for.
func kindName(p spec.Profile, k spec.QueryKind) string {
	if k == spec.KindAuto {
		k = spec.KindFilter
		if p.AutoRule {
			k = spec.KindRule
		}
	}
	return k.String()
}

// textNeeds is what the terms of a query that is given as text need.
func textNeeds(p spec.Profile, q *spec.Query) []spec.Capability {
	if !q.IsText() {
		return nil
	}
	d := q.Syntax
	if d == spec.DialectDefault {
		d = p.Dialect
	}
	terms, err := lang.Parse(d, q.Expr)
	if err != nil {
		return nil
	}
	return (&spec.Query{Terms: terms}).Needs()
}
