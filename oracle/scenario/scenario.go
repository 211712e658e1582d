package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/spec"
	featurefiles "github.com/relspec/relspec/spec/features"
)

// Scenario is one scenario of a feature for one profile, ready to run. A scenario tagged with
// several profiles becomes several Scenarios with the same ID.
type Scenario struct {
	// ID is the stable tag of the scenario, such as "transitive-01". Rows of an outline have "/1",
	// "/2" and so on appended.
	ID string
	// Profile is the name of the profile in the tag, with all its fields if it is an own profile.
	Profile string
	Name    string
	Feature string
	Rule    string // empty outside rules
	// Path is the path of the feature, Area its folder, and Line the line of the scenario or of its
	// row of examples.
	Path string
	Area string
	Line int
	// Statements are the ledger ids among the tags, in order of first occurrence.
	Statements []spec.StatementID
	// Clauses are the clauses of docs/specification among the tags (@final.components), in order of
	// first occurrence.
	Clauses []string
	Steps   []Step
	Checks  []Check

	scenario int // the line of the scenario, the same for all rows of an outline
}

// Key identifies the scenario and its profile: "transitive-01 (flecs-3)". An own profile has its
// short name there.
func (s Scenario) Key() string { return s.ID + " (" + spec.RequestName(s.Profile) + ")" }

// Trace returns the operations of the scenario as a trace.
func (s Scenario) Trace() *spec.Trace {
	ops := make([]spec.Operation, len(s.Checks))
	for i, c := range s.Checks {
		ops[i] = c.Op
	}
	t := spec.NewTrace(s.Profile, ops...)
	t.Header.Origin = fmt.Sprintf("%s:%d %s", s.Path, s.Line, s.ID)
	return t
}

// Keyword is the keyword of a step. And and But become the keyword of the previous step.
type Keyword string

// The keywords.
const (
	Given Keyword = "Given"
	When  Keyword = "When"
	Then  Keyword = "Then"
)

// Step is one step of a scenario with its table, if it has one.
type Step struct {
	Keyword Keyword
	Text    string
	Table   [][]string
	Line    int
}

var (
	clauseTag    = regexp.MustCompile(`^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$`)
	idTag        = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*-[0-9]+$`)
	statementTag = regexp.MustCompile(`^` + spec.StatementPattern + `$`)
)

const profileTag = "profile:"

// Embedded returns the scenarios of spec/features. The first call reads them (about 0.3 s). All
// callers share the slice and must not change it. The errors are those of [Load]. They cannot occur
// in a build that passed its tests.
func Embedded() ([]Scenario, error) { return embedded() }

var embedded = sync.OnceValues(func() ([]Scenario, error) { return Load(featurefiles.FS) })

// Load reads every *.feature below the root, ordered by path. The error joins all problems: text
// that is not Gherkin, scenarios without a profile or stable id, duplicate ids, unknown steps. Load
// returns the valid scenarios even then.
func Load(features fs.FS) ([]Scenario, error) {
	var all []Scenario
	var wrong []error
	err := fs.WalkDir(features, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(file) != ".feature" {
			return err
		}
		text, err := fs.ReadFile(features, file)
		if err != nil {
			return err
		}
		found, err := Parse(file, string(text))
		all = append(all, found...)
		wrong = append(wrong, err)
		return nil
	})
	wrong = append(wrong, err, unique(all))
	return all, errors.Join(wrong...)
}

// unique returns an error for each id that two scenarios share, and for each Key that two profiles
// share.
func unique(all []Scenario) error {
	var wrong []error
	ids, keys := map[string]Scenario{}, map[string]Scenario{} // the first scenario of each
	for _, s := range all {
		if other, shown := keys[s.Key()]; shown && other.Profile != s.Profile {
			wrong = append(wrong, fmt.Errorf("%s:%d: the profiles %s and %s of %s are both called %s", s.Path,
				s.scenario, other.Profile, s.Profile, s.ID, spec.RequestName(s.Profile)))
		}
		keys[s.Key()] = s
		id, _, _ := strings.Cut(s.ID, "/")
		other, used := ids[id]
		if !used {
			ids[id] = s
		} else if other.Path != s.Path || other.scenario != s.scenario {
			wrong = append(wrong, fmt.Errorf("%s:%d: id %s is used at %s:%d already", s.Path, s.Line, id, other.Path,
				other.scenario))
		}
	}
	return errors.Join(wrong...)
}

// Parse reads the text of one feature file. Errors are like those of [Load].
func Parse(file, text string) ([]Scenario, error) { return ParseOwn(file, text, "") }

// ParseOwn is like [Parse] for a feature outside the suite, whose tags are optional. A scenario
// without a profile gets the given one, a scenario without an id is named after its line, and
// unknown tags are ignored. If profile is "", ParseOwn is Parse.
func ParseOwn(file, text, profile string) ([]Scenario, error) {
	pickles, err := parsePickles(file, text)
	if err != nil {
		return nil, err
	}
	var all []Scenario
	var wrong []error
	for _, p := range pickles {
		found, err := p.scenarios(profile)
		all = append(all, found...)
		wrong = append(wrong, err)
	}
	return all, errors.Join(wrong...)
}

// scenarios reads the tags of a pickle and compiles it for each of its profiles. If otherwise is
// not empty, it is the profile of a scenario without a profile tag, and all tags are optional.
func (p pickle) scenarios(otherwise string) ([]Scenario, error) {
	s, at := p.Scenario, fmt.Sprintf("%s:%d", p.Path, p.Line)
	var profiles []string
	for _, tag := range p.tags {
		switch name, isProfile := strings.CutPrefix(tag, profileTag); {
		case isProfile:
			profiles = append(profiles, name)
		case statementTag.MatchString(tag):
			s.Statements = with(s.Statements, spec.StatementID(tag))
		case clauseTag.MatchString(tag):
			s.Clauses = with(s.Clauses, tag)
		case idTag.MatchString(tag) && s.ID == "":
			s.ID = tag
		case otherwise == "":
			return nil, fmt.Errorf("%s: tag @%s is not a profile, a statement, a clause or the only id of the scenario",
				at, tag)
		}
	}
	if otherwise != "" {
		s.ID = cmp.Or(s.ID, fmt.Sprintf("line-%d", s.scenario))
		if profiles == nil {
			profiles = []string{otherwise}
		}
	}
	if s.ID == "" || len(profiles) == 0 {
		return nil, fmt.Errorf("%s: scenario %q needs a stable id and a profile among its tags", at, s.Name)
	}
	if p.row > 0 {
		s.ID = fmt.Sprintf("%s/%d", s.ID, p.row)
	}
	var all []Scenario
	var wrong []error
	for _, name := range profiles {
		profile, err := spec.ProfileByName(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		if profile.Name != name {
			return nil, fmt.Errorf("%s: the profile %s is written %s, in the order of the fields and without those of the base",
				at, name, profile.Name)
		}
		checks, failed := CompileEach(profile, s.Steps)
		if len(failed) > 0 {
			wrong = append(wrong, firstError(s.Path+":", s.Steps, failed))
			continue
		}
		s.Profile, s.Checks = name, checks
		all = append(all, s)
	}
	return all, errors.Join(wrong...)
}

// with appends an element unless the list has it already.
func with[T comparable](list []T, element T) []T {
	if slices.Contains(list, element) {
		return list
	}
	return append(list, element)
}
