package mutation

// Status is the end of a mutant.
type Status string

// The ends of mutants.
const (
	Killed     Status = "killed"      // something has noticed it
	Survived   Status = "survived"    // its place was run, and nothing has noticed
	NotCovered Status = "not covered" // nothing runs its place
)

// Result is a mutant and its end.
type Result struct {
	Point
	Status  Status  `json:"status"`
	By      string  `json:"by,omitempty"` // the test or unit that has noticed it
	Seconds float64 `json:"seconds"`
}
