@profile:flecs-4 @profile:flecs-4.1
Feature: Union relationships and any target

  @union-26 @REL-224 @REL-225 @wildcard.union
  Scenario: A term for any target reports the stored pair
    Given a relationship Movement with Union
    And these facts
      | a | (Movement, Running) |
      | b | (Movement, Walking) |
    When a query queries "(Movement, *)"
    Then the result is, in any order
      | $this | 1                   |
      | a     | (Movement, Running) |
      | b     | (Movement, Walking) |
    When a cached query queries "(*, Walking)"
    Then the result is, in any order
      | $this | 1                   |
      | b     | (Movement, Walking) |
