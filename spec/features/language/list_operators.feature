@profile:flecs-4 @profile:flecs-4.1
Feature: Lists with pairs, inheritance and sources other than $this

  Background:
    Given a prefab list with A, (Likes, x)
    And these facts
      | e1 | A, (Likes, x) |
      | e2 | A             |
      | e3 | (Likes, x)    |
      | e4 | (Likes, y)    |

  @language-221 @FQL-029 @FQL-035 @FQL-039 @F41-167
  Scenario Outline: A pair in a list matches only entities with that pair
    When <kind> queries "and|list"
    Then the result is, in any order
      | $this |
      | e1    |
    When <kind> queries "or|list"
    Then the result is, in any order
      | $this |
      | e1    |
      | e2    |
      | e3    |
    When <kind> queries "(Likes, _), not|list"
    Then the result is, in any order
      | $this | 1.id       |
      | e4    | (Likes, *) |
    When list is disabled
    And <kind> queries "and|list"
    Then the result is, in any order
      | $this |
      | e1    |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-222 @FQL-029 @FQL-096
  Scenario Outline: A list can be matched on a variable and on a fixed source
    When <kind> queries "(Likes, $t), and|list($t)"
    Then the result is empty
    When x gets A
    And x gets (Likes, x)
    And <kind> queries "(Likes, $t), and|list($t)"
    Then the result is, in any order
      | $this | $t | 2.set |
      | e1    | x  | no    |
      | e3    | x  | no    |
      | x     | x  | no    |
    When <kind> queries "or|list(e4)"
    Then the result is empty
    When <kind> queries "(Likes, y), and|list(e1)"
    Then the result is, in any order
      | $this |
      | e4    |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-223 @FQL-039 @FQL-115
  Scenario Outline: An id in a list matches subclasses of that id
    Given these facts
      | B  | (IsA, A) |
      | e5 | B        |
    When <kind> queries "or|list, !(Likes, _)"
    Then the result is, in any order
      | $this |
      | e2    |
      | e5    |
    When <kind> queries "(Likes, *), !{ or|list }"
    Then the result is, in any order
      | $this | 1          |
      | e4    | (Likes, y) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-224 @FQL-015 @F41-123
  Scenario Outline: A list term under another operator is refused
    When a query queries "<query>"
    Then it fails with <code>

    Examples:
      | query             | code    |
      | A \|\| or\|list   | invalid |
      | !and\|list        | invalid |
      | ?or\|list         | invalid |
      | [in] and\|list    | invalid |
