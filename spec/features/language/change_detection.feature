@profile:flecs-4 @profile:flecs-4.1
Feature: Change detection

  Background:
    Given a component Position {x f32}
    And these facts
      | e1 | Position {x: 1} |

  @language-141 @QRY-484 @QRY-494 @QRY-505 @QRY-516 @F41-129
  Scenario: A query that requests change detection has it from its creation
    Given a cached query q is prepared for "[in] Position", detecting changes
    When query q is iterated
    Then query q has not changed
    When e1 gets Position {x: 2}
    Then query q has changed
    When query q is iterated
    Then query q has not changed
    Given a cached query late is prepared for "[in] Position", detecting changes
    Then query late has changed

  @language-142 @QRY-502 @F41-128
  Scenario: A query that does not request change detection has none
    Given a cached query q is prepared for "[in] Position"
    When it is asked whether query q has changed
    Then it fails with invalid
    Given a filter f is prepared for "[in] Position"
    When it is asked whether query f has changed
    Then it fails with unsupported

  @language-143 @QRY-497 @REL-102
  Scenario: A query has changed when a child among its rows becomes a prefab
    Given an entity Ship
    And an entity Mast below Ship with Position
    And a cached query shown is prepared for "[in] Position", detecting changes
    And a cached query all is prepared for "[in] Position, ?Prefab", detecting changes
    When query shown is iterated
    And query all is iterated
    Then query shown has not changed
    And query all has not changed
    When Ship is Prefab
    Then query shown has changed
    And query all has changed
    When query shown is iterated
    And query all is iterated
    And Ship is not Prefab
    Then query shown has not changed
    And query all has not changed
    When Mast is not Prefab
    Then query shown has changed
    And query all has changed

  @language-289 @changes.tables
  Scenario Outline: A query has changed if the value of the alternative that matched has changed
    Given a component Link {to entity}
    And a component Mass {kg f32}
    And an entity Left
    And an entity Right
    And these facts
      | e2 | Link {to: Left} |
      | e3 | Mass {kg: 1}    |
    And a cached query q is prepared for "<query>", detecting changes
    When query q is iterated
    Then query q has not changed
    When e2 gets Link {to: Right}
    Then query q has changed
    When query q is iterated
    Then query q has not changed
    When e3 gets Mass {kg: 2}
    Then query q has changed

    Examples:
      | query                         |
      | (Link.to, *) \|\| [in] Mass |
      | [in] Mass \|\| (Link.to, *) |
