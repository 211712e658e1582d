@profile:flecs-3
Feature: Disabled ids and bases

  @toggles-11 @REL-088 @REL-091
  Scenario: An instance does not inherit a disabled id, and its own disabled id hides that of the base
    Given a component Mass {value i32}
    And these facts
      | base | Mass {value: 1}              |
      | inst | (IsA, base)                  |
      | own  | (IsA, base), Mass {value: 2} |
    When Mass of base is disabled
    Then inst has Mass
    When a query queries "Mass"
    Then the result is, in any order
      | $this | 1    |
      | own   | Mass |
    When Mass of base is enabled
    And Mass of own is disabled
    And a query queries "Mass"
    Then the result is, in any order
      | $this | 1              |
      | base  | Mass           |
      | inst  | Mass from base |

  @toggles-12 @REL-187 @REL-194 @toggle.hides
  Scenario: A transitive query does not follow a disabled pair
    Given a relationship LocatedIn with Transitive
    And these facts
      | Manhattan | (LocatedIn, NewYork) |
      | NewYork   | (LocatedIn, USA)     |
    When (LocatedIn, USA) of NewYork is disabled
    And a rule queries "(LocatedIn, USA)"
    Then the result is empty
    When a rule queries "(LocatedIn, NewYork)"
    Then the result is, in any order
      | $this     |
      | Manhattan |

  @toggles-13 @REL-212 @REL-089
  Scenario: A disabled own target hides the inherited one
    Given a relationship In with Exclusive
    And these facts
      | base | (In, a)              |
      | inst | (IsA, base), (In, b) |
    When (In, b) of inst is disabled
    And a query queries "(In, *)"
    Then the result is, in any order
      | $this | 1       |
      | base  | (In, a) |
    And inst does not have (In, a)
    And the targets of In on inst are b
    When inst loses (In, b)
    And a query queries "(In, *)"
    Then the result is, in any order
      | $this | 1                 |
      | base  | (In, a)           |
      | inst  | (In, a) from base |
