@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Values of pairs in queries

  Background:
    Given a relationship Eats {amount i32}
    And a component Position {x i32}
    And these facts
      | Bob   | (Eats, Apples) {amount: 1}, (Eats, Pears) {amount: 2}, Hungry |
      | Alice | (Eats, Apples) {amount: 3}, (Likes, Apples)                    |
      | e     | (Begin, Position) {x: 4}, (End, Position) {x: 5}, Position     |

  @values-01 @REL-045 @REL-051 @REL-060
  Scenario Outline: Each row has the value of its own pair
    When <kind> queries "(Eats, *)", with values
    Then the result is, in any order
      | $this | 1              | 1.value     |
      | Bob   | (Eats, Apples) | {amount: 1} |
      | Bob   | (Eats, Pears)  | {amount: 2} |
      | Alice | (Eats, Apples) | {amount: 3} |
    When <kind> queries "(*, Apples)", with values
    Then the result is, in any order
      | $this | 1               | 1.value     |
      | Bob   | (Eats, Apples)  | {amount: 1} |
      | Alice | (Eats, Apples)  | {amount: 3} |
      | Alice | (Likes, Apples) | none        |
    When <kind> queries "(*, Position), Position", with values
    Then the result is, in any order
      | $this | 1                 | 1.value | 2.value |
      | e     | (Begin, Position) | {x: 4}  | {x: 0}  |
      | e     | (End, Position)   | {x: 5}  | {x: 0}  |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @values-02 @REL-045 @REL-046 @REL-047
  Scenario: Optional terms and alternatives have values
    When a query queries "Hungry, ?(Eats, Pears), ?(Eats, Nuts)", with values
    Then it fails with unresolved
    Given a tag Nuts
    When a query queries "(Eats, Apples), ?(Eats, Pears), ?(Eats, Nuts)", with values
    Then the result is, in any order
      | $this | 1.value     | 2.value     | 3.set |
      | Bob   | {amount: 1} | {amount: 2} | no    |
      | Alice | {amount: 3} | -           | no    |
    When a query queries "(Eats, Pears) || (Begin, Position)", with values
    Then the result is, in any order
      | $this | 1                 | 1.value     |
      | Bob   | (Eats, Pears)     | {amount: 2} |
      | e     | (Begin, Position) | {x: 4}      |

  @values-03 @REL-045 @REL-051
  Scenario: A cached query shows values that were set later
    Given a cached query q is prepared for "(Eats, Apples)"
    When Bob gets (Eats, Apples) {amount: 7}
    And Alice loses (Eats, Apples)
    And Alice gets (Eats, Apples)
    And query q is iterated, with values
    Then the result is, in any order
      | $this | 1.value     |
      | Bob   | {amount: 7} |
      | Alice | {amount: 0} |

  @values-04 @REL-045 @REL-212 @REL-167
  Scenario: A pair that replaces another starts with zero
    Given a relationship Holds {amount i32, since i32} with Exclusive
    And these facts
      | Bob | (Holds, Cup) {amount: 1, since: 1990} |
    When Bob gets (Holds, Plate)
    Then the value of (Holds, Plate) on Bob is {}
    When Bob gets (Holds, Cup) {amount: 2}
    Then the value of (Holds, Cup) on Bob is {amount: 2}
    And the value of (Holds, Plate) on Bob is none

  @values-05 @REL-045 @REL-090 @REL-091
  Scenario: An instance's own pair hides the value of its base
    Given these facts
      | inst | (IsA, Bob) |
    When inst gets (Eats, Pears) {amount: 9}
    Then the value of (Eats, Apples) on inst is {amount: 1}
    And the value of (Eats, Pears) on inst is {amount: 9}
    And the value of (Eats, Pears) on Bob is {amount: 2}
    When a query queries "(Eats, Pears)", with values
    Then the result is, in any order
      | $this | 1.value     |
      | Bob   | {amount: 2} |
      | inst  | {amount: 9} |

  @values-06 @REL-057 @REL-052
  Scenario: If both elements are components, the value has the type of the first
    Given a component Speed {metres f64}
    When Bob gets (Eats, Speed) {amount: 5}
    And Bob gets (Speed, Eats) {metres: 2.5}
    And a query queries "(Eats, Speed), (Speed, Eats)", with values
    Then the result is, in any order
      | $this | 1.value     | 2.value       |
      | Bob   | {amount: 5} | {metres: 2.5} |
    When Bob gets (Eats, Speed) {metres: 1}
    Then it fails with invalid

  @values-07 @REL-045 @REL-048 @REL-090 @data.wildcard-get
  Scenario: The value of (R, *) is the value of the first pair
    Given these facts
      | Cid | (IsA, Bob) |
    Then the value of (Eats, *) on Bob is {amount: 1}
    And the value of (Eats, _) on Bob is {amount: 1}
    When Bob loses (Eats, Apples)
    Then the value of (Eats, *) on Bob is {amount: 2}
    And the value of (Eats, *) on e is none
    When the value of (*, Apples) on Alice is asked
    Then it fails with invalid
    When the value of (Likes, *) on Alice is asked
    Then it fails with invalid
