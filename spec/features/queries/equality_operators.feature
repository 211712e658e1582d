@profile:flecs-3
Feature: Equality operators

  Background:
    Given an entity Foo
    And an entity Bar
    And an entity Food
    And an entity p
    And an entity inner named "Foo" below p
    And an anonymous entity nameless
    And these facts
      | Foo      | T             |
      | Bar      | T, (R, Foo)   |
      | Food     | T, (R, Food)  |
      | inner    | T             |
      | nameless | T, (R, Bar)   |

  @equality-01 @QRY-204 @QRY-256 @QRY-257 @QRY-259 @QRY-261 @QRY-269 @QRY-278
  Scenario: == matches one entity
    When a rule queries "T, $this == Foo"
    Then the result is, in any order
      | $this | fields | 1 |
      | Foo   | 1      | T |

  @equality-02 @QRY-205 @QRY-257 @QRY-278
  Scenario: != matches all other entities
    When a rule queries "T, $this != Foo"
    Then the result is, in any order
      | $this    |
      | Bar      |
      | Food     |
      | inner    |
      | nameless |

  @equality-03 @QRY-204 @QRY-259 @QRY-263 @QRY-278
  Scenario: == with a text matches the entities with this name or path
    When a rule queries 'T, $this == "Foo"'
    Then the result is, in any order
      | $this |
      | Foo   |
      | inner |
    When a rule queries 'T, $this != "Foo"'
    Then the result is, in any order
      | $this    |
      | Bar      |
      | Food     |
      | nameless |
    When a rule queries 'T, $this == "p.Foo"'
    Then the result is, in any order
      | $this |
      | inner |
    When a rule queries 'T, $this == "p::Foo"'
    Then the result is, in any order
      | $this |
      | inner |
    When inner is named "a:b"
    And a rule queries 'T, $this == "a:b"'
    Then the result is, in any order
      | $this |
      | inner |

  @equality-04 @QRY-206 @QRY-257 @QRY-260 @QRY-265
  Scenario: ~= matches entities whose name contains the text
    When a rule queries 'T, $this ~= "oo"'
    Then the result is, in any order
      | $this |
      | Foo   |
      | Food  |
      | inner |
    When a rule queries 'T, $this ~= "fo"'
    Then the result is empty

  @equality-05 @QRY-262 @QRY-264
  Scenario: The entity of a comparison must exist when the query is created; a name in quotes need not
    When a rule queries "T, $this == Nobody"
    Then it fails with unresolved
    Given a rule q is prepared for 'T, $this == "Late"'
    When query q is iterated
    Then the result is empty
    When Late gets T
    And query q is iterated
    Then the result is, in any order
      | $this |
      | Late  |

  @equality-06 @QRY-258
  Scenario Outline: The left side must be a variable
    When a rule queries '<query>'
    Then it fails with <code>

    Examples:
      | query           | code    |
      | T, Foo == Bar   | invalid |
      | T, "Foo" == Foo | syntax  |
      | T, $this ~= Foo | invalid |

  @equality-07 @QRY-266
  Scenario: == assigns a variable that no other term binds
    When a rule queries "$x == Foo, R($y, $x)"
    Then the result is, in any order
      | $x  | $y  |
      | Foo | Bar |
    When a rule queries "T, R($this, $x), $x == Food"
    Then the result is, in any order
      | $this | $x   |
      | Food  | Food |

  @equality-08 @QRY-268
  Scenario: Comparisons work with And, Not and Or
    When a rule queries "T, $this == Foo || $this == Bar"
    Then the result is, in any order
      | $this | fields |
      | Foo   | 2      |
      | Bar   | 2      |
    When a rule queries "T, !(R, Foo), $this != Food"
    Then the result is, in any order
      | $this    |
      | Foo      |
      | inner    |
      | nameless |

  @equality-09 @QRY-256
  Scenario Outline: Only rules have equality operators
    When <kind> queries "T, $this == Foo"
    Then it fails with unsupported
    When <kind> queries "T, $this != Foo"
    Then it fails with unsupported
    When <kind> queries 'T, $this ~= "Foo"'
    Then it fails with unsupported

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
