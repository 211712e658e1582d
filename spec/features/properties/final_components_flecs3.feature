@profile:flecs-3
Feature: Final components

  @final-11 @REL-179 @final.components
  Scenario: A component cannot have instances until Final is removed
    Given a component Position {x f32}
    And a tag Npc
    When i gets (IsA, Position)
    Then it fails with final
    When i gets (IsA, Npc)
    Then i has (IsA, Npc)
    When Position is not Final
    And i gets (IsA, Position)
    Then i has (IsA, Position)

  @final-12 @REL-179 @final.components
  Scenario: The implicit Final of a component is not one of its ids
    Given a component Position {x f32}
    Then Position does not have Final
    And the ids of Position are none
    When Position is Final
    Then the ids of Position are Final
