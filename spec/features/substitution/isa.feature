@profile:flecs-3-beta
Feature: The IsA relation

  Rule: A rule substitutes a predicate by its subsets

    Background:
      Given these facts
        | Painting     | (IsA, Artwork)  |
        | Portrait     | (IsA, Painting) |
        | SelfPortrait | (IsA, Portrait) |
        | MonaLisa     | Portrait        |

    @beta-isa-01 @SET-265 @SET-267 @SET-269 @SET-273
    Scenario: An entity that has a subset of the predicate matches
      When a rule queries "Artwork"
      Then the result is, in any order
        | $this    | 1        |
        | MonaLisa | Portrait |
      When a rule queries "Painting"
      Then the result is, in any order
        | $this    | 1        |
        | MonaLisa | Portrait |
      When a rule queries "Portrait"
      Then the result is, in any order
        | $this    | 1        |
        | MonaLisa | Portrait |
      When a rule queries "SelfPortrait"
      Then the result is empty
      When a rule queries "Artwork(MonaLisa)"
      Then the result is, in any order
        | $this | 1                      |
        | -     | Portrait from MonaLisa |

    @beta-isa-02 @SET-269 @SET-270 @SET-271 @SET-273 @SET-283 @SET-284
    Scenario Outline: The implicit substitution of the predicate can be written out
      Given these facts
        | Nightwatch | Painting, Portrait |
        | Sketch     | Artwork            |
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this      | 1        |
        | MonaLisa   | Portrait |
        | Nightwatch | Painting |
        | Nightwatch | Portrait |
        | Sketch     | Artwork  |

      Examples:
        | kind     | query                                   |
        | a rule   | Artwork                                 |
        | a rule   | Artwork[self\|all\|sub(IsA)]            |
        | a filter | Artwork[self\|all\|sub(IsA)]            |
        | a rule   | Artwork[self\|all\|subset]              |
        | a filter | Artwork[self\|all\|subset]              |
        | a rule   | Artwork[self\|all\|subset] (self\|superset) |
        | a filter | Artwork[self\|all\|subset] (self\|superset) |
        | a filter | Artwork[self\|all\|subset](This[self\|superset]) |

    @beta-isa-03 @SET-273 @sets.first
    Scenario Outline: Without the keyword all, only the first subset that matches counts
      Given these facts
        | Nightwatch | Painting, Portrait |
      When <kind> queries "Artwork[self|subset]"
      Then the result is, in any order
        | $this      | 1        |
        | MonaLisa   | Portrait |
        | Nightwatch | Painting |
      When <kind> queries "Artwork[subset], !Painting[self]"
      Then the result is, in any order
        | $this    | 1        | 2 |
        | MonaLisa | Portrait | - |
      When <kind> queries "Artwork[self]"
      Then the result is empty

      Examples:
        | kind     |
        | a filter |
        | a rule   |

    @beta-isa-04 @SET-286 @sets.implied
    Scenario Outline: Filters and cached queries do not substitute predicates by default
      When <kind> queries "Artwork"
      Then the result is empty
      When <kind> queries "Portrait"
      Then the result is, in any order
        | $this    |
        | MonaLisa |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |

  Rule: A rule substitutes an object by its subsets

    Background:
      Given these facts
        | Painting     | (IsA, Artwork)  |
        | Portrait     | (IsA, Painting) |
        | SelfPortrait | (IsA, Portrait) |
        | MonaLisa     | Portrait        |

    @beta-isa-11 @SET-266 @SET-274 @SET-276
    Scenario: A query for subsets finds the subsets, not the entities that have them
      When a rule queries "(IsA, Artwork)"
      Then the result is, in any order
        | $this        | 1               |
        | Painting     | (IsA, Artwork)  |
        | Portrait     | (IsA, Painting) |
        | SelfPortrait | (IsA, Portrait) |
      When a rule queries "(IsA, Painting)"
      Then the result is, in any order
        | $this        | 1               |
        | Portrait     | (IsA, Painting) |
        | SelfPortrait | (IsA, Portrait) |
      When a rule queries "IsA(Portrait, Portrait)"
      Then the result is empty

    @beta-isa-12 @SET-275 @SET-276 @sets.implied
    Scenario Outline: The implicit substitution of the object can be written out
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this        | 1               |
        | Painting     | (IsA, Artwork)  |
        | Portrait     | (IsA, Painting) |
        | SelfPortrait | (IsA, Portrait) |

      Examples:
        | kind           | query                                        |
        | a rule         | (IsA, Artwork)                               |
        | a rule         | (IsA, Artwork[self\|all\|subset])            |
        | a rule         | IsA(This[self], Artwork[self\|all\|subset])  |
        | a filter       | IsA(This[self], Artwork[self\|all\|subset])  |
        | a rule         | IsA(This[self], Artwork[self]) \|\| IsA(This[self], Painting[self]) \|\| IsA(This[self], Portrait[self]) \|\| IsA(This[self], SelfPortrait[self]) |

    @beta-isa-13 @SET-266
    Scenario: A variable takes all supersets of the entity as values
      When a rule queries "(IsA, $x)"
      Then the result is, in any order
        | $this        | $x       | 1               |
        | Painting     | Artwork  | (IsA, Artwork)  |
        | Portrait     | Painting | (IsA, Painting) |
        | Portrait     | Artwork  | (IsA, Artwork)  |
        | SelfPortrait | Portrait | (IsA, Portrait) |
        | SelfPortrait | Painting | (IsA, Painting) |
        | SelfPortrait | Artwork  | (IsA, Artwork)  |

    @beta-isa-14 @SET-268 @sets.elements @sets.object-substitution
    Scenario: Predicate, subject and object are substituted together
      Given these facts
        | Apple   | (IsA, Fruit)    |
        | Loves   | (IsA, Likes)    |
        | Bob     | (Loves, Apple)  |
        | Ann     | (Likes, Fruit)  |
        | BobCopy | (IsA, Bob)      |
      When a rule queries "(Likes, Fruit)"
      Then the result is, in any order
        | $this   | 1                       |
        | Ann     | (Likes, Fruit)          |
        | Bob     | (Loves, Apple)          |
        | BobCopy | (Loves, Apple) from Bob |
      When a rule queries "(Likes[self], Fruit)"
      Then the result is, in any order
        | $this |
        | Ann   |
      When a rule queries "(Likes, Fruit[self])"
      Then the result is, in any order
        | $this |
        | Ann   |
      When a rule queries "Likes(self, Fruit)"
      Then the result is, in any order
        | $this | 1              |
        | Ann   | (Likes, Fruit) |
        | Bob   | (Loves, Apple) |

    @beta-isa-15 @SET-286
    Scenario Outline: Filters and cached queries do not substitute objects by default
      Given these facts
        | Apple | (IsA, Fruit)   |
        | Bob   | (Likes, Apple) |
      When <kind> queries "(Likes, Fruit)"
      Then the result is empty
      When <kind> queries "IsA(This[self], Artwork)"
      Then the result is, in any order
        | $this    | 1              |
        | Painting | (IsA, Artwork) |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |

  Rule: A subject is substituted by its supersets

    Background:
      Given a component Attack {value f32}
      And a component Defense {value f32}
      And a component MaxSpeed {value f32}
      And a component Position {x f32, y f32}
      And a component Velocity {x f32, y f32}
      And these facts
        | SpaceShip    | Prefab, Attack {value: 100}, Defense {value: 50}, MaxSpeed {value: 75}   |
        | my_spaceship | (IsA, SpaceShip), Position {x: 10, y: 20}, Velocity {x: 5, y: 5} |

    @beta-isa-21 @SET-278 @SET-279
    Scenario Outline: Filters and rules find components of a prefab
      When <kind> queries "MaxSpeed, Velocity", with values
      Then the result is, in any order
        | $this        | 1                       | 1.value     | 2        | 2.value      |
        | my_spaceship | MaxSpeed from SpaceShip | {value: 75} | Velocity | {x: 5, y: 5} |

      Examples:
        | kind     |
        | a filter |
        | a rule   |

    @beta-isa-22 @SET-281 @SET-287
    Scenario Outline: The substitution of the subject can be written out
      When <kind> queries "MaxSpeed(self|superset), Velocity(self|superset)"
      Then the result is, in any order
        | $this        | 1                       | 2        |
        | my_spaceship | MaxSpeed from SpaceShip | Velocity |
      When <kind> queries "MaxSpeed(superset)"
      Then the result is, in any order
        | $this        | 1                       |
        | my_spaceship | MaxSpeed from SpaceShip |
      When <kind> queries "Velocity(superset)"
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-isa-23 @SET-280
    Scenario Outline: Without the substitution of the subject, an instance matches only with its own components
      When <kind> queries "MaxSpeed(self), Velocity"
      Then the result is empty
      When <kind> queries "Velocity"
      Then the result is, in any order
        | $this        |
        | my_spaceship |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-isa-24 @SET-287
    Scenario: A cached query substitutes its subject only if the term says so
      When a cached query queries "MaxSpeed, Velocity"
      Then the result is empty
      When a cached query queries "MaxSpeed(self|superset), Velocity"
      Then the result is, in any order
        | $this        | 1                       | 2        |
        | my_spaceship | MaxSpeed from SpaceShip | Velocity |

    @beta-isa-25 @SET-278
    Scenario Outline: Without the keyword all, only the nearest base matches; with it, every base matches
      Given these facts
        | OldShip  | Shield              |
        | NewShip  | (IsA, OldShip), Shield |
        | flagship | (IsA, NewShip)      |
      When <kind> queries "Shield(superset)"
      Then the result is, in any order
        | $this    | 1                   |
        | NewShip  | Shield from OldShip |
        | flagship | Shield from NewShip |
      When <kind> queries "Shield(all|superset)"
      Then the result is, in any order
        | $this    | 1                   |
        | NewShip  | Shield from OldShip |
        | flagship | Shield from NewShip |
        | flagship | Shield from OldShip |

      Examples:
        | kind     |
        | a filter |
        | a rule   |

  Rule: A final entity has no subsets

    @beta-isa-31 @SET-290 @SET-291 @SET-295
    Scenario: A final predicate is not substituted
      Given these facts
        | Likes   | Final        |
        | Loathes | (IsA, Hates) |
        | a       | (Likes, x)   |
        | b       | (Loathes, x) |
      When Adores gets (IsA, Likes)
      Then it fails with final
      When a rule queries "(Likes, x)"
      Then the result is, in any order
        | $this | 1          |
        | a     | (Likes, x) |
      When a rule queries "(Hates, x)"
      Then the result is, in any order
        | $this | 1            |
        | b     | (Loathes, x) |
      When Hates gets Final
      Then it fails with in_use

    @beta-isa-32 @SET-292 @SET-293
    Scenario: A component is final until Final is removed
      Given a component Position {x f32}
      And these facts
        | here | Position {x: 1} |
      When Place gets (IsA, Position)
      Then it fails with final
      When a rule queries "Position"
      Then the result is, in any order
        | $this | 1        |
        | here  | Position |
      When Position is not Final
      And Place gets (IsA, Position)
      And there gets Place
      And a rule queries "Position"
      Then the result is, in any order
        | $this | 1        |
        | here  | Position |
        | there | Place    |

    @beta-isa-33 @SET-291
    Scenario Outline: A written set is applied even to a final predicate
      Given these facts
        | Loves | (IsA, Likes) |
        | Adores | (IsA, Loves), Final |
        | a     | (Likes, x)   |
        | b     | (Adores, x)  |
      When <kind> queries "(Adores[self|superset], x[self])"
      Then the result is, in any order
        | $this | 1           |
        | a     | (Likes, x)  |
        | b     | (Adores, x) |
      When <kind> queries "(Adores[self], x[self])"
      Then the result is, in any order
        | $this |
        | b     |

      Examples:
        | kind     |
        | a filter |
        | a rule   |

  Rule: Built-in names of later profiles are reserved but have no meaning

    @beta-isa-34 @sets.reserved
    Scenario Outline: A handle that only later profiles have can be neither used nor created
      Given a relationship LocatedIn
      When the operation {"op":"add","entity":"LocatedIn","id":"<handle>"}
      Then it fails with unresolved
      When the operation {"op":"add","entity":"LocatedIn","id":["LocatedIn","<handle>"]}
      Then it fails with unresolved
      When the operation {"op":"entity","entity":"<handle>"}
      Then it fails with exists

      Examples:
        | handle        |
        | Reflexive     |
        | OnInstantiate |
        | Override      |
        | Inherit       |
