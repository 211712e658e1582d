package fuzz

import "github.com/relspec/relspec/fuzz/content"

// options are the settings of a generator.
type options struct {
	operations int
	minimum    int
	maximum    int
	arbitrary  bool
	features   content.Features
	weights    Weights
}

// Option changes the traces of a [Generator].
type Option func(*options)

// Operations is the length of a trace, 200 unless given. A byte string gives a shorter one when it ends before.
func Operations(n int) Option { return func(o *options) { o.operations = max(n, 0) } }

// smallestWorld has a tag, a component, a relationship and some plain entities.
const smallestWorld = 6

// Entities bounds how many entities of the user's are alive, those that serve as components, tags and relationships
// included: 4 to 30 unless given, the maximum being between 6 and 1000. Below the minimum entities are made; from the
// maximum on they are made only where nothing of a kind is left.
func Entities(minimum, maximum int) Option {
	return func(o *options) {
		o.maximum = min(max(maximum, smallestWorld), 1000)
		o.minimum = min(max(minimum, 1), o.maximum)
	}
}

// WithFeatures replaces [DefaultFeatures]. Features that the profile does not have stay off.
func WithFeatures(f content.Features) Option { return func(o *options) { o.features = f } }

// WithWeights replaces the default weights.
func WithWeights(w Weights) Option { return func(o *options) { o.weights = w } }

// Arbitrary makes the twin that ignores validity: dead and unknown handles, ids that nothing owns, wildcards
// and reserved entities anywhere, queries against the rules. Without it most operations are meant to succeed.
func Arbitrary() Option { return func(o *options) { o.arbitrary = true } }
