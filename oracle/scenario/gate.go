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
	need := func(where string, capabilities []spec.Capability) {
		for _, c := range capabilities {
			lack := where + ": " + string(c)
			if !slices.Contains(info.Capabilities[where], c) && !slices.Contains(lacks, lack) {
				lacks = append(lacks, lack)
			}
		}
	}
	for _, check := range s.Checks {
		if refusal, refused := check.refusal(); refused && refusal.Code == spec.CodeUnsupported {
			continue
		}
		op := check.Op
		query := op.Query
		op.Query = nil
		if query == nil {
			need("world", op.Needs())
			continue
		}
		need(kindName(profile, query.Kind), append(op.Needs(), queryNeeds(profile, query)...))
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

func queryNeeds(p spec.Profile, q *spec.Query) []spec.Capability {
	needs := q.Needs()
	if !q.IsText() {
		return needs
	}
	d := q.Syntax
	if d == spec.DialectDefault {
		d = p.Dialect
	}
	terms, err := lang.Parse(d, q.Expr)
	if err != nil {
		return needs
	}
	return append(needs, (&spec.Query{Terms: terms}).Needs()...)
}
