package content

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Features says which operations and which query features are generated. The features that every
// engine of a profile must have (entities, names, ids, plain terms, wildcards, variables) are
// always generated and have no flag.
type Features struct {
	// Operations other than the basic ones.
	Snapshots bool // snapshot, restore
	Saving    bool // reload
	Toggles   bool // enable and disable of single ids
	Overrides bool // override
	Copies    bool // clone, instantiate
	Modified  bool // modified
	Walks     bool // depth, walk_up, traverse
	Explain   bool // explain, plan
	Deferral  bool // defer_begin, defer_end
	Observers bool // observe, events
	Emit      bool // emit
	Numbers   bool // numbers as targets
	Acts      bool // observers that act
	Together  bool // entity with the argument more: several entities at once
	Iterators bool // iter_begin, iter_next, iter_end
	Changes   bool // changed
	Batches   bool // rows with the number of their batch
	Teardown  bool // teardown
	Define    bool // flecs-3-beta: define

	// Properties that entities can have.
	Properties Properties

	// Query features other than terms, Or chains, Not, Optional, wildcards, variables, fixed
	// sources and singletons.
	Text            bool // queries as text, if all entities in the query have names
	Scopes          bool
	Equality        bool
	Lists           bool // AndFrom, OrFrom, NotFrom
	Traversal       bool // self and up
	SelfOnElements  bool // flecs-4: self on a first or second element
	SingletonSecond bool // flecs-4: $ as second element
	LookupVariables bool // flecs-4: $x.name
	Members         bool // flecs-4: Component.member
	Access          bool // access modifiers
	Ordering        bool // order_by, group_by, cascade
	Substitution    bool // flecs-3-beta: sets on every element
}

// featureFlag names a flag for the command line and for files.
type featureFlag struct {
	name  string
	needs spec.Capability
	get   func(*Features) bool
	set   func(*Features, bool)
}

// field returns the flag of a feature that has its own field.
func field(name string, needs spec.Capability, of func(*Features) *bool) featureFlag {
	return featureFlag{
		name, needs, func(f *Features) bool { return *of(f) },
		func(f *Features, on bool) { *of(f) = on },
	}
}

// featureFlags lists the flags of operations, properties and queries.
var featureFlags = slices.Concat(operationFlags, propertyFlags(), queryFlags)

var operationFlags = []featureFlag{
	field("snapshots", spec.CapSnapshot, func(f *Features) *bool { return &f.Snapshots }),
	field("saving", spec.CapSave, func(f *Features) *bool { return &f.Saving }),
	field("toggles", spec.CapToggle, func(f *Features) *bool { return &f.Toggles }),
	field("overrides", spec.CapOverride, func(f *Features) *bool { return &f.Overrides }),
	field("copies", spec.CapCopies, func(f *Features) *bool { return &f.Copies }),
	field("modified", spec.CapComponents, func(f *Features) *bool { return &f.Modified }),
	field("walks", spec.CapHierarchy, func(f *Features) *bool { return &f.Walks }),
	field("explain", spec.CapExplain, func(f *Features) *bool { return &f.Explain }),
	field("deferral", spec.CapDefer, func(f *Features) *bool { return &f.Deferral }),
	field("observers", spec.CapObservers, func(f *Features) *bool { return &f.Observers }),
	field("emit", spec.CapEmit, func(f *Features) *bool { return &f.Emit }),
	field("numbers", spec.CapNumbers, func(f *Features) *bool { return &f.Numbers }),
	field("acts", spec.CapActs, func(f *Features) *bool { return &f.Acts }),
	field("together", spec.CapBatch, func(f *Features) *bool { return &f.Together }),
	field("iterators", spec.CapIterators, func(f *Features) *bool { return &f.Iterators }),
	field("changes", spec.CapChanges, func(f *Features) *bool { return &f.Changes }),
	field("batches", spec.CapBatches, func(f *Features) *bool { return &f.Batches }),
	field("teardown", spec.CapTeardown, func(f *Features) *bool { return &f.Teardown }),
	field("define", spec.CapDefine, func(f *Features) *bool { return &f.Define }),
}

