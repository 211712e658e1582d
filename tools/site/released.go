package site

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/transcript"
)

// A file of declared differences, and the page of the site with a table of all of them.
const (
	declarations    = "internal/oracle/transcript/testdata/declared.yaml"
	differencesPage = "engines/flecs-differences.md"
)

// released holds the results of replaying the transcripts of released Flecs and Tecs on the model.
type released struct {
	declared []transcript.Declaration
	report   *transcript.ReplayReport
	causes   map[topicOf]map[string]bool // ids of the declarations that explain the differences of a topic
	sections [][]string                  // of the page about Flecs
}

// topicOf is a topic of a version's transcripts.
type topicOf struct{ version, topic string }

// replay replays the transcripts on the model and compares the answers.
func (g *generator) replay(transcripts []*transcript.Transcript) *released {
	declared, err := transcript.Declarations()
	g.fail(err)
	r := &released{
		declared: declared, causes: map[topicOf]map[string]bool{},
		sections: sectionOf.FindAllStringSubmatch(g.read(flecsFindings), -1),
	}
	options := transcript.ReplayOptions{Reference: engines.Model(), Declared: declared}
	all := make([][]transcript.Replayed, len(transcripts))
	for i, t := range transcripts {
		all[i], err = transcript.Replay(t, options)
		g.fail(err)
		of := topicOf{t.Version, t.Topic}
		if r.causes[of] == nil {
			r.causes[of] = map[string]bool{}
		}
		for _, line := range all[i] {
			if line.Verdict.Excused() {
				for _, id := range line.Causes() {
					r.causes[of][id] = true
				}
			}
		}
	}
	r.report = transcript.Count(all, options)
	return r
}

// engines returns rows of the table of engines, one per version.
func (r *released) engines() []engine {
	var rows []engine
	for _, version := range slices.Sorted(maps.Keys(r.report.Files)) {
		e := engine{
			Name: transcript.EngineOf(version), Version: version, How: "answers of the released library, in transcripts",
			Link: siteURL(flecsFindingsPage),
		}
		if e.Name != "Flecs" {
			e.Link = siteURL("docs/transcripts.md")
		}
		e.Areas, e.Counts = areasOf(r.report.Topics[version])
		for i := range e.Areas {
			a := &e.Areas[i]
			a.Causes = slices.Sorted(maps.Keys(r.causes[topicOf{version, a.Name}]))
		}
		for _, d := range r.declared {
			if d.Covers(version) {
				e.Failures = append(e.Failures, engineFailure{
					transcript.EngineOf(version) + " " + version, d.ID, "differs", d.Reason, d.By,
					findingURL(r.sections, d.Link),
				})
			}
		}
		rows = append(rows, e)
	}
	return rows
}

// differences returns the page with a row for each declared difference, and the numbers of lines
// and transcripts that it explains.
func (r *released) differences() string {
	var b strings.Builder
	const title = "Declared differences of Flecs and Tecs"
	fmt.Fprintf(&b, "# %s\n\n", title)
	fmt.Fprintf(&b, "Where a recorded answer differs from the reference, one of these entries must explain it ([how](%s)).\n\n"+
		"| id | versions | lines | transcripts | by | reason |\n|---|---|---|---|---|---|\n",
		siteURL("docs/transcripts.md"))
	for i, d := range r.declared {
		fmt.Fprintf(&b, "| [%s](%s) | %s | %d | %d | %s | %s |\n", d.ID, findingURL(r.sections, d.Link), strings.Join(d.Versions, ", "),
			r.report.Uses[i].Lines, r.report.Uses[i].Files, d.By, strings.ReplaceAll(d.Reason, "|", `\|`))
	}
	return withHead(title, "page", siteURL(differencesPage), "source: "+declarations, b.String())
}

var (
	sectionOf = regexp.MustCompile(`(?m)^## (([A-Z])\..*)$`)
	found     = regexp.MustCompile(`^FINDINGS ([A-Z])`)
	unslugged = regexp.MustCompile(`[^\pL\pN\s_-]`)
)

// findingURL returns the URL for the link of a declaration. A link to FINDINGS leads to a section of
// the page about Flecs, any other link to the page about transcripts.
func findingURL(sections [][]string, link string) string {
	at := found.FindStringSubmatch(link)
	if at == nil {
		return siteURL("docs/transcripts.md")
	}
	for _, section := range sections {
		if section[2] == at[1] {
			return siteURL(flecsFindingsPage) + "#" +
				strings.ReplaceAll(unslugged.ReplaceAllString(strings.ToLower(section[1]), ""), " ", "-")
		}
	}
	return siteURL(flecsFindingsPage)
}
