package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Group names the kind of error that a reduced finding shows. Findings of one group most likely
// have the same cause: their profile, implementation and difference are equal, and so is all that
// [Causes] looks at. Unlike Causes, Group does not need the other findings.
func (f *Finding) Group() string {
	m, d := f.Evidence().marks(), &f.Divergence
	words := slices.Concat([]string{f.Trace.Header.Profile, d.Implementation, d.Law, d.Difference.Signature(), m.about},
		m.keys, m.deeds, m.observations)
	h := sha256.Sum256([]byte(strings.Join(words, "|")))
	return hex.EncodeToString(h[:4])
}
