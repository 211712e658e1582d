package lang_test

import "github.com/relspec/relspec/spec"

var dialects = []spec.Dialect{spec.DialectFlecs3, spec.DialectFlecs4, spec.DialectFlecs3Beta}
