package campaign

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/relspec/relspec/internal/oracle/show"
)

// WriteText writes the report as a table, as "diffcheck" prints it (docs/oracle.md).
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "campaign      %s, %s, seed %d\n", seconds(r.Elapsed), show.Plural(r.Workers, "worker", "workers"),
		r.Seed)
	r.Counts.Write(&b)
	if len(r.Findings) == 0 {
		b.WriteString("divergences   none\n")
	} else {
		fmt.Fprintf(&b, "divergences   %d\n", len(r.Findings))
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "  %s: %s, operation %d of %d, %s", f.Divergence.Label(), f.Divergence.Difference.Signature(),
			f.Divergence.Index+1, f.Operations, f.Origin())
		if f.Repeats > 0 {
			fmt.Fprintf(&b, ", and %s", show.Plural(int(f.Repeats), "other trace", "other traces"))
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Origin returns the seed of the campaign and the index of the trace.
func (f *Finding) Origin() string { return fmt.Sprintf("seed %d/%d", f.Seed, f.Index) }

func seconds(d time.Duration) string {
	if d < 10*time.Second {
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	}
	return strconv.FormatInt(int64(d.Round(time.Second)/time.Second), 10) + " s"
}
