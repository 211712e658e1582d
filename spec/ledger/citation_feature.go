package ledger

import (
	"regexp"
	"strings"
)

// heading matches the Gherkin lines that can have tags.
var heading = regexp.MustCompile(`^(Feature|Rule|Scenario Outline|Scenario Template|Scenario|Example|Examples|Scenarios):\s*(.*)$`)

// featureScan reads a feature line by line. Tags of a Feature or Rule count only if a scenario
// follows, so that an empty rule covers nothing.
type featureScan struct {
	file    string
	tags    []Citation // the tags before the next heading
	feature []Citation // not counted yet
	rule    []Citation // not counted yet
	found   []Citation
	quoted  string // the delimiter of the doc string being read, or empty
}

// scanFeature finds the ids that are tags of a feature. Comments, steps and tables are not
// citations.
func scanFeature(file string, text []byte) ([]Citation, error) {
	scan := featureScan{file: file}
	for i, line := range strings.Split(string(text), "\n") {
		scan.line(i+1, strings.TrimSpace(line))
	}
	return scan.found, nil
}

func (s *featureScan) line(number int, line string) {
	switch {
	case s.quoted != "":
		if strings.HasPrefix(line, s.quoted) {
			s.quoted = ""
		}
	case strings.HasPrefix(line, `"""`), strings.HasPrefix(line, "```"):
		s.quoted = line[:3]
	case strings.HasPrefix(line, "@"):
		s.tagLine(number, line)
	default:
		if match := heading.FindStringSubmatch(line); match != nil {
			s.heading(match[1], match[2])
		}
	}
}

func (s *featureScan) tagLine(number int, line string) {
	for _, word := range strings.Fields(line) {
		if strings.HasPrefix(word, "#") {
			return
		}
		for _, id := range statementID.FindAllString(word, -1) {
			s.tags = append(s.tags, Citation{ID: id, Kind: CitedByScenario, File: s.file, Line: number})
		}
	}
}

func (s *featureScan) heading(keyword, name string) {
	for i := range s.tags {
		s.tags[i].Name = name
	}
	switch keyword {
	case "Feature":
		s.feature = s.tags
	case "Rule":
		s.rule = s.tags
	case "Examples", "Scenarios":
		s.found = append(s.found, s.tags...)
	default:
		s.found = append(append(append(s.found, s.feature...), s.rule...), s.tags...)
		s.feature, s.rule = nil, nil
	}
	s.tags = nil
}
