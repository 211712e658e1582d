package playground

import (
	"github.com/relspec/relspec/internal/ask"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/spec"
)

// Explained is the proof of a row, or the reason of a missing row, from the reference.
type Explained struct {
	Error   *Problem           `json:"error,omitempty"`
	Matches []spec.MatchProof  `json:"matches,omitempty"`
	Misses  []spec.Miss        `json:"misses,omitempty"`
	Cites   []spec.StatementID `json:"cites,omitempty"`
}

// Why explains the rows of an entity. entity is a handle or a path; "" means all entities. vars selects a
// row by its variables; nil means all rows.
func Why(s *link.State, entity string, vars map[string]string) (*Explained, *spec.Error) {
	r, err := start(s)
	if err != nil {
		return nil, err
	}
	r.quietly(r.model)
	op, err := question(s, spec.OpExplain)
	if err != nil {
		return nil, err
	}
	preset(&op, vars)
	if entity != "" {
		if op.Entity = ask.Entity(r.model, entity); op.Entity == "" {
			missing := spec.Errorf(spec.CodeUnresolved, "the world has no entity %q", entity)
			return &Explained{Error: new(problemOf(missing))}, nil
		}
	}
	out, _ := r.ask(r.model, op)
	if out.Err != nil || out.Explanation == nil {
		if out.Err == nil {
			out.Err = spec.Errorf(spec.CodeUnsupported, "the reference does not explain queries of %s", r.profile.Name)
		}
		return &Explained{Error: new(problemOf(out.Err))}, nil
	}
	e := out.Explanation
	return &Explained{Matches: e.Matches, Misses: e.Misses, Cites: ask.Statements(e)}, nil
}

// Planned is fast's plan for a query.
type Planned struct {
	Error *Problem `json:"error,omitempty"`
	Text  string   `json:"text,omitempty"`
}

// Plan asks fast how it answers the query of a state.
func Plan(s *link.State) (*Planned, *spec.Error) {
	r, err := start(s)
	if err != nil {
		return nil, err
	}
	r.quietly(r.fast)
	op, err := question(s, spec.OpPlan)
	if err != nil {
		return nil, err
	}
	out, _ := r.ask(r.fast, op)
	if out.Err != nil {
		return &Planned{Error: new(problemOf(out.Err))}, nil
	}
	planned := &Planned{}
	if out.Text != nil {
		planned.Text = *out.Text
	}
	return planned, nil
}

// ProfileRows compares the answer in one profile with that in the profile of the state.
type ProfileRows struct {
	Name    string   `json:"name"`
	Current bool     `json:"current,omitempty"`
	Error   *Problem `json:"error,omitempty"`
	Rows    int      `json:"rows"`
	// Refused is the number of operations of the world that the profile refuses or cannot read.
	Refused int          `json:"refused,omitempty"`
	More    []ProfileRow `json:"more,omitempty"`  // rows that the profile of the state does not return
	Fewer   []ProfileRow `json:"fewer,omitempty"` // rows that only the profile of the state returns
}

// ProfileRow is a row that only one of two profiles returns, with the reason from the profile that
// does not return it or, if it gives none, from the other.
type ProfileRow struct {
	Text    string             `json:"text"`
	Because string             `json:"because,omitempty"`
	Cites   []spec.StatementID `json:"cites,omitempty"`
}

// maxReasons is the maximum number of rows with a reason, for the rows that one profile has more
// than another.
const maxReasons = 5

// Profiles runs the query in every profile. Each profile parses the world by its own rules.
func Profiles(s *link.State) ([]ProfileRows, *spec.Error) {
	current, err := start(s)
	if err != nil {
		return nil, err
	}
	here, op, _ := current.answered()
	var all []ProfileRows
	for _, p := range spec.Profiles() {
		state := *s
		state.Profile = p.Name
		other, err := start(&state)
		if err != nil {
			return nil, err
		}
		there, otherOp, refused := other.answered()
		rows := ProfileRows{
			Name: p.Name, Current: p.Name == current.profile.Name, Refused: len(other.world.Problems) + refused,
			Rows: len(there.Rows),
		}
		if there.Err != nil {
			rows.Error = new(problemOf(there.Err))
		} else if here.Err == nil && !rows.Current {
			m := compare.MatchRows(here.Rows, there.Rows, compare.Options{})
			for i := range there.Rows {
				if m.Got[i] < 0 {
					rows.More = append(rows.More, reasonOf(&there.Rows[i], len(rows.More), current, op, other, otherOp))
				}
			}
			for i := range here.Rows {
				if m.Want[i] < 0 {
					rows.Fewer = append(rows.Fewer,
						reasonOf(&here.Rows[i], len(rows.Fewer), other, otherOp, current, op))
				}
			}
		}
		all = append(all, rows)
	}
	return all, nil
}

// answered applies the world to the reference and runs the query. refused counts the operations of
// the world that failed.
func (r *run) answered() (answer spec.Outcome, op spec.Operation, refused int) {
	refused = r.quietly(r.model)
	op, err := question(r.state, spec.OpQuery)
	if err != nil {
		return spec.Fail(err), op, refused
	}
	out, op := r.ask(r.model, op)
	return out, op, refused
}

// reasonOf asks the profile without the row why it does not match. If there is no explanation, it
// asks the other profile why it matches.
func reasonOf(
	row *spec.Row, before int, lacks *run, lacking spec.Operation, gives *run, giving spec.Operation,
) ProfileRow {
	out := ProfileRow{Text: show.Row(*row)}
	if before >= maxReasons {
		return out
	}
	if e := lacks.model.Apply(ask.Row(lacking.Query, row)).Explanation; e != nil && len(e.Misses) > 0 {
		miss := e.Misses[0]
		out.Because, out.Cites = miss.Reason.Claim, miss.Reason.Statements()
		if miss.Term != "" {
			out.Because = miss.Term + ": " + out.Because
		}
		return out
	}
	if e := gives.model.Apply(ask.Row(giving.Query, row)).Explanation; e != nil && len(e.Matches) > 0 {
		for _, t := range e.Matches[0].Terms {
			out.Cites = append(out.Cites, t.Statements()...)
			if out.Because == "" {
				out.Because = t.Claim
			}
		}
	}
	return out
}
