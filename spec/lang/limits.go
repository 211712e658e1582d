package lang

// Limits are limits for untrusted text and terms. A query that exceeds one is refused with code
// limit.
type Limits struct {
	Bytes   int // length of the text; default 64 KiB
	Terms   int // number of terms, including nested ones, chains and scopes; default 256
	Nesting int // scopes within scopes; default 16
	Depth   int // maximum depth in a set; default 1,000
}

// DefaultLimits returns the limits that apply without [WithLimits].
func DefaultLimits() Limits { return Limits{Bytes: 64 << 10, Terms: 256, Nesting: 16, Depth: 1000} }

// Option changes how [Parse], [ParseChecked] and [Check] work.
type Option func(*options)

type options struct {
	limits Limits
	sets   bool
}

// WithSets makes [Check] apply the rules for sets of flecs-3-beta. [ParseChecked] applies them to
// text of that dialect even without the option.
func WithSets() Option { return func(o *options) { o.sets = true } }

// WithLimits replaces the default limits. A field that is not positive keeps its default.
func WithLimits(l Limits) Option {
	return func(o *options) {
		set := func(limit *int, value int) {
			if value > 0 {
				*limit = value
			}
		}
		set(&o.limits.Bytes, l.Bytes)
		set(&o.limits.Terms, l.Terms)
		set(&o.limits.Nesting, l.Nesting)
		set(&o.limits.Depth, l.Depth)
	}
}

func optionsOf(list []Option) options {
	o := options{limits: DefaultLimits()}
	for _, set := range list {
		set(&o)
	}
	return o
}
