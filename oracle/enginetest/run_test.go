package enginetest_test

import (
	"testing"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/enginetest"
	"github.com/relspec/relspec/spec"
)

func TestModel(t *testing.T) {
	enginetest.Run(t, func(p spec.Profile) spec.Engine { return model.New(p) }, enginetest.SameCodes(),
		enginetest.Traces(10), enginetest.Transcripts(5))
}

func TestFast(t *testing.T) {
	enginetest.Run(t, func(p spec.Profile) spec.Engine { return engine.New(p) }, enginetest.SameCodes(),
		enginetest.Traces(10))
}
