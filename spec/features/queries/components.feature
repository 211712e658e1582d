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
    Scenario Outline: All kinds of query
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
    Scenario Outline: A field for each term, in the order of the terms, counted from 1
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
    Scenario Outline: And is what a term has that says nothing else
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
    Scenario: A cached query keeps up with the world
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
    Scenario: Queries can be made at any time, for components that were made at any time
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
    Scenario Outline: An access modifier says how a field is accessed, not what matches
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

  Rule: Any entity can be asked for as a component

    Background:
      Given a component Npc
      And an entity Platoon_01
      And these facts
        | a | Npc, Platoon_01 |
        | b | Npc             |
        | c | Platoon_01      |

    @components-07 @QRY-108 @QRY-114 @QRY-120 @QRY-121 @QRY-125
    Scenario Outline: Tags and plain entities, by id or by name
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
    Scenario: Names are found as by lookup
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
    Scenario: A name that nobody has is an error when the query is made
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
    Scenario: A query goes by what a name meant when it was made
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

  Rule: Prefabs and disabled entities are left out unless they are asked for

    @components-11 @QRY-285
    Scenario: Any term that names the tag lets them in
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
    Scenario Outline: By number and by name
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

    @components-13 @QRY-126
    Scenario: As a target, as a source, and where there is none
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
