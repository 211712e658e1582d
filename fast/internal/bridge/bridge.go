// Package bridge lets package engine reach the core behind a world of package fast, which programs cannot.
package bridge

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Core gives the core behind a *fast.World; package fast sets it.
var Core func(world any) *change.World

// CreateMany makes n entities of a *fast.World in one operation; package fast sets it. made is told of each, which may have its ids
// by then.
var CreateMany func(world any, b rules.Birth, n int, made func(rules.Entity)) *spec.Error
