package spec

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// OwnProfile is a profile that an engine declares in its answer to hello: a profile of this project
// and the fields in which it differs. The reference then answers by these rules.
type OwnProfile struct {
	// Name is its name in Info.Profiles and reset: letters, digits and '-'.
	Name string `json:"name"`
	// Base is a profile of this project.
	Base string `json:"base"`
	// Fields has the values that differ, by key ([ProfileFields]).
	Fields map[string]FieldValue `json:"fields"`
}

// FieldValue is the value of a field of a profile as text: "yes" or "no", which JSON may write as
// true or false; one of the words of the field; a number; or names joined by ".", which JSON may
// write as a list. For kinds of query it is "all", "none", or names of kinds.
type FieldValue string

// UnmarshalJSON reads a value in any of its forms.
func (v *FieldValue) UnmarshalJSON(text []byte) error {
	var form any
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	switch value := form.(type) {
	case bool:
		*v = yesNo(value)
		return nil
	case string:
		*v = FieldValue(value)
		return nil
	case float64:
		*v = FieldValue(strconv.FormatFloat(value, 'f', -1, 64))
		return nil
	case []any:
		words := []string{}
		for _, x := range value {
			word, is := x.(string)
			if !is {
				return fmt.Errorf("expected a name, got %v", x)
			}
			words = append(words, word)
		}
		*v = FieldValue(strings.Join(words, "."))
		if len(words) == 0 {
			*v = noKinds
		}
		return nil
	}
	return fmt.Errorf("%s cannot be the value of a field", text)
}

func yesNo(b bool) FieldValue {
	if b {
		return "yes"
	}
	return "no"
}

var ownName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,63}$`)

// Profile returns the declared profile. Its name contains the base and all fields, as in
// "mine=flecs-3+dead_target:zero", so a trace needs nothing else. If a field is unknown, has no
// such value, or does not exist in the base, the error names it.
func (o *OwnProfile) Profile() (Profile, *Error) {
	p, err := ProfileByName(o.Base)
	switch {
	case !ownName.MatchString(o.Name):
		return Profile{}, Errorf(CodeInvalid, "the name %q of the profile must have 1 to 64 letters, digits and '-'",
			o.Name)
	case slices.Contains(Names(Profiles()), o.Name):
		return Profile{}, Errorf(CodeInvalid, "the profile name %s is built in; choose another name", o.Name)
	case err != nil || p.Own != "" || o.Base == "":
		return Profile{}, Errorf(CodeInvalid, "the base %q of the profile %s is unknown; use one of %s", o.Base, o.Name,
			strings.Join(Names(Profiles()), ", "))
	}
	base := p
	for _, key := range slices.Sorted(maps.Keys(o.Fields)) {
		f := fieldOf(key)
		switch {
		case f == nil:
			return Profile{}, Errorf(CodeInvalid, "unknown field %q of a profile; use one of %s", key,
				strings.Join(fieldKeys(base), ", "))
		case !f.In(base):
			return Profile{}, Errorf(CodeInvalid, "the profile %s has no field %s; use one of %s", base.Name, key,
				strings.Join(fieldKeys(base), ", "))
		case !f.set(&p, string(o.Fields[key])):
			return Profile{}, Errorf(CodeInvalid, "the field %s of a profile is %s, not %q", key, f.Values,
				o.Fields[key])
		}
	}
	p.Own, p.Base = o.Name, base.Name
	p.Name = o.Name + "=" + base.Name
	for _, f := range profileFields {
		if now := f.Get(p); f.In(base) && now != f.Get(base) {
			p.Name += "+" + f.Key + ":" + now
		}
	}
	return p, nil
}

// With returns the profile with another value for a field. The result is an own profile named
// "try", with the base of p and all fields in which it differs from that base.
func (p Profile) With(key string, value FieldValue) (Profile, *Error) {
	o := OwnProfile{Name: "try", Base: p.Name, Fields: map[string]FieldValue{}}
	if p.Own != "" {
		base, err := ProfileByName(p.Base)
		if err != nil {
			return Profile{}, err
		}
		o.Base = p.Base
		for _, f := range profileFields {
			if now := f.Get(p); f.In(base) && now != f.Get(base) {
				o.Fields[f.Key] = FieldValue(now)
			}
		}
	}
	o.Fields[key] = value
	return o.Profile()
}

// Field returns the value of a field in a profile, or "" if there is no such field.
func (p Profile) Field(key string) string {
	if f := fieldOf(key); f != nil {
		return f.Get(p)
	}
	return ""
}

// maxProfileName is the maximum length of the full name of a profile that an engine defines.
const maxProfileName = 4096

// readOwn parses a name that [OwnProfile.Profile] returned.
func readOwn(name string) (Profile, *Error) {
	if len(name) > maxProfileName {
		return Profile{}, Errorf(CodeInvalid, "the name of the profile is longer than %d bytes", maxProfileName)
	}
	own, rest, _ := strings.Cut(name, "=")
	base, fields, _ := strings.Cut(rest, "+")
	o := OwnProfile{Name: own, Base: base, Fields: map[string]FieldValue{}}
	if fields != "" {
		for _, field := range strings.Split(fields, "+") {
			key, value, is := strings.Cut(field, ":")
			if _, twice := o.Fields[key]; !is || twice {
				return Profile{}, Errorf(CodeInvalid, "%q is not a field with a value of the profile %s, or occurs twice",
					field, own)
			}
			o.Fields[key] = FieldValue(value)
		}
	}
	return o.Profile()
}

// RequestName returns the name of a profile in requests to an engine. For a profile that the engine
// defines, this is the short name.
func RequestName(profile string) string {
	own, _, is := strings.Cut(profile, "=")
	if is {
		return own
	}
	return profile
}

// SameRules reports whether two profiles, by name, have the same rules. Profiles that engines
// define have the same rules if their bases and fields are equal, whatever their names.
func SameRules(a, b string) bool {
	_, rules, is := strings.Cut(a, "=")
	_, others, too := strings.Cut(b, "=")
	return is == too && (rules == others && is || a == b)
}

// ResolveOwn replaces the names of the profiles that the implementation defines by their full
// names. If one is invalid or not in the list, the error names it.
func (i *Info) ResolveOwn() *Error {
	names := slices.Clone(i.Profiles)
	for k := range i.Own {
		p, err := i.Own[k].Profile()
		if err != nil {
			return err
		}
		at := slices.Index(names, p.Own)
		if at < 0 {
			return Errorf(CodeInvalid, "the profile %s of your own is not among the profiles %v", p.Own, i.Profiles)
		}
		names[at] = p.Name
	}
	i.Profiles = names
	return nil
}

// OwnNamed finds a profile that the implementation defines by its short name.
func (i *Info) OwnNamed(name string) (Profile, bool) {
	for k := range i.Own {
		if i.Own[k].Name == name {
			p, err := i.Own[k].Profile()
			return p, err == nil
		}
	}
	return Profile{}, false
}
