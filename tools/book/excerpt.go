package book

import (
	"slices"
	"strings"
)

// Excerpt returns what the lines of a feature say about the scenario with an id: the backgrounds that
// hold for it, its text from its tags to the tags of the next one, and the line of its tags.
func Excerpt(lines []string, id string) (given []string, text string, line int) {
	tagged := func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "@") }
	for i, l := range lines {
		if !tagged(l) || !strings.Contains(l+" ", "@"+id+" ") {
			continue
		}
		end := i + 1
		for begun := false; end < len(lines); end++ {
			trimmed := strings.TrimSpace(lines[end])
			if begun && (tagged(trimmed) && !strings.Contains(strings.Join(lines[end:min(end+4, len(lines))], " "),
				"Examples") || strings.HasPrefix(trimmed, "Rule:")) {
				break
			}
			begun = begun || strings.HasPrefix(trimmed, "Scenario")
		}
		return backgrounds(lines[:i]), dedent(lines[i:end]), i + 1
	}
	return nil, "", 0
}

func dedent(lines []string) string {
	indent := len(lines[0]) - len(strings.TrimLeft(lines[0], " "))
	var text strings.Builder
	for _, l := range lines {
		text.WriteString(l[min(indent, len(l)-len(strings.TrimLeft(l, " "))):] + "\n")
	}
	return strings.TrimSpace(text.String())
}

// backgrounds returns the backgrounds in effect at the end of lines: that of the feature, and that
// of the last rule.
func backgrounds(lines []string) []string {
	var feature, rule string
	inRule := false
	for i, l := range lines {
		switch trimmed := strings.TrimSpace(l); {
		case strings.HasPrefix(trimmed, "Rule:"):
			inRule, rule = true, ""
		case strings.HasPrefix(trimmed, "Background:"):
			end := i + 1
			for end < len(lines) && strings.TrimSpace(lines[end]) != "" {
				end++
			}
			if inRule {
				rule = dedent(lines[i:end])
			} else {
				feature = dedent(lines[i:end])
			}
		}
	}
	return slices.DeleteFunc([]string{feature, rule}, func(text string) bool { return text == "" })
}
