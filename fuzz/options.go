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

// Operations sets the maximum length of a trace; the default is 200. A short byte string gives a
// shorter trace.
func Operations(n int) Option { return func(o *options) { o.operations = max(n, 0) } }

// smallestWorld has a tag, a component, a relationship and some plain entities.
const smallestWorld = 6

// Entities limits the number of alive user entities, including components, tags and relationships. The
// default is 4 to 30; maximum is between 6 and 1000. Below the minimum, entities are made. At the
// maximum, an entity is made only if no entity of its role is left; an operation that makes several
// entities can exceed it. In profiles with declared relationships the limits are at most 4 and 12.
func Entities(minimum, maximum int) Option {
	return func(o *options) {
		o.maximum = min(max(maximum, smallestWorld), 1000)
		o.minimum = min(max(minimum, 1), o.maximum)
	}
}

// WithFeatures replaces [content.DefaultFeatures]. Features that the profile does not have are ignored.
func WithFeatures(f content.Features) Option { return func(o *options) { o.features = f } }

// WithWeights replaces the default weights.
func WithWeights(w Weights) Option { return func(o *options) { o.weights = w } }

// Arbitrary ignores validity: traces use dead and unknown handles, ids that no entity owns, wildcards
// and reserved entities in any position, and invalid queries. Without this option most operations are
// valid.
func Arbitrary() Option { return func(o *options) { o.arbitrary = true } }
