@profile:flecs-4 @profile:flecs-4.1
Feature: Nested scopes

  Background:
    Given these facts
      | s1 | Ship, (Engine, e1), (Engine, e2) |
      | s2 | Ship, (Engine, e3)               |
      | s3 | Ship                             |
      | s4 | Ship, (Engine, e2)               |
      | e1 | Healthy                          |
      | e3 | Healthy, Fast                    |

  @language-231 @FQL-154 @FQL-158
  Scenario Outline: A scope can be in a scope
    When <kind> queries "Ship, !{ (Engine, $e), !{ Healthy($e) } }"
    Then the result is, in any order
      | $this |
      | s2    |
      | s3    |
    When <kind> queries "Ship, !{ (Engine, $e), !{ Healthy($e), Fast($e) } }"
    Then the result is, in any order
      | $this |
      | s2    |
      | s3    |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-232 @FQL-154
  Scenario Outline: A scope can use variables of the terms around it
    When <kind> queries "Ship, (Engine, $e), !{ Healthy($e), Fast($e) }"
    Then the result is, in any order
      | $this | $e |
      | s1    | e1 |
      | s1    | e2 |
      | s4    | e2 |
    When <kind> queries "!{ Healthy($e), Fast($e) }, Ship"
    Then it fails with invalid
    When <kind> queries "Healthy($e), !{ Ship($s), Engine($s, $e) }"
    Then the result is empty
    When s2 loses (Engine, e3)
    And <kind> queries "Healthy($e), !{ Ship($s), Engine($s, $e) }"
    Then the result is, in any order
      | $this | $e | 1               |
      | -     | e3 | Healthy from e3 |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-233 @FQL-154 @FQL-149
  Scenario Outline: A scope can have chains, Optional terms, wildcards and comparisons
    When <kind> queries "Ship, !{ (Engine, $e), Healthy($e) || Fast($e) }"
    Then the result is, in any order
      | $this |
      | s3    |
      | s4    |
    When <kind> queries "Ship, !{ ?(Engine, $e), Healthy($e) }"
    Then the result is, in any order
      | $this |
      | s4    |
    When <kind> queries "Ship, !{ (*, e2) }"
    Then the result is, in any order
      | $this |
      | s2    |
      | s3    |
    When <kind> queries "Ship, !{ $this == s1 || $this == s2 }"
    Then the result is, in any order
      | $this |
      | s3    |
      | s4    |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-234 @FQL-154 @FQL-081 @scope.this
  Scenario Outline: If $this is only in the scope, the result is one row without an entity, or none
    When <kind> queries "Fast(e3), !{ Ship }"
    Then the result is empty
    When <kind> queries "Fast(e3), !{ Ship, Fast }"
    Then the result is, in any order
      | $this | 1            |
      | -     | Fast from e3 |
    When s3 gets Fast
    And <kind> queries "Fast(e3), !{ Ship, Fast }"
    Then the result is empty

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-290 @FQL-154 @scope.this
  Scenario Outline: In a scope, an Or chain of comparisons tries every entity, also after a list term with not
    Given these facts
      | kit | Healthy |
    When <kind> queries 'Fast(e3), !{ not|kit, $this ~= "e1" || $this ~= "e2" }'
    Then the result is empty
    When <kind> queries 'Fast(e3), !{ not|kit, $this ~= "e1" || $this ~= "e3" }'
    Then the result is, in any order
      | $this | 1            |
      | -     | Fast from e3 |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |
