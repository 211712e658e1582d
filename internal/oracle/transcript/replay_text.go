package transcript

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
)

var verdictOrder = []Verdict{Agrees, Declared, NotBuilt, Unexplained, Unanswered}

// WriteText prints one line per version: how many transcripts agree in every line, differ somewhere as declared, rest
// on missing support, or differ without explanation.
func (rep *ReplayReport) WriteText(w io.Writer) error {
	var b strings.Builder
	head := "transcripts"
	for _, version := range slices.Sorted(maps.Keys(rep.Files)) {
		counts := rep.Files[version]
		fmt.Fprintf(&b, "%-13s flecs %-7s %4d agree  %3d declared  %3d unsupported", head, version,
			counts[Agrees], counts[Declared], counts[NotBuilt])
		if n := counts[Unexplained]; n > 0 {
			fmt.Fprintf(&b, "  %3d unexplained", n)
		}
		b.WriteByte('\n')
		head = ""
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

// WriteTopics prints a Markdown table of lines by topic: for each version agree / declared / unsupported / unexplained /
// unanswered.
func (rep *ReplayReport) WriteTopics(w io.Writer) error {
	versions := slices.Sorted(maps.Keys(rep.Topics))
	var b strings.Builder
	b.WriteString("| topic |")
	for _, v := range versions {
		b.WriteString(" " + v + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(versions)) + "\n")
	topics := map[string]bool{}
	for _, v := range versions {
		for topic := range rep.Topics[v] {
			topics[topic] = true
		}
	}
	for _, topic := range slices.Sorted(maps.Keys(topics)) {
		b.WriteString("| " + topic + " |")
		for _, v := range versions {
			parts := make([]string, len(verdictOrder))
			for i, verdict := range verdictOrder {
				parts[i] = fmt.Sprint(rep.Topics[v][topic][verdict])
			}
			b.WriteString(" " + strings.Join(parts, " / ") + " |")
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteDeclared prints a Markdown table of the declared differences with the number of lines and transcripts that each
// explains.
func (rep *ReplayReport) WriteDeclared(w io.Writer, declared []Declaration) error {
	var b strings.Builder
	b.WriteString("| id | versions | lines | transcripts | by | reason |\n|---|---|---|---|---|---|\n")
	for i, d := range declared {
		versions := "all"
		if len(d.Versions) > 0 {
			versions = strings.Join(d.Versions, ", ")
		}
		reason := strings.ReplaceAll(d.Reason, "|", `\|`)
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %s | %s |\n", d.ID, versions, rep.Uses[i].Lines, rep.Uses[i].Files, d.By, reason)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
