package playground

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

const cities = `a relationship LocatedIn with Transitive
NewYork    City, (LocatedIn, USA)
Manhattan  (LocatedIn, NewYork)
Bob        (LocatedIn, Manhattan)
Rock
`

func state(world, query string) *link.State {
	return &link.State{Profile: "flecs-3", World: world, Query: query, Kind: "rule"}
}

func answered(t *testing.T, s *link.State) *Answered {
	t.Helper()
	a, err := Answer(s)
	require.Nil(t, err)
	return a
}

// texts returns the rows of an answer as lines.
func texts(a *Answered) []string {
	var out []string
	for _, r := range a.Answer.Rows {
		line := r.State
		for _, c := range r.Cells {
			line += " " + c.Text
		}
		out = append(out, line)
	}
	return out
}

func TestAnswerHasTheRowsOfBothEngines(t *testing.T) {
	a := answered(t, state(cities, "(LocatedIn, $place), City($place)"))
	require.Empty(t, a.Problems)
	require.Equal(t, []Column{
		{"$this", "this"},
		{"$place", "var"},
		{"(LocatedIn, $place)", "field"},
		{"City($place)", "field"},
	}, a.Answer.Columns)
	require.ElementsMatch(t, []string{
		"matched Bob NewYork (LocatedIn, NewYork) City", "matched Manhattan NewYork (LocatedIn, NewYork) City",
	}, texts(a))
	require.True(t, a.Answer.Agree)
	require.Equal(t, [2]int{2, 2}, [2]int{a.Answer.Model.Rows, a.Answer.Fast.Rows})
	require.Contains(t, a.Names, Name{"LocatedIn", "entity"})
	require.Contains(t, a.Names, Name{"Transitive", "builtin"})
	require.Contains(t, a.Drawing, `class="arrow matched derived"`, "a pair that follows is dashed")
	require.Contains(t, a.Drawing, `class="arrow plain"`)
}

func TestWorldStopsAtAnOperation(t *testing.T) {
	s := state(cities, "City")
	all := answered(t, s)
	require.Equal(t, len(all.Steps), all.At)
	s.At = 1
	first := answered(t, s)
	require.Equal(t, 1, first.At)
	require.Len(t, first.Steps, len(all.Steps))
	require.Equal(t, 1, first.Steps[0].Line)
	require.Equal(t, "unresolved", first.Answer.Error.Code)
	require.True(t, first.Answer.Agree)
}

func TestProblemsHaveALocation(t *testing.T) {
	for _, c := range []struct {
		world, query string
		line, column int
		code         string
	}{
		{"Bob (Likes Alice)", "", 1, 12, "syntax"},
		{"Bob Person\n\nBob (Likes,", "", 3, 12, "syntax"},
		{"a tag T\nBob gets Position {x 1}", "", 2, 22, "syntax"},
		{"Bob (ChildOf, Bob)", "", 1, 0, "cycle"},
		{"a tag T\nBob T\nBob does not have T", "", 3, 0, "not met"},
		{"a tag T\nan entity Bob\nThen Bob has T", "", 3, 0, "not met"},
		{`{"op":"entity","entity":"a"}` + "\n" + `{"op":"entty"}`, "", 2, 0, "syntax"},
		{"{", "", 1, 0, "syntax"},
		{strings.Repeat(" ", MaxWorld+1), "", 0, 0, "limit"},
	} {
		a := answered(t, state(c.world, c.query))
		require.NotEmpty(t, a.Problems, c.world)
		p := a.Problems[0]
		require.Equal(t, [3]any{c.line, c.column, c.code}, [3]any{p.Line, p.Column, p.Code}, "%s: %+v", c.world, p)
	}
}

func TestQueryErrorsHaveAPosition(t *testing.T) {
	a := answered(t, state(cities, "City, (LocatedIn, Nowhere)"))
	require.Equal(t, Problem{1, 7, "unresolved", a.Answer.Error.Message, "error"}, *a.Answer.Error)
	a = answered(t, state(cities, "City,, City"))
	require.Equal(t, [3]any{"syntax", 1, 6}, [3]any{a.Answer.Error.Code, a.Answer.Error.Line, a.Answer.Error.Column})
}

