package spec

import "fmt"

// ErrorCode says why an operation was refused. The suite compares codes, never messages.
type ErrorCode string

// The codes of version 1. The harness reports the last three for an adapter process; an engine
// never returns them.
const (
	CodeSyntax     ErrorCode = "syntax"     // text that is not valid in the dialect
	CodeUnresolved ErrorCode = "unresolved" // a handle, name or variable that does not exist
	CodeInvalid    ErrorCode = "invalid"    // the request makes no sense
	CodeNotAlive   ErrorCode = "not_alive"  // a deleted entity
	CodeExists     ErrorCode = "exists"     // a handle or a sibling's name that is taken
	CodeCycle      ErrorCode = "cycle"      // closes a cycle of an Acyclic relationship
	CodeFinal      ErrorCode = "final"      // IsA to a Final entity
	CodeOneOf      ErrorCode = "one_of"     // a target that OneOf forbids
	// A traversal of a relationship that is neither Traversable nor Transitive, or of IsA for an id
	// that is not inherited.
	CodeNotTraversable ErrorCode = "not_traversable"
	CodeInUse          ErrorCode = "in_use"      // a property that cannot change while existing ids depend on it
	CodeLocked         ErrorCode = "locked"      // structural change of a table that is being iterated
	CodePolicy         ErrorCode = "policy"      // a deletion that a Panic policy forbids
	CodeLimit          ErrorCode = "limit"       // a documented limit
	CodeUnsupported    ErrorCode = "unsupported" // not supported by this implementation, profile or kind of query
	CodeCrash          ErrorCode = "crash"       // the process ended or the engine panicked
	CodeTimeout        ErrorCode = "timeout"     // no answer in time
	CodeGarbage        ErrorCode = "garbage"     // output that is not a valid answer
)

// ErrorCodes lists every code in the order of the documentation.
func ErrorCodes() []ErrorCode {
	return []ErrorCode{
		CodeSyntax, CodeUnresolved, CodeInvalid, CodeNotAlive, CodeExists, CodeCycle, CodeFinal, CodeOneOf,
		CodeNotTraversable, CodeInUse, CodeLocked, CodePolicy, CodeLimit, CodeUnsupported, CodeCrash, CodeTimeout,
		CodeGarbage,
	}
}

// Error says why an operation failed: a code, which does not change between versions, and one
// lowercase sentence for people. The query parsers set Line and Column, in characters from 1;
// elsewhere they are zero.
type Error struct {
	Code    ErrorCode `json:"code"`
	Message string    `json:"message"`
	Line    int       `json:"line,omitempty"`
	Column  int       `json:"column,omitempty"`
	// Exhausted distinguishes two uses of the code limit. If it is true, the answer takes more work
	// or memory than this engine allows; each engine has its own limits (limits.work). If it is
	// false, the limit is a rule that all engines share, such as 64 terms.
	Exhausted bool `json:"exhausted,omitempty"`
}

// Error returns "code: message".
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Errorf returns an Error with a formatted message.
func Errorf(code ErrorCode, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Exhaustedf returns an Error with code limit for an answer that takes more work or memory than the
// engine allows.
func Exhaustedf(format string, args ...any) *Error {
	err := Errorf(CodeLimit, format, args...)
	err.Exhausted = true
	return err
}

// IsHarness reports whether the code describes a broken process rather than an answer.
func (c ErrorCode) IsHarness() bool { return c == CodeCrash || c == CodeTimeout || c == CodeGarbage }
