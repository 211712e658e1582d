@profile:flecs-3
Feature: Operators

  Rule: Or takes the first alternative that matches

    Background:
      Given a component Position {x f32}
      And a component Velocity {x f32}
      And a component Speed {n i32}
      And a tag Mass
      And these facts
        | a | Position {x: 1}, Velocity {x: 2}, Mass               |
        | b | Position {x: 3}, Speed {n: 4}, Mass                  |
        | c | Position {x: 5}, Speed {n: 6}, Velocity {x: 7}, Mass |
        | d | Position {x: 8}, Velocity {x: 9}                     |
        | e | Position {x: 1}, Mass                                |
        | f | Velocity {x: 1}, Mass                                |

    @or-01 @QRY-007 @QRY-201 @QRY-217 @QRY-218 @QRY-219 @QRY-226 @QRY-230 @QRY-232 @operator.or
    Scenario Outline: An Or chain has one field that names the alternative
      When <kind> queries "Position, Velocity || Speed, Mass"
      Then the result is, in any order
        | $this | 2        | 2.value |
        | a     | Velocity | {x: 2}  |
        | b     | Speed    | {n: 4}  |
        | c     | Velocity | {x: 7}  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @or-02 @QRY-221 @QRY-222 @QRY-223 @QRY-225
    Scenario: The alternatives share one field
      When a query queries "Position, Velocity || Speed, Mass"
      Then the result is, in any order
        | $this | fields | 1        | 2        | 3    |
        | a     | 3      | Position | Velocity | Mass |
        | b     | 3      | Position | Speed    | Mass |
        | c     | 3      | Position | Velocity | Mass |

    @or-03 @QRY-224 @QRY-228
    Scenario Outline: A chain can be written as text or as terms
      When a filter queries <query>
      Then the result is, in any order
        | $this | 1     | 2    |
        | b     | Speed | Mass |
        | c     | Speed | Mass |
        | a     | Velocity | Mass |
        | f     | Velocity | Mass |

      Examples:
        | query                                                                  |
        | "Speed \|\| Velocity, Mass"                                            |
        | `Speed \|\| Velocity, Mass`                                            |
        | [{"or":[{"first":"Speed"},{"first":"Velocity"}]},{"first":"Mass"}]     |

    @or-04 @QRY-201 @QRY-218
    Scenario: Alternatives can be pairs
      Given these facts
        | g | (Likes, Dogs), (Eats, Pizza) |
        | h | (Eats, Pizza)                |
        | i | (Eats, Salad)                |
      When a query queries "(Likes, Dogs) || (Eats, Pizza)"
      Then the result is, in any order
        | $this | 1             |
        | g     | (Likes, Dogs) |
        | h     | (Eats, Pizza) |
      When a query queries "(Likes, *) || (Eats, *)"
      Then the result is, in any order
        | $this | 1             |
        | g     | (Likes, Dogs) |
        | h     | (Eats, Pizza) |
        | i     | (Eats, Salad) |

    @or-05 @QRY-218
    Scenario: The first alternative that matches gives all its matches
      Given these facts
        | g | (Likes, Dogs), (Likes, Cats), (Eats, Pizza) |
        | h | (Eats, Pizza), (Eats, Salad)                |
      When a query queries "(Likes, *) || (Eats, *)"
      Then the result is, in any order
        | $this | 1             |
        | g     | (Likes, Dogs) |
        | g     | (Likes, Cats) |
        | h     | (Eats, Pizza) |
        | h     | (Eats, Salad) |

    @or-06 @QRY-201
    Scenario: A query can have several chains of several alternatives
      When a query queries "Speed || Velocity || Mass"
      Then the result is, in any order
        | $this | fields | 1        |
        | a     | 1      | Velocity |
        | b     | 1      | Speed    |
        | c     | 1      | Speed    |
        | d     | 1      | Velocity |
        | e     | 1      | Mass     |
        | f     | 1      | Velocity |
      When a query queries "Speed || Velocity, Position || Mass"
      Then the result is, in any order
        | $this | 1        | 2        |
        | a     | Velocity | Position |
        | b     | Speed    | Position |
        | c     | Speed    | Position |
        | d     | Velocity | Position |
        | f     | Velocity | Mass     |

    @or-07 @QRY-218 @operator.or-restrictions
    Scenario Outline: An alternative has no other operator
      When a query queries "<query>"
      Then it fails with <code>

      Examples:
        | query                       | code    |
        | Speed \|\| !Mass            | invalid |
        | ?Speed \|\| Mass            | invalid |
        | Speed \|\| Mass(a)          | invalid |
        | !?Mass                      | invalid |
        | !!Mass                      | syntax  |

  Rule: Not excludes entities that match its term

    Background:
      Given a component Position {x f32}
      And a component Velocity {x f32}
      And a tag Npc
      And these facts
        | a | Position {x: 1}, Velocity {x: 2}, (Likes, Dogs)  |
        | b | Position {x: 3}, (Likes, Cats)                   |
        | c | Velocity {x: 5}, Position {x: 6}, Npc            |
        | d | Position {x: 8}, Npc                             |
        | e | Npc                                              |

    @not-01 @QRY-007 @QRY-202 @QRY-233 @QRY-234 @QRY-238 @QRY-241
    Scenario Outline: Not excludes entities that have the component
      When <kind> queries "Position, !Velocity"
      Then the result is, in any order
        | $this |
        | b     |
        | d     |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @not-02 @QRY-235
    Scenario: A Not term has a field, which is never set
      When a query queries "Position, !Velocity, !Npc"
      Then the result is, in any order
        | $this | fields | 1        | 2 | 2.set | 3 |
        | b     | 3      | Position | - | no    | - |

    @not-03 @QRY-234 @QRY-202
    Scenario: The order of the terms does not matter
      When a query queries "!Velocity, Position, !(Likes, Cats)"
      Then the result is, in any order
        | $this | 2        |
        | d     | Position |

    @not-04 @QRY-202 @QRY-234
    Scenario: Not with a wildcard excludes entities with any match
      When a query queries "Position, !(Likes, *)"
      Then the result is, in any order
        | $this |
        | c     |
        | d     |
      When a query queries "Npc, !(*, *)"
      Then the result is, in any order
        | $this |
        | c     |
        | d     |
        | e     |
      When a query queries "Position, !(_, Cats)"
      Then the result is, in any order
        | $this |
        | a     |
        | c     |
        | d     |

    @not-05 @QRY-234
    Scenario: A query of Not terms matches all other entities, components included
      When a query queries "!Position"
      Then the result is, in any order
        | $this    |
        | Position |
        | Velocity |
        | Npc      |
        | Likes    |
        | Dogs     |
        | Cats     |
        | e        |

    @not-06 @QRY-234
    Scenario: A term and its negation match nothing
      When a query queries "Position, !Position"
      Then the result is empty
      When a query queries "Npc, !*"
      Then the result is empty

    @not-07 @QRY-234
    Scenario: Not excludes entities that inherit the component
      Given these facts
        | base | Velocity           |
        | inst | (IsA, base), Position |
      When a query queries "Position, !Velocity, !Npc"
      Then the result is, in any order
        | $this |
        | b     |

    @not-08 @QRY-234 @QRY-029
    Scenario: A cached query follows changes under Not
      Given a cached query q is prepared for "Npc, !Position"
      When d loses Position
      And e gets Position
      And query q is iterated
      Then the result is, in any order
        | $this |
        | d     |

  Rule: Optional does not change which entities match

    Background:
      Given a component Position {x f32}
      And a component Velocity {x f32}
      And a tag Npc
      And these facts
        | a | Position {x: 1}, Velocity {x: 2} |
        | b | Position {x: 3}                  |
        | c | Velocity {x: 5}, Npc             |

    @optional-01 @QRY-007 @QRY-203 @QRY-242 @QRY-243 @QRY-245 @QRY-250 @QRY-255
    Scenario Outline: The field of an Optional term is set if the entity has the component
      When <kind> queries "Position, ?Velocity"
      Then the result is, in any order
        | $this | 1        | 2        | 2.set | 2.value |
        | a     | Position | Velocity | yes   | {x: 2}  |
        | b     | Position | -        | no    | -       |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @optional-02 @QRY-247
    Scenario Outline: A query of Optional terms matches every entity
      When <kind> queries "?Velocity, ?Npc"
      Then the result is, in any order
        | $this    | 1        | 2   |
        | Position | -        | -   |
        | Velocity | -        | -   |
        | Npc      | -        | -   |
        | a        | Velocity | -   |
        | b        | -        | -   |
        | c        | Velocity | Npc |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @optional-03 @QRY-243
    Scenario: An Optional wildcard gives a row for each match, or one if there is none
      Given these facts
        | a | (Likes, Dogs), (Likes, Cats) |
        | c | (Likes, Cats)                |
      When a query queries "Position, ?(Likes, *)"
      Then the result is, in any order
        | $this | 2             |
        | a     | (Likes, Dogs) |
        | a     | (Likes, Cats) |
        | b     | -             |

    @optional-04 @QRY-248 @QRY-249 @QRY-469 @variables.unset
    Scenario: A term that needs an unset variable is ignored
      Given these facts
        | Orbiter | SpaceShip, (DockedTo, Mars)    |
        | Drifter | SpaceShip                      |
        | Lost    | SpaceShip, (DockedTo, Station) |
        | Mars    | Planet                         |
      When a rule queries "SpaceShip, ?(DockedTo, $planet), Planet($planet)"
      Then the result is, in any order
        | $this   | $planet | 2                | 3                |
        | Orbiter | Mars    | (DockedTo, Mars) | Planet from Mars |
        | Drifter | -       | -                | -                |

    @optional-05 @QRY-248
    Scenario: A Not term that needs an unset variable is ignored
      Given these facts
        | Orbiter | SpaceShip, (DockedTo, Mars)    |
        | Drifter | SpaceShip                      |
        | Lost    | SpaceShip, (DockedTo, Station) |
        | Mars    | Planet                         |
      When a rule queries "SpaceShip, ?(DockedTo, $planet), !Planet($planet)"
      Then the result is, in any order
        | $this   | $planet | 2                   |
        | Lost    | Station | (DockedTo, Station) |
        | Drifter | -       | -                   |
