@profile:flecs-3-beta
Feature: Kinds of queries

  Rule: Filters and cached queries find the same entities

    Background:
      Given a component Position {x f32}
      And a component Velocity {x f32}
      And these facts
        | e1 | Position {x: 1}                   |
        | e2 | Position {x: 2}, Velocity {x: 20} |
        | e3 | Velocity {x: 30}                  |

    @beta-kinds-01 @SET-007 @SET-015 @sets.held
    Scenario Outline: A prepared query follows the changes since it was made
      Given <kind> q is prepared for "Position, Velocity"
      When query q is iterated
      Then the result is, in any order
        | $this |
        | e2    |
      When e1 gets Velocity {x: 10}
      And query q is iterated, with values
      Then the result is, in any order
        | $this | 1.value | 2.value |
        | e1    | {x: 1}  | {x: 10} |
        | e2    | {x: 2}  | {x: 20} |
      When e2 is deleted
      And query q is iterated
      Then the result is, in any order
        | $this |
        | e1    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-kinds-02 @SET-015 @SET-020
    Scenario: A cached query finds tables that are created later
      Given a cached query q is prepared for "Position"
      When query q is iterated, with batches
      Then the result is, in any order
        | $this | batch |
        | e1    | 0     |
        | e2    | 1     |
      When e1 gets Npc
      And e4 gets Position
      And query q is iterated, with batches
      Then the result is, in any order
        | $this | batch |
        | e1    | 0     |
        | e2    | 1     |
        | e4    | 2     |
      When e2 loses Position
      And query q is iterated
      Then the result is, in any order
        | $this |
        | e1    |
        | e4    |

    @beta-kinds-03 @SET-013 @SET-022
    Scenario Outline: A batch has one entity or several of one table
      Given these facts
        | e5 | Position {x: 5} |
        | e6 | Position {x: 6} |
      When <kind> queries "Position", with batches
      Then the result is, in any order
        | $this | batch |
        | e1    | 0     |
        | e5    | 0     |
        | e6    | 0     |
        | e2    | 1     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: A feature that a kind of query lacks is refused

    Background:
      Given a component Position {x f32}
      And a relationship Likes
      And an entity Bob
      And a relationship Region

    @beta-kinds-11 @SET-003 @SET-216 @SET-248 @SET-249 @sets.kinds
    Scenario Outline: A kind of query refuses the features that it lacks
      When <kind> queries "<query>"
      Then it fails with unsupported

      Examples: cached queries have no downward substitution, no all and no variables
        | kind           | query                                 |
        | a cached query | Position(sub(ChildOf))                |
        | a cached query | Position[subset]                      |
        | a cached query | (Likes, Bob[self\|sub(ChildOf)])      |
        | a cached query | Position(all\|super(ChildOf))         |
        | a cached query | Position[self\|all\|superset]         |
        | a cached query | (Likes, Bob[all\|super(ChildOf)])     |
        | a cached query | Position(all\|cascade\|super(ChildOf)) |
        | a cached query | (Likes, $x)                           |

      Examples: filters have no variables, and neither filters nor rules have cascade
        | kind     | query                             |
        | a filter | (Likes, $x)                       |
        | a filter | Position($x)                      |
        | a filter | Position(cascade\|super(ChildOf)) |
        | a rule   | Position(cascade\|super(ChildOf)) |

    @beta-kinds-12 @SET-003
    Scenario Outline: Only a cached query can be sorted or grouped
      When <kind> queries "Position", ordered by Position
      Then it fails with unsupported
      When <kind> queries "Position", grouped by Region
      Then it fails with unsupported

      Examples:
        | kind     |
        | a filter |
        | a rule   |

    @beta-kinds-13 @SET-003
    Scenario Outline: Terms that the manual does not define are refused in every kind
      When <kind> queries [{"first":"Position"},{"compare":"==","second":"Bob"}]
      Then it fails with unsupported
      When <kind> queries [{"first":"Position"},{"oper":"not","scope":[{"first":"Likes","second":"Bob"}]}]
      Then it fails with unsupported

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
