@profile:flecs-3
Feature: Query scopes

  Background:
    Given a tag Position
    And these facts
      | a | Position                             |
      | b | Position, Velocity                   |
      | c | Position, Speed                      |
      | d | Position, Mass, Velocity             |
      | e | Position, Mass, Speed, Rotation      |
      | f | Position, Mass                       |
      | g | Speed                                |

  @scopes-01 @QRY-299 @QRY-300 @QRY-301 @QRY-308 @QRY-316
  Scenario: A negated scope excludes entities with either component
    When a rule queries "Position, !{ Velocity || Speed }"
    Then the result is, in any order
      | $this | fields | 1        |
      | a     | 1      | Position |
      | f     | 1      | Position |

  @scopes-02 @QRY-302 @QRY-303 @QRY-308
  Scenario: A scope can have any number of terms and operators
    Given these facts
      | h | Position, Mass, Speed |
    When a rule queries "Position, !{ Mass, Velocity || Speed, !Rotation }"
    Then the result is, in any order
      | $this |
      | a     |
      | b     |
      | c     |
      | e     |
      | f     |

  @scopes-03 @QRY-304 @QRY-309 @QRY-310
  Scenario: A negated scope excludes entities with a child that has Position
    Given these facts
      | b | (ChildOf, a) |
      | g | (ChildOf, c) |
    When a rule queries "Position($this), !{ ChildOf($child, $this), Position($child) }"
    Then the result is, in any order
      | $this |
      | b     |
      | c     |
      | d     |
      | e     |
      | f     |
    When a rule queries "Position($this), !{ ChildOf($child, $this), Position($child) }", with $child = g
    Then it fails with unresolved

  @scopes-04 @QRY-305
  Scenario: Without a scope, Not finds parents with a child that lacks Position
    Given these facts
      | b | (ChildOf, a) |
      | g | (ChildOf, c) |
      | h | (ChildOf, a) |
    When a rule queries "Position($this), ChildOf($child, $this), !Position($child)"
    Then the result is, in any order
      | $this | $child |
      | c     | g      |
      | a     | h      |

  @scopes-05 @QRY-311 @QRY-313
  Scenario Outline: A scope needs Not and cannot come first
    When a rule queries "<query>"
    Then it fails with invalid

    Examples:
      | query                     |
      | Position, { Velocity }    |
      | Position, ?{ Velocity }   |
      | !{ Velocity }, Position   |

  @scopes-06 @QRY-299
  Scenario Outline: Only rules have scopes
    When <kind> queries "Position, !{ Velocity }"
    Then it fails with unsupported

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
