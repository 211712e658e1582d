package adapter

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/relspec/relspec/spec"
)

// session is the state of a server: the world, and the answer to the last request.
type session struct {
	newEngine   func(spec.Profile) spec.Engine
	info        spec.Info
	maxRequest  int
	maxResponse int

	engine spec.Engine // nil before the first reset and after a crash
	broken *spec.Error // why there is no engine
	ended  bool        // quit was requested
	answer []byte      // with its line feed
}

func newSession(s *Server) *session {
	session := &session{
		newEngine: s.New, info: s.Info, maxRequest: positive(s.MaxRequest, MaxRequest),
		maxResponse: positive(s.MaxResponse, MaxResponse),
	}
	session.info.Protocol = spec.Version
	if session.info.Capabilities == nil {
		session.info.Capabilities = map[string][]spec.Capability{}
	}
	session.broken = spec.Errorf(spec.CodeInvalid, "there is no world yet: begin with reset")
	return session
}

// request decodes and performs the request on line, and sets the answer.
func (s *session) request(line []byte) {
	op, refusal := decodeRequest(line)
	if refusal != nil {
		s.refuse(refusal)
		return
	}
	s.reply(s.perform(op))
}

func (s *session) reply(outcome spec.Outcome) {
	text, err := json.Marshal(outcome)
	switch {
	case err != nil:
		s.refuse(spec.Errorf(spec.CodeCrash, "the engine's answer has no JSON form: %v", err))
	case len(text) > s.maxResponse:
		s.refuse(spec.Exhaustedf("an answer has at most %d bytes, this one would have %d", s.maxResponse, len(text)))
	default:
		s.send(text)
	}
}

// refuse answers with an error. It shortens the message, which may quote the request.
func (s *session) refuse(err *spec.Error) {
	short := *err
	short.Message = firstLine(err.Message)
	text, _ := json.Marshal(spec.Fail(&short)) // strings and numbers always have a JSON form
	s.send(text)
}

// decodeRequest decodes one request. Its error is the answer to send.
func decodeRequest(line []byte) (spec.Operation, *spec.Error) {
	var op spec.Operation
	if !utf8.Valid(line) {
		return op, spec.Errorf(spec.CodeSyntax, "a request must be UTF-8")
	}
	if err := spec.CheckNesting(line, spec.MaxNesting); err != nil {
		return op, err
	}
	err := spec.ReadJSON(line, &op)
	if err == nil {
		return op, nil
	}
	why := err.Error()
	if coded := (*spec.Error)(nil); errors.As(err, &coded) {
		why = coded.Message
	}
	var name struct {
		Op *spec.OpKind `json:"op"`
	}
	switch {
	case spec.ReadOpenJSON(line, &name) != nil:
		return op, spec.Errorf(spec.CodeSyntax, "a request must be one JSON object: %s", why)
	case name.Op == nil:
		return op, spec.Errorf(spec.CodeSyntax, `a request must have the field "op": %s`, why)
	case !name.Op.Known():
		return op, spec.Errorf(spec.CodeUnsupported, "version %d has no operation %q", spec.Version, *name.Op)
	}
	return op, spec.Errorf(spec.CodeSyntax, "%s", why)
}

func (s *session) send(text []byte) { s.answer = append(append(s.answer[:0], text...), '\n') }

func (s *session) perform(op spec.Operation) spec.Outcome {
	switch op.Op { //nolint:exhaustive // all other operations are the engine's
	case spec.OpHello:
		info := s.info
		return spec.Outcome{Kind: spec.OutInfo, Info: &info}
	case spec.OpReset:
		return s.reset(op)
	case spec.OpQuit:
		s.ended = true
		return spec.OK()
	case spec.OpNote:
		return spec.OK()
	}
	if s.engine == nil {
		return spec.Fail(s.broken)
	}
	return s.guard(func() spec.Outcome { return s.engine.Apply(op) })
}

func (s *session) reset(op spec.Operation) spec.Outcome {
	profile, own := s.info.OwnNamed(op.Profile)
	if !own {
		var err *spec.Error
		if profile, err = spec.ProfileByName(op.Profile); err != nil {
			return spec.Fail(err)
		}
	}
	if !own && !slices.Contains(s.info.Profiles, profile.Name) {
		return spec.Fail(spec.Errorf(spec.CodeUnsupported, "this implementation does not have the profile %q, but %s",
			profile.Name, strings.Join(s.info.Profiles, ", ")))
	}
	if len(op.Options) > 0 {
		return spec.Fail(spec.Errorf(spec.CodeUnsupported, "this implementation does not have the option %q",
			slices.Sorted(maps.Keys(op.Options))[0]))
	}
	return s.guard(func() spec.Outcome {
		s.engine = s.newEngine(profile)
		return spec.OK()
	})
}

// guard calls apply. If it panics, the session answers with crash until the next reset.
func (s *session) guard(apply func() spec.Outcome) (outcome spec.Outcome) {
	defer func() {
		if reason := recover(); reason != nil {
			s.engine = nil
			s.broken = spec.Errorf(spec.CodeCrash, "the engine panicked: %s", firstLine(fmt.Sprint(reason)))
			outcome = spec.Fail(s.broken)
		}
	}()
	return apply()
}

// firstLine shortens a text for a message.
func firstLine(text string) string {
	const limit = 200
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "..."
	}
	return text
}
