package fast

// The typed, generic API (typed*.go, iter*.go) is written by its own author, beside the dynamic one: see
// typed_component.go, typed_entity.go and typed_query.go as they land.