func TestWhyGivesProofsAndReasons(t *testing.T) {
	s := state(cities, "(LocatedIn, $place), City($place)")
	row := answered(t, s).Answer.Rows[0]
	why, err := Why(s, row.This, row.Vars)
	require.Nil(t, err)
	require.Len(t, why.Matches, 1)
	require.Len(t, why.Matches[0].Terms, 2)
	require.NotEmpty(t, why.Cites)
	not, err := Why(s, "Rock", nil)
	require.Nil(t, err)
	require.Empty(t, not.Matches)
	require.NotEmpty(t, not.Misses)
	nobody, err := Why(s, "Nobody", nil)
	require.Nil(t, err)
	require.Equal(t, "unresolved", nobody.Error.Code)
}

func TestProfilesSayWhereTheyDiffer(t *testing.T) {
	all, err := Profiles(state(cities, "(LocatedIn, USA)"))
	require.Nil(t, err)
	require.Len(t, all, len(spec.Profiles()))
	byName := map[string]ProfileRows{}
	for _, p := range all {
		byName[p.Name] = p
	}
	require.True(t, byName["flecs-3"].Current)
	require.Equal(t, 3, byName["flecs-3"].Rows)
	require.Empty(t, byName["flecs-3"].Fewer)
	s := state("a tag Fruit\nApple (IsA, Fruit)\nBasket Apple\n", "Fruit")
	s.Kind = "filter"
	all, err = Profiles(s)
	require.Nil(t, err)
	differing := 0
	for _, p := range all {
		for _, r := range append(p.More, p.Fewer...) {
			differing++
			require.NotEmpty(t, r.Because, "%s: %s", p.Name, r.Text)
		}
	}
	require.Positive(t, differing)
}

func TestPlanIsTheTextOfFast(t *testing.T) {
	plan, err := Plan(state(cities, "(LocatedIn, $place), City($place)"))
	require.Nil(t, err)
	require.NotEmpty(t, plan.Text)
}

func TestLongQueriesAreCut(t *testing.T) {
	var world strings.Builder
	for i := range 60 {
		world.WriteString("e" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + "  T\n")
	}
	s := state(world.String(), "T($a), T($b), T($c), T($d)")
	began := time.Now()
	a := answered(t, s)
	require.True(t, a.Answer.Cut, "%+v", a.Answer.Error)
	require.Equal(t, "limit", a.Answer.Error.Code)
	require.Less(t, time.Since(began), 20*time.Second)
}

func TestExports(t *testing.T) {
	s := state(cities, "(LocatedIn, USA)")
	formats := map[Format]string{}
	for _, format := range []Format{FormatScenario, FormatTrace, FormatProtocol, FormatGo} {
		e, err := Export(s, format)
		require.Nil(t, err)
		formats[format] = e.Text
	}
	all, err := scenario.Parse("export.feature", formats[FormatScenario])
	require.NoError(t, err)
	require.Equal(t, scenario.Passed, scenario.Run(all[0], engineOf(t)).Status)
	require.Contains(t, formats[FormatScenario], "Then the result is")
	again, refusal := Open(formats[FormatTrace])
	require.Nil(t, refusal)
	require.Equal(t, s.Query, again.Query)
	require.Equal(t, texts(answered(t, s)), texts(answered(t, again)))
	require.Contains(t, formats[FormatProtocol], `{"op":"hello"}`)
	require.Contains(t, formats[FormatGo], "func TestPlayground_")
	_, refusal = Export(s, "pdf")
	require.Equal(t, spec.CodeInvalid, refusal.Code)
}

func engineOf(t *testing.T) func(spec.Profile) spec.Engine {
	return func(p spec.Profile) spec.Engine {
		r, err := start(&link.State{Profile: p.Name})
		require.Nil(t, err)
		return r.fast
	}
}

// Every scenario of the suite opens as a world: the same operations, all expectations met, no line wrong.
func TestEveryScenarioOpens(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	require.Greater(t, len(all), 1000)
	step := long.Times(1, 4)
	if testing.Short() {
		step = 20
	}
	for i := 0; i < len(all); i += step {
		sc := &all[i]
		s := FromScenario(sc)
		profile, perr := spec.ProfileByName(s.Profile)
		require.Nil(t, perr)
		w := ReadWorld(profile, s.World)
		want := sc.Trace().Operations()
		got := w.Operations()
		if first, _ := firstQuery(sc); len(got) == len(want)-1 {
			want = slices.Delete(want, first, first+1)
		}
		require.Equal(t, lines(t, want), lines(t, got), "%s\n%s", sc.Key(), s.World)
		a := answered(t, s)
		for _, p := range a.Problems {
			require.Equal(t, "warning", p.Severity, "%s line %d: %s\n%s", sc.Key(), p.Line, p.Message, s.World)
		}
		require.Empty(t, a.Worlds, sc.Key())
		if a.Answer != nil {
			require.True(t, a.Answer.Agree, "%s: %v", sc.Key(), a.Answer.Difference)
		}
	}
}

