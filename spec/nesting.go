package spec

// MaxNesting is how deeply brackets may be nested in a line of untrusted JSON. A query of 64 nested
// scopes needs 130.
const MaxNesting = 256

// CheckNesting returns an error with code limit if brackets in a JSON text are nested deeper than
// limit. Call it before decoding untrusted terms: decoding takes time quadratic in their depth,
// about ten seconds for 60 KB at the depth that encoding/json itself allows. The check reads the
// text once.
func CheckNesting(text []byte, limit int) *Error {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > limit {
				return Errorf(CodeLimit, "brackets are nested deeper than %d", limit)
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}
