@profile:flecs-3
Feature: Relationship traversal

  Rule: up follows the relationship to the first entity with a match

    Background:
      Given a component Position {x f32}
      And these facts
        | root  | Position {x: 1}                                |
        | mid   | (ChildOf, root), Position {x: 2}               |
        | gap   | (ChildOf, root)                                |
        | leaf  | (ChildOf, mid), Position {x: 3}                |
        | under | (ChildOf, gap), Position {x: 4}                |
        | loose | Position {x: 5}                                |

    @traversal-01 @QRY-004 @QRY-008 @QRY-364 @QRY-365 @QRY-366 @QRY-368 @QRY-381 @QRY-411 @QRY-420 @QRY-429
    Scenario Outline: up matches the component of the first ancestor that has it, even if the entity has the component
      When <kind> queries "Position, Position(up(ChildOf))"
      Then the result is, in any order
        | $this | 1        | 1.value | 2                  | 2.value |
        | mid   | Position | {x: 2}  | Position from root | {x: 1}  |
        | leaf  | Position | {x: 3}  | Position from mid  | {x: 2}  |
        | under | Position | {x: 4}  | Position from root | {x: 1}  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |

    @traversal-02 @QRY-383 @QRY-413 @QRY-430
    Scenario: parent is short for up(ChildOf)
      When a filter queries "Position, Position(parent)"
      Then the result is, in any order
        | $this | 2                  |
        | mid   | Position from root |
        | leaf  | Position from mid  |
        | under | Position from root |

    @traversal-03 @QRY-414 @QRY-422 @QRY-431
    Scenario: An Optional term with traversal does not exclude the roots
      When a filter queries "Position, ?Position(parent)"
      Then the result is, in any order
        | $this | 2                  |
        | root  | -                  |
        | mid   | Position from root |
        | leaf  | Position from mid  |
        | under | Position from root |
        | loose | -                  |

    @traversal-04 @QRY-387 @QRY-388 @traversal.self-up
    Scenario: up skips the entity itself, self|up tries it first, but only its own components
      When a filter queries "Position(up(ChildOf))"
      Then the result is, in any order
        | $this | 1                  |
        | mid   | Position from root |
        | gap   | Position from root |
        | leaf  | Position from mid  |
        | under | Position from root |
      When a filter queries "Position(self|up(ChildOf))"
      Then the result is, in any order
        | $this | 1                  |
        | root  | Position           |
        | mid   | Position           |
        | gap   | Position from root |
        | leaf  | Position           |
        | under | Position           |
        | loose | Position           |
      Given these facts
        | base | Position {x: 9}              |
        | heir | (IsA, base), (ChildOf, root) |
      When a filter queries "Position(root.heir:self|up(ChildOf))"
      Then the result is, in any order
        | $this | 1                  |
        | -     | Position from root |

    @traversal-05 @QRY-379 @QRY-416 @QRY-425 @QRY-434
    Scenario: Traversal can begin at a fixed source
      When a filter queries "Position(parent:root.gap)"
      Then the result is, in any order
        | $this | 1                  |
        | -     | Position from root |
      When a filter queries "Position(loose:parent)"
      Then the result is empty

    @traversal-06 @QRY-369 @QRY-370
    Scenario: Traversal is depth first, and targets come in order of creation
      Given a relationship In with Traversable
      And an entity near
      And an entity far
      And an entity top
      And these facts
        | near | (In, top)            |
        | top  | Tag, (Likes, x)      |
        | far  | Tag, (Likes, y)      |
        | e    | (In, far), (In, near) |
      When a filter queries "Tag(up(In))", with $this = e
      Then the result is, in any order
        | $this | 1            |
        | e     | Tag from top |

    @traversal-07 @QRY-373 @QRY-374 @REL-204 @REL-205
    Scenario: A relationship that is not traversable cannot be followed
      Given a relationship LocatedIn
      When a filter queries "Position(up(LocatedIn))"
      Then it fails with not_traversable
      When LocatedIn is Traversable
      And a filter queries "Position(up(LocatedIn))"
      Then the result is empty

    @traversal-08 @QRY-374 @REL-205 @REL-206
    Scenario: Acyclic does not make a relationship traversable
      Given a relationship LocatedIn with Acyclic
      And these facts
        | cellar | (LocatedIn, house) |
        | house  | (LocatedIn, loose) |
      When a filter queries "Position(up(LocatedIn))"
      Then it fails with not_traversable
      When LocatedIn is not Acyclic
      And LocatedIn is Traversable
      And a filter queries "Position(up(LocatedIn))"
      Then the result is, in any order
        | $this  | 1                   |
        | cellar | Position from loose |
        | house  | Position from loose |

    @traversal-09 @QRY-376 @QRY-378
    Scenario: Ids with DontInherit are not found by traversal
      Given a tag Marker with DontInherit
      And these facts
        | root | Marker |
      When a filter queries "Marker(up(ChildOf))"
      Then the result is empty
      When a filter queries "Marker"
      Then the result is, in any order
        | $this |
        | root  |
      When a filter queries "ChildOf(up(ChildOf), root)"
      Then the result is empty

  Rule: A term without flags matches on the entity and its bases

    Background:
      Given a component Position {x f32}
      And these facts
        | base | Position {x: 1}              |
        | inst | (IsA, base)                  |
        | own  | (IsA, base), Position {x: 2} |

    @traversal-10 @QRY-389 @QRY-390 @QRY-408 @QRY-417 @QRY-426 @QRY-427 @QRY-435
    Scenario Outline: A term without flags means self|up(IsA)
      When a filter queries "<query>"
      Then the result is, in any order
        | $this | 1                  | 1.value |
        | base  | Position           | {x: 1}  |
        | inst  | Position from base | {x: 1}  |
        | own   | Position           | {x: 2}  |

      Examples:
        | query                    |
        | Position                 |
        | Position(self\|up(IsA))  |
        | Position(self\|up)       |

    @traversal-11 @QRY-380 @QRY-386 @QRY-409 @QRY-419 @QRY-428
    Scenario Outline: self excludes inherited ids
      When <kind> queries "Position(self)"
      Then the result is, in any order
        | $this | 1        |
        | base  | Position |
        | own   | Position |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |

    @traversal-12 @QRY-387
    Scenario: up without a relationship follows IsA
      When a filter queries "Position(up)"
      Then the result is, in any order
        | $this | 1                  |
        | inst  | Position from base |
        | own   | Position from base |

    @traversal-13 @QRY-391 @QRY-392
    Scenario: Traversal finds ids that a visited entity inherits
      Given these facts
        | child | (ChildOf, inst) |
        | other | (ChildOf, own)  |
      When a filter queries "Position(up(ChildOf))"
      Then the result is, in any order
        | $this | 1                          |
        | child | Position from base or Position from inst |
        | other | Position from own          |

    @traversal-41 @traversal.visited
    Scenario: Only up(IsA) finds pairs that follow by transitivity
      Given a relationship In with Transitive
      And these facts
        | room  | (In, house), (ChildOf, plan), (IsA, design) |
        | plan   | (In, street)  |
        | design | (In, street)  |
        | street | (In, town)    |
      When a rule queries "In(up(ChildOf), town)"
      Then the result is empty
      When a rule queries "In(up(ChildOf), street)"
      Then the result is, in any order
        | $this | 1                     |
        | room  | (In, street) from plan |
      When a rule queries "In(up(IsA), town)"
      Then the result is, in any order
        | $this | 1                      |
        | room  | (In, town) from design |

  Rule: Flags without a meaning are refused

    Background:
      Given these facts
        | child | (ChildOf, root) |

    @traversal-14 @QRY-382 @QRY-402
    Scenario: A query cannot use down
      When a filter queries "ChildOf(down(ChildOf), root)"
      Then it fails with syntax
      When a filter queries "root(down)"
      Then it fails with syntax

    @traversal-15 @QRY-406
    Scenario Outline: Only the source can have flags
      When a filter queries "<query>"
      Then it fails with syntax

      Examples:
        | query                     |
        | (ChildOf, root\|self)     |
        | (ChildOf\|self, root)     |
        | root\|self                |
        | (ChildOf, root(self))     |

    @traversal-18 @QRY-406
    Scenario Outline: Flags on the first or the second element are refused however they are written
      When <kind> queries [{"first":"ChildOf","second":{"entity":"root","trav":{"flags":["self"]}}}]
      Then it fails with unsupported
      When <kind> queries [{"first":{"entity":"ChildOf","trav":{"flags":["self"]}},"second":"root"}]
      Then it fails with unsupported

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: Traversal works in the cases that the manual calls unsupported

    @traversal-16 @QRY-404 @traversal.kinds
    Scenario: Rules have traversal too
      Given these facts
        | top   | Deep, Position           |
        | child | (ChildOf, top)           |
        | grand | (ChildOf, child), Named  |
      When a rule queries "Named, Deep(up(ChildOf))"
      Then the result is, in any order
        | $this | 2             |
        | grand | Deep from top |
      When a rule queries "Named, Deep"
      Then the result is empty
      When a rule queries "Named, (ChildOf, $p), Deep($p:self|up(ChildOf))"
      Then the result is, in any order
        | $this | $p    | 3             |
        | grand | child | Deep from top |

    @traversal-40 @QRY-405 @traversal.kinds
    Scenario: Rules find ids that are inherited from prefabs, also through other prefabs
      Given a prefab Base with Position
      And a prefab Kind with (IsA, Base)
      And these facts
        | one | (IsA, Kind)             |
        | two | (IsA, Kind), Named      |
        | lot | (ChildOf, two), Named   |
      When a rule queries "Position"
      Then the result is, in any order
        | $this | 1                  |
        | one   | Position from Base |
        | two   | Position from Base |
      When a rule queries "Named, Position(up(ChildOf))"
      Then the result is, in any order
        | $this | 2                  |
        | lot   | Position from Base |

    @traversal-17 @QRY-407 @union.one-target
    Scenario Outline: Union relationships can be followed
      Given a relationship Wired with Union, Traversable
      And these facts
        | socket | Power                |
        | lamp   | (Wired, cable)       |
        | cable  | (Wired, socket)      |
      When <kind> queries "Power(up(Wired))"
      Then the result is, in any order
        | $this | 1                 |
        | cable | Power from socket |
        | lamp  | Power from socket |
      When lamp gets (Wired, socket)
      And cable gets (Wired, lamp)
      And socket loses Power
      And lamp gets Power
      And <kind> queries "Power(up(Wired))"
      Then the result is, in any order
        | $this | 1               |
        | cable | Power from lamp |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
