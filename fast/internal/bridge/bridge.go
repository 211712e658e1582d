// Package bridge lets package engine reach the core behind a world of package fast, which programs cannot.
package bridge

import "github.com/relspec/relspec/fast/internal/change"

// Core gives the core behind a *fast.World; package fast sets it.
var Core func(world any) *change.World
