@profile:flecs-4 @profile:flecs-4.1
Feature: White space, comments and paths in query text

  Background:
    Given an entity "#100" named "Npc"
    And an entity Game
    And an entity x named "Npc" below Game
    And these facts
      | e1     | "#100", (Likes, "#100") |
      | e2     | x                       |
      | "#100" | Happy                   |

  @language-272 @FQL-005 @FQL-006 @FQL-007
  Scenario Outline: Comments and white space are ignored, and paths have dots or colons
    When a query queries <query>
    Then the result is, in any order
      | $this | 1 |
      | e2    | x |

    Examples:
      | query                                       |
      | "Game.Npc"                                  |
      | "Game::Npc"                                 |
      | "// whose name is below Game\\n  Game.Npc"   |
      | "Game.Npc // , Happy"                       |
      | "/* (Likes, */ Game.Npc /* , Happy */"      |
      | "\\t\\n Game.Npc \\n"                          |
