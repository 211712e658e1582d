@profile:flecs-3-beta
Feature: Creation of queries

  Background:
    Given a component Position {x f32}
    And a component Velocity {x f32}
    And a tag NPC
    And a relationship Likes
    And an entity Apples
    And these facts
      | Bob   | Position {x: 1}, Velocity {x: 2}, NPC, (Likes, Apples) |
      | Alice | Position {x: 3}, Velocity {x: 4}, NPC                  |
      | Carl  | Position {x: 5}, NPC, (Likes, Apples)                  |
      | Dora  | Position {x: 7}, Velocity {x: 8}                       |

  @beta-text-01 @SET-026 @SET-027 @SET-028 @SET-108 @SET-109 @SET-110
  Scenario Outline: Every term of a text must match
    When <kind> queries "Position, Velocity, NPC, (Likes, Apples)"
    Then the result is, in any order
      | $this | fields | 1        | 2        | 3   | 4               |
      | Bob   | 4      | Position | Velocity | NPC | (Likes, Apples) |
    When <kind> queries "Position, Velocity"
    Then the result is, in any order
      | $this | fields |
      | Bob   | 2      |
      | Alice | 2      |
      | Dora  | 2      |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-text-02 @SET-029
  Scenario: An identifier that no named entity has is refused
    Given an anonymous entity ghost
    When a filter queries "Position, Speed"
    Then it fails with unresolved
    When a filter queries "ghost"
    Then it fails with unresolved
    When a filter queries "(Likes, Pears)"
    Then it fails with unresolved
    When a filter queries "Position(Nobody)"
    Then it fails with unresolved
    When a filter queries "Position(super(Owns))"
    Then it fails with unresolved

  @beta-text-03 @SET-111 @SET-112
  Scenario Outline: Identifiers are looked up when the query is made
    Given <kind> q is prepared for "NPC, (Likes, Apples)"
    When NPC is named "Character"
    And query q is iterated
    Then the result is, in any order
      | $this | 1   | 2               |
      | Bob   | NPC | (Likes, Apples) |
      | Carl  | NPC | (Likes, Apples) |
    When <kind> queries "NPC"
    Then it fails with unresolved
    When <kind> queries "Character, !Velocity"
    Then the result is, in any order
      | $this | 1   |
      | Carl  | NPC |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @beta-text-04 @SET-113
  Scenario: An identifier can be a path
    Given an entity flecs
    And an entity components below flecs
    And an entity transform below components
    And a tag Rotation below transform
    And these facts
      | Eve | Rotation |
    When a filter queries "flecs.components.transform.Rotation"
    Then the result is, in any order
      | $this | 1        |
      | Eve   | Rotation |
    When a filter queries "flecs.transform.Rotation"
    Then it fails with unresolved
    When a filter queries "Rotation"
    Then it fails with unresolved

  @beta-text-05 @SET-038 @SET-039 @SET-040 @SET-043 @SET-106 @SET-142
  Scenario Outline: Terms give the same query as their text
    When a cached query queries <query>, with values
    Then the result is, in any order
      | $this | 1.id     | 1.access | 2.id     | 2.access | 3.id | 4.id            |
      | Bob   | Position | inout    | Velocity | in       | NPC  | (Likes, Apples) |

    Examples:
      | query |
      | "Position, [in] Velocity, NPC, (Likes, Apples)" |
      | `Position, [in] Velocity, NPC, (Likes, Apples)` |
      | [{"first":"Position"},{"first":"Velocity","access":"in"},{"first":"NPC"},{"first":"Likes","second":"Apples"}] |
      | [{"first":{"name":"Position"}},{"first":{"name":"Velocity"},"access":"in"},{"first":"NPC"},{"first":{"name":"Likes"},"second":{"name":"Apples"}}] |

  @beta-text-06 @SET-037
  Scenario: A query has exactly the terms that it was given
    When a cached query queries `Position, Velocity, NPC`
    Then the result is, in any order
      | $this | fields |
      | Bob   | 3      |
      | Alice | 3      |
    When a cached query queries `Position, Velocity, NPC, (Likes, Apples)`
    Then the result is, in any order
      | $this | fields | 4               |
      | Bob   | 4      | (Likes, Apples) |

  @beta-text-07 @SET-108 @SET-110 @SET-161 @sets.text
  Scenario Outline: A text outside of the grammar is refused
    When a rule queries "<query>"
    Then it fails with syntax

    Examples:
      | query                           |
      | Position Velocity               |
      | Position,, Velocity             |
      | (Likes)                         |
      | Likes(Bob, Apples, NPC)         |
      | Position(up(ChildOf))           |
      | Position(down(ChildOf))         |
      | Position(cascade\|desc)         |
      | (Likes, _)                      |
      | Position == Velocity            |
      | !{ Position }                   |
      | Position(super)                 |
      | Position(self\|self)            |
      | Position(super(ChildOf)\|sub(ChildOf)) |
      | Position(super(ChildOf, 0))     |
      | Position(super(ChildOf, 1, 2, 3)) |
      | *[self\|subset]                 |
      | (Likes, *[self])                |
