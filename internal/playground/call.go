package playground

import (
	"encoding/json"
	"fmt"

	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// request is a call of the page.
type request struct {
	Call   string            `json:"call"`
	State  link.State        `json:"state"`
	Why    string            `json:"why,omitempty"`
	Vars   map[string]string `json:"vars,omitempty"`
	Format Format            `json:"form,omitempty"`
	Text   string            `json:"text,omitempty"`
}

// calls maps the name of a call to its function.
var calls = map[string]func(*request) (any, *spec.Error){
	"about":    func(*request) (any, *spec.Error) { return about(), nil },
	"answer":   func(r *request) (any, *spec.Error) { return Answer(&r.State) },
	"why":      func(r *request) (any, *spec.Error) { return Why(&r.State, r.Why, r.Vars) },
	"plan":     func(r *request) (any, *spec.Error) { return Plan(&r.State) },
	"profiles": func(r *request) (any, *spec.Error) { return Profiles(&r.State) },
	"export":   func(r *request) (any, *spec.Error) { return Export(&r.State, r.Format) },
	"open":     func(r *request) (any, *spec.Error) { return Open(r.Text) },
}

// Call answers a request. The request is a JSON object with "call" and "state"; the answer is {"ok":
// ...} or {"error": {"code", "message"}}. Call never panics: if an engine panics, the error has code
// crash.
func Call(text []byte) (answer []byte) {
	defer func() {
		if r := recover(); r != nil {
			answer = failed(spec.Errorf(spec.CodeCrash, "an engine panicked: %v", r))
		}
	}()
	var r request
	if err := spec.ReadOpenJSON(text, &r); err != nil {
		return failed(spec.Errorf(spec.CodeSyntax, "the call is not valid JSON: %s", err.Error()))
	}
	call, known := calls[r.Call]
	if !known {
		return failed(spec.Errorf(spec.CodeInvalid, "there is no call %q", r.Call))
	}
	out, refusal := call(&r)
	if refusal != nil {
		return failed(refusal)
	}
	answer, err := json.Marshal(map[string]any{"ok": out})
	if err != nil {
		return failed(spec.Errorf(spec.CodeInvalid, "%s", err.Error()))
	}
	return answer
}

func failed(err *spec.Error) []byte {
	text, merr := json.Marshal(map[string]any{"error": problemOf(err)})
	if merr != nil {
		return fmt.Appendf(nil, `{"error":{"code":%q,"message":"the error has no JSON form"}}`, err.Code)
	}
	return text
}

// About has the data for the menus of the page.
type About struct {
	Profiles []ProfileAbout `json:"profiles"`
	Steps    []string       `json:"steps"` // an example of each step with an operation
	Suite    string         `json:"suite"`
}

// ProfileAbout is a profile with the keywords of its dialect.
type ProfileAbout struct {
	Name  string   `json:"name"`
	Text  bool     `json:"text"` // whether queries are text with names
	Words []string `json:"words"`
}

func about() About {
	a := About{Suite: spec.SuiteVersion}
	for _, p := range spec.Profiles() {
		a.Profiles = append(a.Profiles, ProfileAbout{
			p.Name, p.Dialect != spec.DialectDefault,
			lang.Words(p.Notation()),
		})
	}
	a.Steps = stepExamples()
	return a
}
