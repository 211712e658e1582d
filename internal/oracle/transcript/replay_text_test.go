package transcript

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
)

// WriteText prints one line per version with the number of transcripts that agree on every line,
// differ only as declared, depend on missing support, or differ without explanation.
func (rep *ReplayReport) WriteText(w io.Writer) error {
	var b strings.Builder
	head := "transcripts"
	for _, version := range slices.Sorted(maps.Keys(rep.Files)) {
		counts := rep.Files[version]
		fmt.Fprintf(&b, "%-13s %-5s %-10s %4d agree  %3d declared  %3d unsupported", head,
			strings.ToLower(EngineOf(version)), version, counts[Agrees], counts[Declared], counts[NotBuilt])
		if n := counts[Unexplained]; n > 0 {
			fmt.Fprintf(&b, "  %3d unexplained", n)
		}
		b.WriteByte('\n')
		head = ""
		lines := map[Verdict]int{}
		for _, topic := range rep.Topics[version] {
			for verdict, n := range topic {
				lines[verdict] += n
			}
		}
		fmt.Fprintf(&b, "%24s lines %6d agree %4d declared %3d unsupported  %3d refused  %3d undefined\n", "", lines[Agrees],
			lines[Declared], lines[NotBuilt], lines[Refused], lines[Undefined])
	}
	for _, u := range rep.Unexplained {
		fmt.Fprintf(&b, "  %s  %s\n", u.Where(), show.Operation(u.Transcript.Profile, &u.Line.Op))
		for _, l := range u.Difference.Lines {
			fmt.Fprintf(&b, "       %s\n", l)
		}
	}
	for _, id := range rep.Unused {
		fmt.Fprintf(&b, "  declared difference %s no longer occurs\n", id)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
