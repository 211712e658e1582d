@profile:flecs-3
Feature: Queries for components

  Rule: An entity matches if it has all the components, whatever else it has

    Background:
      Given a component Position {x f32, y f32}
      And a component Velocity {x f32, y f32}
      And these facts
        | e1 | Position {x: 1}                                 |
        | e2 | Position {x: 2}, Velocity {x: 20}               |
        | e3 | Mass, Velocity {x: 30}, Position {x: 3}         |
        | e4 | Velocity {x: 40}, Mass                          |

    @components-01 @QRY-001 @QRY-107 @QRY-109 @QRY-110 @QRY-123 @QRY-128 @QRY-200 @QRY-210 @QRY-216 @QRY-029 @QRY-034
    Scenario Outline: Every kind of query matches entities that have all components
      When <kind> queries "Position, Velocity"
      Then the result is, in any order
        | $this | 1        | 2        |
        | e2    | Position | Velocity |
        | e3    | Position | Velocity |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
        | a query        |

    @components-02 @QRY-022 @QRY-076 @QRY-027 @QRY-032 @QRY-036 @QRY-071 @QRY-074 @QRY-075 @QRY-079 @QRY-096
    Scenario Outline: Each term has a field, counted from 1 in written order
      When <kind> queries "Velocity, Position, Mass"
      Then the result is, in any order
        | $this | fields | 1.id     | 1.value | 2.id     | 2.value | 3.id |
        | e3    | 3      | Velocity | {x: 30} | Position | {x: 3}  | Mass |
      When <kind> queries "Position, Velocity"
      Then the result is, in any order
        | $this | fields | 1.id     | 1.value | 2.id     | 2.value |
        | e2    | 2      | Position | {x: 2}  | Velocity | {x: 20} |
        | e3    | 2      | Position | {x: 3}  | Velocity | {x: 30} |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @components-03 @QRY-211 @QRY-212 @QRY-213 @QRY-115
    Scenario Outline: A term without an operator is an And term
      When a filter queries <query>
      Then the result is, in any order
        | $this |
        | e2    |
        | e3    |

      Examples:
        | query                                                                         |
        | [{"first":"Position"},{"first":"Velocity"}]                                   |
        | [{"first":"Position","oper":"and"},{"first":"Velocity","oper":"and"}]         |
        | [{"first":{"name":"Position"}},{"first":{"name":"Velocity"}}]                 |
        | `Position, Velocity`                                                          |
        | "Position, Velocity"                                                          |
        | "Velocity , Position"                                                         |
        | "Position, Velocity, Position"                                                |

    @components-04 @QRY-029
    Scenario: A cached query follows changes of the world
      Given a cached query q is prepared for "Position, Velocity"
      When e1 gets Velocity {x: 10}
      And e2 loses Position
      And e3 is deleted
      And e5 gets Position
      And e5 gets Velocity
      And query q is iterated
      Then the result is, in any order
        | $this | 2.value |
        | e1    | {x: 10} |
        | e5    | {}      |
      When e1 is cleared
      And Position is deleted
      And query q is iterated
      Then the result is empty

    @components-05 @QRY-005 @QRY-026 @QRY-006
    Scenario: A query can use components that were created before or after other queries
      Given a filter old is prepared for "Position"
      When a component Late {n i32}
      And these facts
        | e1 | Late {n: 7} |
        | e4 | Late {n: 8} |
      And a filter queries "Position, Late"
      Then the result is, in any order
        | $this | 2.value |
        | e1    | {n: 7}  |
      When query old is iterated
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |
        | e3    |

    @components-06 @QRY-062 @QRY-064 @QRY-197
    Scenario Outline: An access modifier changes the access, not the matches
      When <kind> queries "Position, [in] Velocity", with values
      Then the result is, in any order
        | $this | 1        | 1.access | 2        | 2.access |
        | e2    | Position | inout    | Velocity | in       |
        | e3    | Position | inout    | Velocity | in       |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: Any entity can be queried as a component

    Background:
      Given a component Npc
      And an entity Platoon_01
      And these facts
        | a | Npc, Platoon_01 |
        | b | Npc             |
        | c | Platoon_01      |

    @components-07 @QRY-108 @QRY-114 @QRY-120 @QRY-121 @QRY-125
    Scenario Outline: Tags and plain entities can be terms, by id or by name
      When a query queries <query>
      Then the result is, in any order
        | $this | 1   | 2          |
        | a     | Npc | Platoon_01 |

      Examples:
        | query                                                     |
        | "Npc, Platoon_01"                                         |
        | `Npc, Platoon_01`                                         |
        | [{"first":"Npc"},{"first":{"name":"Platoon_01"}}]         |

    @components-08 @QRY-124
    Scenario: A name in a query is found as lookup finds it
      Given an entity Game
      And an entity x named "Npc" below Game
      And these facts
        | a | x |
      When a query queries "Game.Npc"
      Then the result is, in any order
        | $this | 1 |
        | a     | x |
      When a query queries "Npc"
      Then the result is, in any order
        | $this | 1   |
        | a     | Npc |
        | b     | Npc |
      When the scope is Game
      And a query queries "Npc, Platoon_01"
      Then the result is, in any order
        | $this | 1 | 2          |
        | a     | x | Platoon_01 |

    @components-09 @QRY-122 @QRY-124
    Scenario: An unknown name is an error when the query is created
      When a query queries "Npc, Nobody"
      Then it fails with unresolved
      When a cached query q is prepared for "(Likes, Npc)"
      Then it fails with unresolved
      When a query queries "Npc.Platoon_01"
      Then it fails with unresolved
      Given an entity Nobody
      When a query queries "Npc, Nobody"
      Then the result is empty

    @components-10 @QRY-124
    Scenario: A query keeps the entity that a name meant when it was created
      Given a query q is prepared for "Npc"
      When Npc is named "Figure"
      And query q is iterated
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
      When a query queries "Npc"
      Then it fails with unresolved
      When a query queries "Figure"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |

  Rule: Prefabs and disabled entities are excluded unless the query names them

    @components-11 @QRY-285 @query.hidden-entities
    Scenario: A term that names Prefab or Disabled lets such entities match
      Given a tag Npc
      And a prefab p with Npc
      And these facts
        | d  | Npc |
        | e  | Npc |
      And a prefab pd with Npc
      And d is disabled
      And pd is disabled
      When a query queries "Npc"
      Then the result is, in any order
        | $this |
        | e     |
      When a query queries "Npc, Prefab"
      Then the result is, in any order
        | $this |
        | p     |
      When a query queries "Npc, ?Disabled"
      Then the result is, in any order
        | $this | 2.set |
        | d     | yes   |
        | e     | no    |
      When a query queries "Npc, ?Disabled, ?Prefab"
      Then the result is, in any order
        | $this |
        | d     |
        | e     |
        | p     |
        | pd    |
      When d is enabled
      And a query queries "Npc"
      Then the result is, in any order
        | $this |
        | d     |
        | e     |

  Rule: An entity can be named by its number

    @components-12 @QRY-126 @QRY-127
    Scenario Outline: An entity can be named by its number or its name
      Given an entity "#100" named "Npc"
      And an entity "#101" named "Platoon_01"
      And these facts
        | e1 | "#100", "#101" |
        | e2 | "#100"         |
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this | 1      | 2      |
        | e1    | "#100" | "#101" |

      Examples:
        | kind           | query           |
        | a filter       | 100, 101        |
        | a cached query | 100, 101        |
        | a rule         | 100, 101        |
        | a filter       | Npc, Platoon_01 |
        | a filter       | 100, Platoon_01 |

    @components-13 @QRY-126 @query.numbers
    Scenario: A number can be a target or a source, and an unknown one is an error
      Given an entity "#100" named "Npc"
      And these facts
        | e1     | (Likes, "#100") |
        | "#100" | Happy           |
      When a query queries "(Likes, 100), Happy(100)"
      Then the result is, in any order
        | $this | 1               | 2               |
        | e1    | (Likes, "#100") | Happy from "#100" |
      When a query queries "102"
      Then it fails with unresolved
      When "#100" is deleted
      And a query queries "100"
      Then the result is empty
