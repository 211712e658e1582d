@profile:flecs-3
Feature: Tags

  @REL-001 @tags-01
  Scenario: A tag that is added is found
    Given a tag T
    And a gets T
    When a filter queries "T"
    Then the result is, in any order
      | $this |
      | a     |

  @profile:flecs-4 @REL-002 @tags-02
  Scenario: A tag that is removed is not found
    Given a tag T
    And a gets T
    And b is named "B"
    When a loses T
    And a filter queries "!T"
    Then the result is, in any order
      | $this |
      | T     |
      | a     |
      | b     |
