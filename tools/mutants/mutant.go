package mutants

import (
	"fmt"
	"slices"
	"strings"
)

// Mutant is one fault.
type Mutant struct {
	Name   string
	Class  string // the part of the engine that it is about; see [Classes]
	Breaks string // the error of the engine, in words
	// Released names an engine that was released with a defect of this kind, "" where none is known to us.
	Released string
	// Stands: the mutant stands for its class among those of [Released], where no defect of a release is of that class.
	Stands bool
	// Profile is the one of its campaigns where that is not every profile of ours in turn: the fault shows in no other.
	Profile string
	File    string // below the root of the repository, with slashes
	Old     string // occurs exactly once in the file
	New     string
}

// All lists the catalogue, class by class.
func All() []Mutant {
	return slices.Concat(
		pairsMutants, cleanupMutants, inheritanceMutants, transitivityMutants, traversalMutants, matchingMutants, cachingMutants,
		storageMutants, stateMutants, deferralMutants, observersMutants, togglesMutants, orderingMutants, changesMutants, lookupsMutants,
		iteratorsMutants, overridesMutants, teardownMutants, tecsMutants, reuseMutants, jointMutants, refusalMutants, ancestryMutants, setsMutants,
		releasedMutants,
		besideMutants, heldMutants, accessMutants, scaleMutants, actsMutants, ownMutants, togetherMutants, arrangedMutants, savedMutants, typedMutants,
	)
}

// Released lists defects of releases, and one mutant for each class of defects that releases may have.
func Released() []Mutant {
	return slices.DeleteFunc(All(), func(m Mutant) bool { return m.Released == "" && !m.Stands })
}

// From says where the defect is from: the release, or the class that the mutant stands for.
func (m Mutant) From() string {
	if m.Released == "" && m.Stands {
		return "stands for: " + m.Class
	}
	return m.Released
}

// Classes lists the classes in the order of the catalogue.
func Classes() []string {
	var out []string
	for _, m := range All() {
		if !slices.Contains(out, m.Class) {
			out = append(out, m.Class)
		}
	}
	return out
}

// Find finds a fault by name.
func Find(name string) (Mutant, bool) {
	all := All()
	i := slices.IndexFunc(all, func(m Mutant) bool { return m.Name == name })
	if i < 0 {
		return Mutant{}, false
	}
	return all[i], true
}

// Finder is the command that looks for the fault, as a package of the repository: the campaign, or for the typed API, which no
// operation of a trace reaches, the twin.
func (m Mutant) Finder() string {
	if m.Class == TypedClass {
		return Twin
	}
	return Diffcheck
}

// The commands that look for faults, as folders of the repository.
const (
	Diffcheck = "cmd/diffcheck"
	Twin      = "tools/mutants/finder"
)

// TypedClass is the class of the faults in the typed API.
const TypedClass = "typed"

// Apply makes the faulty source of the file. An error says that the piece to be replaced is not there exactly once, so
// that the catalogue must be mended.
func (m Mutant) Apply(source string) (string, error) {
	switch n := strings.Count(source, m.Old); {
	case n != 1:
		return "", fmt.Errorf("fault %s: what it replaces occurs %d times in %s, mend the catalogue", m.Name, n, m.File)
	case m.Old == m.New:
		return "", fmt.Errorf("fault %s changes nothing", m.Name)
	}
	return strings.Replace(source, m.Old, m.New, 1), nil
}
