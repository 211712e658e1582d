package exhaust_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/exhaust"
)

func BenchmarkRun(b *testing.B) {
	bound := exhaust.Bound{Profile: "flecs-3", Entities: 3, Relationships: 1, Properties: 0, Operations: 3, Terms: 1}
	n := uint64(0)
	for b.Loop() {
		o := options(bound)
		o.Workers = 1
		report, err := exhaust.Run(context.Background(), o)
		require.NoError(b, err)
		for _, compared := range report.Counts.Comparisons {
			n += compared
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "answers/s")
}
