package mutation

// Status is the result for a mutant.
type Status string

// The possible results.
const (
	Killed     Status = "killed"      // something detected it
	Survived   Status = "survived"    // its position was executed, but nothing detected it
	NotCovered Status = "not covered" // nothing executes its position
)

// Result is a mutant and its result.
type Result struct {
	Point
	Status  Status  `json:"status"`
	By      string  `json:"by,omitempty"` // the test or unit that detected it
	Seconds float64 `json:"seconds"`
}