func lines(t *testing.T, ops []spec.Operation) string {
	text, err := json.MarshalIndent(ops, "", " ")
	require.NoError(t, err)
	return string(text)
}

func TestCallsNeverPanic(t *testing.T) {
	for _, text := range []string{
		``, `{}`, `{"call":"answer"}`, `{"call":"answer","state":{"profile":"none"}}`, `{"call":"nothing"}`,
		`{"call":"answer","state":{"profile":"flecs-3","world":"{","query":"("}}`,
		`{"call":"why","state":{"profile":"tecs","world":"a (b, c)","query":"b"}}`,
		`{"call":"open","text":"Feature: x"}`, `{"call":"open","text":"{}"}`,
		`{"call":"export","form":"go","state":{"profile":"flecs-4"}}`,
		`{"call":"answer","state":{"profile":"flecs-4","world":"| | |","query":"A","order":"Nope","vars":{"x":"nobody"}}}`,
	} {
		var out map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(Call([]byte(text)), &out), text)
		require.Len(t, out, 1, text)
	}
	for name := range calls {
		for _, p := range spec.Profiles() {
			text, err := json.Marshal(request{
				Call: name, Format: FormatTrace,
				State: link.State{Profile: p.Name, World: "a  (R, b)\n", Query: "(R, b)"},
			})
			require.NoError(t, err)
			require.NotContains(t, string(Call(text)), `"crash"`)
		}
	}
}

func TestExpectationsAreCounted(t *testing.T) {
	a, err := Answer(&link.State{Profile: "flecs-3", World: `NewYork City
a query queries "City"
the result is, in any order
  | $this   |
  | NewYork |
NewYork has City
NewYork has Town
Rock is deleted
`})
	require.Nil(t, err)
	require.Equal(t, []Stated{
		{3, "the result is, in any order", true}, {6, "NewYork has City", true}, {7, "NewYork has Town", false},
	}, a.Stated)
}

func TestExportKeepsExpectations(t *testing.T) {
	// the rows that the reference returns are expected in the fourth step
	for query, wants := range map[string]int{"": 3, "City": 4} {
		out, err := Export(&link.State{Profile: "flecs-3", Query: query, World: `NewYork City
When a query queries "City"
Then the result is, in any order
  | $this   |
  | NewYork |
NewYork has City
Rock is deleted
Rock is not alive
`}, FormatScenario)
		require.Nil(t, err)
		all, failed := scenario.Parse(out.Name, out.Text)
		require.NoError(t, failed, out.Text)
		require.Len(t, all, 1)
		got := 0
		for _, c := range all[0].Checks {
			got += len(c.Wants)
		}
		require.Equal(t, wants, got, out.Text)
		result := scenario.Run(all[0], func(p spec.Profile) spec.Engine { return model.New(p) })
		require.Equal(t, scenario.Passed, result.Status, out.Text)
	}
}

// The worlds of the page's tour have no problems, and the first is answered by a proof of three steps.
func TestTheTourIsSound(t *testing.T) {
	text, err := os.ReadFile("../../play/src/tour.json")
	require.NoError(t, err)
	var stops []struct {
		Question string
		State    link.State
	}
	require.NoError(t, json.Unmarshal(text, &stops))
	for _, stop := range stops {
		a, err := Answer(&stop.State)
		require.Nil(t, err, stop.Question)
		require.Empty(t, a.Problems, stop.Question)
		require.NotEmpty(t, a.Answer.Rows, stop.Question)
		require.True(t, a.Answer.Agree, stop.Question)
	}
	why, refusal := Why(&stops[0].State, "Bob", nil)
	require.Nil(t, refusal)
	proof, err := json.Marshal(why)
	require.NoError(t, err)
	for _, hop := range []string{"(LocatedIn, CentralPark)", "(LocatedIn, Manhattan)", "(LocatedIn, NewYork)", "(LocatedIn, USA)"} {
		require.Contains(t, string(proof), hop)
	}
}
