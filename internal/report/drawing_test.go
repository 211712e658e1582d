package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func TestLargeWorldsAreNotDrawn(t *testing.T) {
	p := &finding.Picture{World: &spec.Dump{}}
	for i := range maxDrawn + 1 {
		p.World.Entities = append(p.World.Entities, spec.DumpEntity{Handle: spec.Handle(fmt.Sprint("e", i))})
	}
	v := findingView{Finding: &Finding{FindingData: oracle.FindingData{Picture: p}}}
	v.draw()
	require.Empty(t, v.Drawing)
	p.World.Entities = p.World.Entities[1:]
	v.draw()
	require.Equal(t, maxDrawn, strings.Count(string(v.Drawing), `class="box`))
	require.NotEmpty(t, v.Legend)
}
