package fuzz

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/spec"
)

// Weights say how often each operation and each query shape is generated. Each key has a number, which
// is relative to the other keys of its group. The keys of steps are single words (add, query,
// fragment); all other keys begin with the name of their group (term.not, source.fixed,
// fragment.recycle). If the feature of a key is off, its weight counts as 0. If all weights of a group
// are 0, its first choice is made. The zero value has the default weights.
type Weights struct {
	set map[string]int
}

// maxWeight prevents overflow of sums.
const maxWeight = 1_000_000

// WeightKeys lists every key, group by group.
func WeightKeys() []string {
	return slices.Concat(weightKeys...)
}

// weightKeys has the keys of each group, in the order of its choices.
var weightKeys = func() [][]string {
	keys := make([][]string, groupCount)
	for g := range groups {
		for _, c := range groups[g].Choices {
			keys[g] = append(keys[g], weightKey(g, c.Name))
		}
	}
	return keys
}()

func weightKey(g group, name string) string {
	if g == groupStep {
		return name
	}
	return groups[g].Name + "." + name
}

// Set sets the weight of a key. It returns an error if the key is unknown or the weight is not between 0
// and a million.
func (w *Weights) Set(key string, weight int) error {
	if _, _, ok := locate(key); !ok {
		return fmt.Errorf("unknown weight %q; WeightKeys lists the weights", key)
	}
	if weight < 0 || weight > maxWeight {
		return fmt.Errorf("weight %s=%d is not between 0 and %d", key, weight, maxWeight)
	}
	set := map[string]int{} // copies of w share the old one
	maps.Copy(set, w.set)
	set[key] = weight
	w.set = set
	return nil
}

// Get returns the weight of a key, or 0 if the key is unknown.
func (w Weights) Get(key string) int {
	if v, ok := w.set[key]; ok {
		return v
	}
	if g, i, ok := locate(key); ok {
		return groups[g].Choices[i].Weight
	}
	return 0
}

// locate returns the group of a key and the index of the key in it.
func locate(key string) (g group, i int, ok bool) {
	for g, keys := range weightKeys {
		if i := slices.Index(keys, key); i >= 0 {
			return g, i, true
		}
	}
	return 0, 0, false
}

// of returns the weights of a group for a set of features.
func (w Weights) of(g group, f *content.Features) []int {
	choices := groups[g].Choices
	out := make([]int, len(choices))
	for i, c := range choices {
		if c.Needs == nil || c.Needs(f) {
			out[i] = c.Weight
			if v, ok := w.set[weightKeys[g][i]]; ok {
				out[i] = v
			}
		}
	}
	return out
}

// String lists the weights that were set, in the format of [ParseWeights] and the order of [WeightKeys].
func (w Weights) String() string {
	var parts []string
	for _, key := range WeightKeys() {
		if v, ok := w.set[key]; ok {
			parts = append(parts, key+"="+strconv.Itoa(v))
		}
	}
	return strings.Join(parts, ",")
}

// ParseWeights parses a list such as "cleanup,delete=20,term.not=30". Parts are separated by commas or
// line ends. A comment extends from # to the end of the line. A word without "=" is a preset (see
// [PresetNames]); its weights replace all earlier ones. ParseWeights returns an error if a part is
// invalid or all weights of a group are 0.
func ParseWeights(text string) (Weights, error) {
	var w Weights
	if err := spec.CheckUTF8([]byte(text)); err != nil {
		return w, err
	}
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for part := range strings.SplitSeq(line, ",") {
			if err := w.parse(strings.TrimSpace(part)); err != nil {
				return Weights{}, err
			}
		}
	}
	return w, w.check()
}

func (w *Weights) parse(part string) error {
	if part == "" {
		return nil
	}
	key, value, found := strings.Cut(part, "=")
	if !found {
		preset, err := Preset(part)
		*w = preset
		return err
	}
	n, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil {
		return fmt.Errorf("weight %q must have the form key=number, with a whole number", part)
	}
	return w.Set(strings.TrimSpace(key), n)
}

// check returns an error if all weights of a group are 0, even with all features.
func (w Weights) check() error {
	for g := range groupCount {
		total := 0
		for _, c := range groups[g].Choices {
			total += w.Get(weightKey(g, c.Name))
		}
		if total == 0 {
			return fmt.Errorf("all weights of the group of %q are 0; give at least one of them a weight",
				weightKey(g, groups[g].Choices[0].Name))
		}
	}
	return nil
}
