package spec

// SuiteVersion is the version of the suite: the scenarios, the regressions, the rulings and so the answers of the
// reference. It counts as semantic versions do. The first number changes with an answer that an engine gave rightly and no
// longer does, the second with new cases, the third with anything else. CHANGELOG.md says of each what changed.
const SuiteVersion = "1.0.0"
