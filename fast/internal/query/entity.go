package query

import "github.com/relspec/relspec/fast/internal/store"

// Entity is a handle of an entity.
type Entity = store.Entity
