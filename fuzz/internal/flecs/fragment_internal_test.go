package flecs

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz/content"
	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// random is an infinite source.
type random struct{ *rand.Rand }

func (r random) Next() byte { return byte(r.Uint32()) }

func (random) Spent() bool { return false }

// newTestBuilder returns a builder with the initial world of traces, all features, and the default weights.
func newTestBuilder(p spec.Profile, seed uint64, limit int) *builder {
	src := random{rand.New(rand.NewPCG(seed, 1))}
	o := &Options{
		Profile: p, Features: content.DefaultFeatures(p), Operations: 4000, Min: 4, Max: limit,
		Start: expected.New(&p),
	}
	groups := Groups()
	b := newBuilder(o, src, func(g int) int {
		total := 0
		weights := make([]int, len(groups[g].Choices))
		for i, c := range groups[g].Choices {
			if c.Needs == nil || c.Needs(&o.Features) {
				weights[i] = c.Weight
				total += c.Weight
			}
		}
		for i, at := 0, src.IntN(max(1, total)); i < len(weights); i++ {
			if at -= weights[i]; at < 0 {
				return i
			}
		}
		return 0
	})
	b.mix = steps[:]
	b.prologue()
	return b
}

// Every line of every fragment runs in some profile. The reference mostly accepts it, and refuses lines
// that are marked as failing.
func TestEveryLineOfEveryFragmentRuns(t *testing.T) {
	for _, f := range fragments {
		t.Run(f.Name, func(t *testing.T) {
			done, accepted, why := map[*node]int{}, map[*node]int{}, map[*node]error{}
			lines, atLeast := 0, long.Times[uint64](120, 15)
			f.each(func(*node) { lines++ })
			operations, refusedOps := 0, 0
			for seed := range uint64(400) {
				p := spec.ProfilesOf(spec.FlecsFamily)[seed%4]
				limit := 30
				if f.Weight == 0 {
					limit = 300
				}
				b := newTestBuilder(p, seed, limit)
				if f.Needs != nil && !f.Needs(b.features) {
					continue
				}
				for b.oneIn(2) {
					b.add()
				}
				type piece struct {
					n        *node
					from, to int
				}
				var pieces []piece
				b.played = func(n *node, from int) { pieces = append(pieces, piece{n, from, len(b.Entries())}) }
				start := len(b.Entries())
				b.play(f)
				w := model.New(p)
				ok, errs := make([]bool, len(b.Entries())), make([]*spec.Error, len(b.Entries()))
				for i, e := range b.Entries() {
					out := w.Apply(e.Op)
					ok[i], errs[i] = out.Err == nil, out.Err
					if i >= start {
						operations++
						if !ok[i] {
							if testing.Verbose() && os.Getenv("WHY") != "" {
								b, _ := e.Op.MarshalJSON()
								t.Logf("seed %d %s %s: %v", seed, p.Name, b, errs[i])
							}
							refusedOps++
						}
					}
				}
				for _, x := range pieces {
					done[x.n]++
					fine := true
					for i := x.from; i < x.to; i++ {
						if ok[i] != (x.n.refused != always) {
							fine, why[x.n] = false, fmt.Errorf("%v: %v", b.Entries()[i].Op, errs[i])
						}
					}
					if fine {
						accepted[x.n]++
					}
				}
				if len(accepted) == lines && seed > atLeast {
					break
				}
			}
			f.each(func(n *node) {
				if done[n] == 0 {
					t.Errorf("line %d %v never ran", n.line, n.text)
				} else if accepted[n] == 0 && n.refused != perhaps {
					t.Errorf("line %d %v was refused all %d times: %v", n.line, n.text, done[n], why[n])
				}
			})
			require.Less(t, float64(refusedOps)/float64(max(1, operations)), 0.25, "refused, of %d", operations)
			t.Logf("%s: %d of %d operations are refused", f.Name, refusedOps, operations)
		})
	}
}

// Every possible text of a line is a valid statement or step with known names.
func TestEveryTextOfEveryFragmentIsValid(t *testing.T) {
	b := newTestBuilder(spec.Flecs4(), 1, 30)
	for _, f := range fragments {
		s := &playback{builder: b, script: f, holes: map[spec.Handle]hole{}}
		givesText := regexp.MustCompile(`^let .* be one of "`)
		f.each(func(n *node) { // texts that others contain
			if act, err := f.read(s.expand(n.text)); err == nil && givesText.MatchString(s.expand(n.text)) {
				act(s, n)
			}
		})
		f.each(func(n *node) {
			seen := map[string]bool{}
			for range 200 {
				text := s.expand(n.text)
				if seen[text] {
					continue
				}
				seen[text] = true
				act, err := f.read(text)
				require.NoError(t, err, "%s line %d: %s", f.Name, n.line, text)
				if givesText.MatchString(text) {
					act(s, n)
				}
			}
		})
	}
}

func TestWrongFragments(t *testing.T) {
	for name, text := range map[string]string{
		"no head":           "hello\n  some_tag is deleted\n",
		"unknown feature":   "a (1, needs wings): b\n  someone is deleted\n",
		"open choice":       "a (1): b\n  someone is <deleted/cleared\n",
		"word with a block": "a: b\n  someone is deleted\n",
	} {
		_, err := readFragments(fstest.MapFS{"f.txt": {Data: []byte(text)}}, newGrammar())
		require.Error(t, err, name)
		t.Log(fmt.Sprint(err))
	}
}
