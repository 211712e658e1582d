package store

import "errors"

// Errors of structural changes. An operation that returns an error changes no entity.
var (
	ErrDead     = errors.New("the entity is not alive; check Alive before using a kept handle")
	ErrInvalid  = errors.New("a wildcard or zero id cannot be added; use it in look-ups only")
	ErrInUse    = errors.New("other entities still have ids that mention the entity; remove those first")
	ErrTooMany  = errors.New("an entity cannot have more than 65000 ids; use non-fragmenting storage for the relationship")
	ErrNoTable  = errors.New("the table is not in use; look it up again with Table")
	ErrReserved = errors.New("a reserved entity cannot be deleted; purge its ids instead")
)

// MaxIDs is the maximum number of ids of a table, so that positions fit in 16 bits.
const MaxIDs = 65000
