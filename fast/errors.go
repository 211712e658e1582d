package fast

import (
	"fmt"

	"github.com/relspec/relspec/spec"
)

// Refusals are values of type *spec.Error; get at the code with errors.As.

// asError avoids an error interface that holds a nil pointer.
func asError(err *spec.Error) error {
	if err == nil {
		return nil
	}
	return err
}

// told is a refusal as programs read it: the sentence ends with the place in the text of the query, if it has one.
func told(err *spec.Error) *spec.Error {
	if err == nil || err.Line == 0 {
		return err
	}
	at := *err
	at.Message += fmt.Sprintf(" (line %d, column %d)", err.Line, err.Column)
	return &at
}
