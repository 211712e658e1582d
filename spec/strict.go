package spec

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// exact is encoding/json, except that keys are exact and single and that text is UTF-8.
var exact = json.JoinOptions(
	jsonv1.DefaultOptionsV1(),
	json.MatchCaseInsensitiveNames(false), jsonv1.MatchCaseSensitiveDelimiter(true),
	jsontext.AllowDuplicateNames(false), jsontext.AllowInvalidUTF8(false),
)

var closed = json.JoinOptions(exact, json.RejectUnknownMembers(true))

// ReadJSON reads one JSON value of a format of ours into v, as encoding/json does, and refuses a text that another reader
// could take otherwise: a key that v does not have, one in other letters ("Op" for "op"), one that stands twice in an
// object, text that is not UTF-8. The error has the code syntax and names the key. It reads the text a few times.
func ReadJSON(text []byte, v any) error { return readJSON(text, v, closed) }

// ReadOpenJSON is [ReadJSON] for texts of other versions: keys that v does not have are passed over.
func ReadOpenJSON(text []byte, v any) error { return readJSON(text, v, exact) }

func readJSON(text []byte, v any, options json.Options) error {
	err := json.Unmarshal(text, v, options)
	if err == nil {
		return nil
	}
	if inner := (*Error)(nil); errors.As(err, &inner) {
		return inner
	}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	if _, cause := d.ReadValue(); cause != nil {
		if key, twice := twiceIn(cause); twice {
			return Errorf(CodeSyntax, "the key %q stands twice in an object", key)
		}
	} else if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return Errorf(CodeSyntax, "one JSON value is wanted, but %.40q follows it", rest)
	}
	return Errorf(CodeSyntax, "%s", strings.TrimPrefix(err.Error(), "json: "))
}

// twiceIn is the key of which an error says that it stands twice.
func twiceIn(cause error) (key string, twice bool) {
	var at *jsontext.SyntacticError
	if !errors.Is(cause, jsontext.ErrDuplicateName) || !errors.As(cause, &at) {
		return "", false
	}
	return at.JSONPointer.LastToken(), true
}

// reason is the message of an error without its code.
func reason(err error) string {
	if coded := (*Error)(nil); errors.As(err, &coded) {
		return coded.Message
	}
	return err.Error()
}

// CheckUTF8 refuses text that is not UTF-8 (code syntax), with the first line that is not, from 1.
func CheckUTF8(text []byte) *Error {
	if utf8.Valid(text) {
		return nil
	}
	n := 0
	for line := range bytes.Lines(text) {
		if n++; !utf8.Valid(line) {
			break
		}
	}
	return Errorf(CodeSyntax, "line %d: the text is not UTF-8", n)
}