var queryFlags = []featureFlag{
	field("text", spec.CapText, func(f *Features) *bool { return &f.Text }),
	field("scopes", spec.CapQueryScope, func(f *Features) *bool { return &f.Scopes }),
	field("equality", spec.CapEquality, func(f *Features) *bool { return &f.Equality }),
	field("lists", spec.CapLists, func(f *Features) *bool { return &f.Lists }),
	field("traversal", spec.CapTraversal, func(f *Features) *bool { return &f.Traversal }),
	field("self_on_elements", spec.CapSelf, func(f *Features) *bool { return &f.SelfOnElements }),
	field("singleton_second", spec.CapQuery, func(f *Features) *bool { return &f.SingletonSecond }),
	field("lookup_variables", spec.CapLookupVars, func(f *Features) *bool { return &f.LookupVariables }),
	field("members", spec.CapMembers, func(f *Features) *bool { return &f.Members }),
	field("access", spec.CapQuery, func(f *Features) *bool { return &f.Access }),
	field("ordering", spec.CapOrder, func(f *Features) *bool { return &f.Ordering }),
	field("substitution", spec.CapSubstitution, func(f *Features) *bool { return &f.Substitution }),
}

// FeatureNames lists the names that [Features.Set] accepts, in the order of the fields.
func FeatureNames() []string {
	names := make([]string, len(featureFlags))
	for i, f := range featureFlags {
		names[i] = f.name
	}
	return names
}

// Set turns a feature on or off. For an unknown name it returns an error that lists the known
// names.
func (f *Features) Set(name string, on bool) error {
	i := slices.IndexFunc(featureFlags, func(flag featureFlag) bool { return flag.name == name })
	if i < 0 {
		return fmt.Errorf("unknown feature %q, want one of %q", name, FeatureNames())
	}
	featureFlags[i].set(f, on)
	return nil
}

// Enabled lists the names of the features that are on, in the order of the fields.
func (f Features) Enabled() []string {
	var names []string
	for _, flag := range featureFlags {
		if flag.get(&f) {
			names = append(names, flag.name)
		}
	}
	return names
}

// Needing returns the function that reads the first operation flag that needs the given capability,
// or nil if no flag needs it.
func Needing(needs spec.Capability) func(*Features) bool {
	for _, flag := range operationFlags {
		if flag.needs == needs {
			return flag.get
		}
	}
	return nil
}

// DefaultFeatures returns all features that a profile supports.
func DefaultFeatures(p spec.Profile) Features {
	var all Features
	for _, flag := range featureFlags {
		flag.set(&all, true)
	}
	return all.Within(&p)
}

// FeaturesOf returns the features that an engine declares, for the world or for some kind of query.
// Use it only for traces that run on this engine alone, because other engines may not support these
// features.
func FeaturesOf(info *spec.Info) Features {
	var f Features
	for _, flag := range featureFlags {
		for _, capabilities := range info.Capabilities {
			if slices.Contains(capabilities, flag.needs) {
				flag.set(&f, true)
			}
		}
	}
	return f
}

// Within returns f without the features that a profile does not support.
func (f Features) Within(p *spec.Profile) Features {
	for _, row := range propertyRows {
		f.Properties = f.Properties.With(row.Handle, f.Properties.Has(row.Handle) && row.In(*p))
	}
	f.Numbers = f.Numbers && p.NumberTargets
	f.Scopes = f.Scopes && p.Scopes != spec.Nowhere
	f.Equality = f.Equality && p.Equality != spec.Nowhere
	f.Lists = f.Lists && p.FromLists != spec.Nowhere
	f.SelfOnElements = f.SelfOnElements && p.SelfOnElements != spec.Nowhere
	f.SingletonSecond = f.SingletonSecond && p.SingletonSecond
	f.LookupVariables = f.LookupVariables && p.LookupVariables != spec.Nowhere
	f.Members = f.Members && p.Members != spec.Nowhere
	f.Ordering = f.Ordering && p.Ordering != spec.Nowhere
	f.Substitution = f.Substitution && p.Substitution
	f.Define = f.Define && p.Has(spec.OpDefine)
	return f
}

// Has reports whether a feature is on, and whether its name is known.
func (f *Features) Has(name string) (on, known bool) {
	i := slices.IndexFunc(featureFlags, func(flag featureFlag) bool { return flag.name == name })
	return i >= 0 && featureFlags[i].get(f), i >= 0
}
