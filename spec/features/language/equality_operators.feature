@profile:flecs-4 @profile:flecs-4.1
Feature: Equality operators with other terms

  Background:
    Given an entity Foo
    And an entity Bar
    And an entity Food
    And an entity p
    And an entity inner named "Foo" below p
    And an anonymous entity nameless
    And these facts
      | Foo      | T           |
      | Bar      | T, (R, Foo) |
      | Food     | T           |
      | inner    | T           |
      | nameless | T           |

  Rule: Equality can be negated by !=, by Not, and by both

    @language-211 @FQL-132 @FQL-133 @FQL-018
    Scenario Outline: A name test fails for an entity without a name, and its negation matches
      When <kind> queries 'T, <comparison>'
      Then the result is, in any order
        | $this    |
        | Bar      |
        | nameless |

      Examples:
        | kind           | comparison        |
        | a filter       | $this ~= "!oo"    |
        | a cached query | $this ~= "!oo"    |
        | a rule         | $this ~= "!oo"    |
        | a filter       | !$this ~= "oo"    |
        | a rule         | !$this ~= "oo"    |

    @language-212 @FQL-132 @FQL-018
    Scenario: Two negations cancel
      When a query queries 'T, !$this ~= "!oo"'
      Then the result is, in any order
        | $this |
        | Foo   |
        | Food  |
        | inner |
      When a query queries 'T, !$this != Foo'
      Then the result is, in any order
        | $this |
        | Foo   |
      When a query queries 'T, !{ $this ~= "!oo" }'
      Then the result is, in any order
        | $this |
        | Foo   |
        | Food  |
        | inner |

  Rule: The right side is a name, path, entity or variable

    @language-213 @FQL-124 @FQL-129
    Scenario Outline: A name in quotes matches at every level, and a path in quotes matches like the path without quotes
      When a query queries '<query>'
      Then the result is, in any order
        | $this |
        | inner |

      Examples:
        | query                                    |
        | T, $this == "p.Foo"                      |
        | T, $this == p.Foo                        |
        | T, $this == "Foo", $this != Foo          |
        | T, $this == "Foo", (ChildOf, p)          |

    @language-214 @FQL-126 @FQL-131 @F41-120
    Scenario: Several comparisons can be combined, also in an Or chain
      When a query queries '$this == "Foo" || $this == "Bar", T'
      Then the result is, in any order
        | $this | fields | 1.set |
        | Foo   | 2      | no    |
        | inner | 2      | no    |
        | Bar   | 2      | no    |
      When a query queries 'T, $this ~= "Foo", $this != Foo'
      Then the result is, in any order
        | $this |
        | Food  |
        | inner |

    @language-215 @FQL-128 @FQL-135 @F41-119
    Scenario Outline: A comparison binds a variable or tests it
      When <kind> queries "R($this, $x), $x == $y, T($y)"
      Then the result is, in any order
        | $this | $x  | $y  |
        | Bar   | Foo | Foo |
      When <kind> queries "$x == Foo, $y == Bar, R($y, $x)"
      Then the result is, in any order
        | $this | $x  | $y  | 1                 |
        | -     | Foo | Bar | (R, Foo) from Bar |
      When <kind> queries "R($this, $x), $x == Food"
      Then the result is empty
      When <kind> queries "R($this, $x), !{ $x == Food }"
      Then the result is, in any order
        | $this | $x  |
        | Bar   | Foo |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-216 @FQL-128 @FQL-124
    Scenario Outline: A comparison under Optional, of an unbound variable, or in a chain with Not is refused
      When a query queries "<query>"
      Then it fails with invalid

      Examples:
        | query              |
        | T, $x != Foo       |
        | T, $x == $y        |
        | T, ?$this == Foo   |
        | T, $this == Foo \|\| !T |
