@profile:flecs-4 @profile:flecs-4.1
Feature: The query language: terms and operators

  Background:
    Given a component Position {x f32}
    And a component Velocity {x f32}
    And a component Mass {n i32}
    And these facts
      | a | Position {x: 1}, Velocity {x: 10}                         |
      | b | Position {x: 2}, Mass {n: 20}                             |
      | c | Position {x: 3}, Mass {n: 30}, Velocity {x: 31}, Extra    |
      | d | Velocity {x: 4}                                           |
      | e | Position {x: 5}, (Likes, Bob), (Eats, Apples)             |
      | f | Position {x: 6}, (Likes, Bob), (Eats, Pears)              |

  @language-01 @FQL-003 @FQL-007 @FQL-008 @FQL-009 @FQL-010 @FQL-011
  Scenario Outline: All terms of a comma separated list must match
    When <kind> queries "Position, Velocity"
    Then the result is, in any order
      | $this | 1        | 2        |
      | a     | Position | Velocity |
      | c     | Position | Velocity |
    When <kind> queries "Velocity"
    Then the result is, in any order
      | $this |
      | a     |
      | c     |
      | d     |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |
      | a query        |

  @language-02 @FQL-012 @FQL-013
  Scenario Outline: A pair in parentheses matches the entities that have it
    When <kind> queries "(Likes, Bob), (Eats, Apples)"
    Then the result is, in any order
      | $this | 1            | 2              |
      | e     | (Likes, Bob) | (Eats, Apples) |
    When <kind> queries "(Likes, Bob)"
    Then the result is, in any order
      | $this |
      | e     |
      | f     |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-03 @FQL-014 @FQL-017 @FQL-018 @FQL-019
  Scenario Outline: Not inverts its term
    When <kind> queries "Position, !Velocity"
    Then the result is, in any order
      | $this | fields | 2 |
      | b     | 2      | - |
      | e     | 2      | - |
      | f     | 2      | - |
    When <kind> queries "Position, !(Eats, Pears), !Velocity"
    Then the result is, in any order
      | $this |
      | b     |
      | e     |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-04 @FQL-014 @FQL-020 @FQL-021 @FQL-022
  Scenario Outline: Or binds tighter than the comma
    When <kind> queries "Position, Velocity || Mass"
    Then the result is, in any order
      | $this | fields | 1        | 2        | 2.value |
      | a     | 2      | Position | Velocity | {x: 10} |
      | b     | 2      | Position | Mass     | {n: 20} |
      | c     | 2      | Position | Velocity | {x: 31} |
    When <kind> queries "Velocity || Mass, Position"
    Then the result is, in any order
      | $this | 1        |
      | a     | Velocity |
      | b     | Mass     |
      | c     | Velocity |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-05 @FQL-014 @FQL-024 @FQL-025 @FQL-027 @FQL-028
  Scenario Outline: An Optional term sets its field if it matches
    When <kind> queries "Position, ?Velocity"
    Then the result is, in any order
      | $this | 1        | 2        | 2.value |
      | a     | Position | Velocity | {x: 10} |
      | b     | Position | -        | -       |
      | c     | Position | Velocity | {x: 31} |
      | e     | Position | -        | -       |
      | f     | Position | -        | -       |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-06 @FQL-015
  Scenario Outline: A term has at most one operator
    When a query queries "<query>"
    Then it fails with <code>

    Examples:
      | query                     | code    |
      | Position, !?Velocity      | invalid |
      | Position, !!Velocity      | syntax  |
      | Position, ?!Velocity      | invalid |
      | Position, !Velocity \|\| Mass | invalid |
      | Position, Velocity \|\| ?Mass | invalid |

  @language-07 @FQL-007 @text.undefined
  Scenario Outline: Text that the grammar does not define is a syntax error
    When a query queries "<query>"
    Then it fails with syntax

    Examples:
      | query                 |
      | Position Velocity     |
      | Position,,Velocity    |
      | (Likes                |
      | (Likes, Bob           |
      | Position()            |
      | Position \|\|         |
      | ,                     |

  @language-08 @FQL-043 @FQL-050
  Scenario Outline: An access modifier changes the access, not the matches
    When a query queries "<query>", with values
    Then the result is, in any order
      | $this | 1        | 1.access | 2        | 2.access |
      | a     | Position | <first>  | Velocity | <second> |
      | c     | Position | <first>  | Velocity | <second> |

    Examples:
      | query                                | first | second |
      | [inout] Position, [in] Velocity      | inout | in     |
      | [out] Position, [none] Velocity      | out   | none   |
      | [in]Position, [inout] Velocity       | in    | inout  |
