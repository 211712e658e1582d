package spec

import (
	"fmt"
	"slices"
)

// The JSON names of the enumerations, in the order of their constants.
var (
	accessNames  = []string{"default", "in", "out", "inout", "none", "filter"}
	kindNames    = []string{"auto", "filter", "cached", "rule"}
	dialectNames = []string{"", "flecs-3", "flecs-4", "flecs-3-beta"}
	travNames    = []string{"self", "up", "down", "all", "cascade", "desc"}
)

func enumText[T ~uint8](v T, names []string) ([]byte, error) {
	if int(v) >= len(names) {
		return nil, fmt.Errorf("no name for value %d", v)
	}
	return []byte(names[v]), nil
}

func enumParse[T ~uint8](v *T, text []byte, names []string, what string) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("unknown %s %q, want one of %q", what, text, names)
	}
	*v = T(i)
	return nil
}

func enumString[T ~uint8](v T, names []string) string {
	b, err := enumText(v, names)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// MarshalText returns the JSON name.
func (o Operator) MarshalText() ([]byte, error) { return enumText(o, operatorNames) }

// UnmarshalText reads the JSON name.
func (o *Operator) UnmarshalText(b []byte) error {
	return enumParse(o, b, operatorNames, "operator")
}

// String returns the JSON name.
func (o Operator) String() string { return enumString(o, operatorNames) }

// MarshalText returns the JSON name.
func (a Access) MarshalText() ([]byte, error) { return enumText(a, accessNames) }

// UnmarshalText reads the JSON name.
func (a *Access) UnmarshalText(b []byte) error {
	return enumParse(a, b, accessNames, "access modifier")
}

// String returns the JSON name.
func (a Access) String() string { return enumString(a, accessNames) }

// MarshalText returns the JSON name, which is also the operator's text.
func (c Comparison) MarshalText() ([]byte, error) { return enumText(c, comparisonNames) }

// UnmarshalText reads the JSON name.
func (c *Comparison) UnmarshalText(b []byte) error {
	return enumParse(c, b, comparisonNames, "comparison")
}

// String returns the operator's text.
func (c Comparison) String() string { return enumString(c, comparisonNames) }

// MarshalText returns the JSON name.
func (k QueryKind) MarshalText() ([]byte, error) { return enumText(k, kindNames) }

// UnmarshalText reads the JSON name.
func (k *QueryKind) UnmarshalText(b []byte) error { return enumParse(k, b, kindNames, "kind of query") }

// String returns the JSON name.
func (k QueryKind) String() string { return enumString(k, kindNames) }

// MarshalText returns the JSON name.
func (d Dialect) MarshalText() ([]byte, error) { return enumText(d, dialectNames) }

// UnmarshalText reads the JSON name.
func (d *Dialect) UnmarshalText(b []byte) error { return enumParse(d, b, dialectNames, "syntax") }

// String returns the JSON name.
func (d Dialect) String() string { return enumString(d, dialectNames) }
