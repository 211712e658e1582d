@profile:flecs-4
Feature: Singletons

  Background:
    Given an entity a with Ship
    And an entity b with Ship
    And an entity c with Ship
    And an entity seat_a with Powered

  @language-265 @FQL-091 @FQL-092 @FQL-094
  Scenario Outline: A singleton works under every operator
    When <kind> queries "Ship, !Clock($)"
    Then it fails with unresolved
    Given a component Clock {s f32}
    When <kind> queries "Ship, !Clock($)"
    Then the result is, in any order
      | $this |
      | a     |
      | b     |
      | c     |
    When <kind> queries "Powered, ?Clock($), !(Clock, $)"
    Then the result is, in any order
      | $this  | 2 | 3 |
      | seat_a | - | - |
    When Clock gets Clock {s: 5}
    And <kind> queries "Powered, ?Clock($)"
    Then the result is, in any order
      | $this  | 2                | 2.value |
      | seat_a | Clock from Clock | {s: 5}  |
    When <kind> queries "Ship, !{ Clock($) }"
    Then the result is empty
    When seat_a gets (Clock, Clock) {s: 7}
    And <kind> queries "(Clock, $), Clock($)"
    Then the result is, in any order
      | $this  | 1              | 1.value | 2.src |
      | seat_a | (Clock, Clock) | {s: 7}  | Clock |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |
