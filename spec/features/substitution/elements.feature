@profile:flecs-3-beta
Feature: Predicate, subject and object

  Background:
    Given a component Position {x f32}
    And a component Velocity {x f32}
    And a tag NPC
    And a relationship Likes
    And an entity Alice
    And these facts
      | Bob | Position {x: 1}, Velocity {x: 2}, NPC, (Likes, Alice) |
      | Cid | Position {x: 3}                                       |

  @beta-terms-01 @SET-151 @SET-153 @SET-154 @SET-155 @SET-156
  Scenario Outline: A predicate is matched on its subject
    When <kind> queries "Position(Bob)"
    Then the result is, in any order
      | $this | 1                 |
      | -     | Position from Bob |
    When <kind> queries "Position(Alice)"
    Then the result is empty
    When <kind> queries "Position(Bob), Position(Alice)"
    Then the result is empty
    When <kind> queries "Position(Bob), !Position(Alice)"
    Then the result is, in any order
      | $this | 1                 | 2 |
      | -     | Position from Bob | - |
    When <kind> queries "(Likes, Alice), Position(Cid)"
    Then the result is, in any order
      | $this | 1              | 2                 |
      | Bob   | (Likes, Alice) | Position from Cid |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-terms-02 @SET-157 @SET-159 @SET-160
  Scenario Outline: A term without a subject is matched on This
    When <kind> queries "<query>"
    Then the result is, in any order
      | $this | 1        | 2        |
      | Bob   | Position | Velocity |

    Examples:
      | kind           | query                              |
      | a filter       | Position, Velocity                 |
      | a filter       | Position(This), Velocity(This)     |
      | a cached query | Position(This), Velocity(This)     |
      | a rule         | Position(This), Velocity(This)     |
      | a filter       | Position, Velocity($This)          |
      | a rule         | Position($this), Velocity          |

  @beta-terms-03 @SET-161 @SET-162 @SET-163
  Scenario Outline: An object is the second argument of a predicate
    When <kind> queries "Likes(Bob, Alice)"
    Then the result is, in any order
      | $this | 1                       |
      | -     | (Likes, Alice) from Bob |
    When <kind> queries "Likes(Alice, Bob)"
    Then the result is empty
    When <kind> queries "(Likes, Alice)"
    Then the result is, in any order
      | $this | 1              |
      | Bob   | (Likes, Alice) |
    When <kind> queries "Likes(This, Alice)"
    Then the result is, in any order
      | $this | 1              |
      | Bob   | (Likes, Alice) |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-terms-04 @SET-164 @SET-167 @SET-168 @SET-171
  Scenario Outline: Components and tags have a subject, and relations have an object too
    When <kind> queries "Position(Bob), NPC(Bob), Likes(Bob, Alice)"
    Then the result is, in any order
      | $this | fields | 1                 | 2            | 3                       |
      | -     | 3      | Position from Bob | NPC from Bob | (Likes, Alice) from Bob |
    When <kind> queries "NPC, Position", with values
    Then the result is, in any order
      | $this | 1   | 1.value | 2.value |
      | Bob   | NPC | none    | {x: 1}  |
    When <kind> queries "Likes"
    Then the result is empty
    When <kind> queries "(NPC, Alice)"
    Then the result is empty

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-terms-05 @SET-176 @SET-177 @SET-178 @SET-179
  Scenario Outline: A singleton is a component that is added to itself
    Given a component Game {speed f32}
    When <kind> queries "Position, Game($)"
    Then the result is empty
    When Game gets Game {speed: 2}
    And <kind> queries "Position, Game($)", with values
    Then the result is, in any order
      | $this | 2              | 2.value    |
      | Bob   | Game from Game | {speed: 2} |
      | Cid   | Game from Game | {speed: 2} |
    When <kind> queries "Game(Game)"
    Then the result is, in any order
      | $this | 1              |
      | -     | Game from Game |
    When <kind> queries "Game($)"
    Then the result is, in any order
      | $this | 1              |
      | -     | Game from Game |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |
