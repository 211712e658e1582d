@profile:flecs-4 @profile:flecs-4.1
Feature: Numeric ids in query text

  Background:
    Given an entity "#100" named "Npc"
    And an entity Game
    And an entity x named "Npc" below Game
    And these facts
      | e1     | "#100", (Likes, "#100") |
      | e2     | x                       |
      | "#100" | Happy                   |

  @language-271 @FQL-009 @FQL-012 @FQL-089 @F41-165
  Scenario Outline: # and a number name an entity in every position of a term
    When <kind> queries "#100"
    Then the result is, in any order
      | $this | 1      |
      | e1    | "#100" |
    When <kind> queries "(Likes, #100), Happy(#100)"
    Then the result is, in any order
      | $this | 1               | 2                 |
      | e1    | (Likes, "#100") | Happy from "#100" |
    When <kind> queries "(Likes, $n), $n == #100"
    Then the result is, in any order
      | $this | $n     |
      | e1    | "#100" |
    When <kind> queries "#101"
    Then it fails with unresolved
    When <kind> queries "100"
    Then it fails with syntax

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |
