@profile:flecs-3
Feature: Traversal and inheritance

  Rule: A term that traverses IsA cannot name an id with DontInherit

    Background:
      Given a tag Marker with DontInherit
      And a tag Plain
      And these facts
        | base | Marker, Plain, (Marker, x) |
        | inst | (IsA, base)                |

    @uninherited-01 @QRY-376 @traversal.uninherited
    Scenario Outline: A term that traverses IsA for an id with DontInherit is refused
      When <kind> queries "<query>"
      Then it fails with not_traversable

      Examples:
        | kind           | query                              |
        | a filter       | Marker(up)                         |
        | a filter       | Marker(up(IsA))                    |
        | a filter       | Marker(self\|up(IsA))              |
        | a filter       | Marker(self\|up)                   |
        | a filter       | Plain, !Marker(up)                 |
        | a filter       | Plain, ?Marker(up)                 |
        | a filter       | Marker(base:up)                    |
        | a filter       | Marker(up, x)                      |
        | a filter       | Marker(up, *)                      |
        | a filter       | Plain \|\| Marker(up)              |
        | a cached query | Marker(up)                         |
        | a cached query | Plain, ?Marker(cascade)            |
        | a rule         | Marker(up)                         |
        | a rule         | Plain, !{ Marker(up) }             |
        | a rule         | Plain, Marker(up, $x)              |
        | a rule         | (IsA, $x), Marker($x:self\|up)     |
        | a filter       | ChildOf(up, x)                     |
        | a filter       | ChildOf(self\|up, *)               |
        | a filter       | Prefab(up)                         |
        | a filter       | Prefab(self\|up(IsA))              |
        | a filter       | OnDelete(up, Delete)               |

    @uninherited-02 @QRY-376
    Scenario Outline: A reserved id without DontInherit is accepted, and bases do not pass it on
      Given these facts
        | base | Disabled, Exclusive, (With, x) |
      When a filter queries "<query>"
      Then the result is empty

      Examples:
        | query                    |
        | Disabled(up)             |
        | Exclusive(up)            |
        | With(up, *)              |
        | OnDeleteTarget(up, *)    |
        | Disabled(inst:self\|up)  |

    @uninherited-03 @QRY-376 @QRY-386 @QRY-389
    Scenario: A term without flags, or with self alone, does not count as a traversal
      When a filter queries "Marker"
      Then the result is, in any order
        | $this | 1      |
        | base  | Marker |
      When a filter queries "Marker(self)"
      Then the result is, in any order
        | $this | 1      |
        | base  | Marker |
      When a filter queries "IsA(up, base)"
      Then the result is empty
      When a filter queries "IsA(self|up, base)"
      Then the result is, in any order
        | $this | 1           |
        | inst  | (IsA, base) |

    @uninherited-04 @QRY-376
    Scenario: If a wildcard or variable is the component, each id follows its own property
      When a filter queries "*(inst:up)"
      Then the result is, in any order
        | $this | 1               |
        | -     | Plain from base |
      When a rule queries "$t(inst:self|up)"
      Then the result is, in any order
        | $this | $t    | 1               |
        | -     | Plain | Plain from base |
      When a rule queries "$t(inst:self|up)", with $t = Marker
      Then the result is empty
      When a filter queries "*(inst:up, *)"
      Then the result is empty

    @uninherited-05 @QRY-376 @QRY-581
    Scenario: A subclass of a component follows its own property
      Given these facts
        | Melee  | (IsA, Unit)              |
        | Ranged | (IsA, Unit), DontInherit |
        | kind   | Melee                    |
        | sort   | Ranged                   |
        | one    | (IsA, kind)              |
        | two    | (IsA, sort)              |
      When a rule queries "Unit(up(IsA))"
      Then the result is, in any order
        | $this | 1               |
        | one   | Melee from kind |
      When a rule queries "Unit(self|up(IsA))"
      Then the result is, in any order
        | $this | 1               |
        | kind  | Melee           |
        | sort  | Ranged          |
        | one   | Melee from kind |

    @uninherited-06 @QRY-286 @QRY-376
    Scenario: Each id of a list follows its own property
      Given these facts
        | both  | Plain, Other |
        | base  | Other        |
      When a filter queries "AND | both(up)"
      Then the result is, in any order
        | $this |
        | inst  |
      When Other is DontInherit
      And base loses Other
      And a filter queries "AND | both(up)"
      Then the result is, in any order
        | $this |
        | inst  |
      When both is DontInherit
      And a filter queries "AND | both(up)"
      Then the result is, in any order
        | $this |
        | inst  |

    @uninherited-07 @QRY-376
    Scenario Outline: A prepared query follows changes of the property
      Given <kind> u is prepared for "Plain(up)"
      And <kind> s is prepared for "Plain(self|up)"
      When Plain is DontInherit
      And query u is iterated
      Then the result is empty
      When query s is iterated
      Then the result is, in any order
        | $this | 1     |
        | base  | Plain |
      When a filter queries "Plain(up)"
      Then it fails with not_traversable
      When Plain is not DontInherit
      And query u is iterated
      Then the result is, in any order
        | $this | 1               |
        | inst  | Plain from base |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @uninherited-08 @QRY-009 @QRY-376
    Scenario: An observer that traverses IsA cannot name an id with DontInherit, and is notified when the property changes
      When an observer m is prepared for "Marker(up)", on OnAdd
      Then it fails with not_traversable
      When an observer o is prepared for "Plain(up)", on OnAdd and OnRemove
      And Plain is DontInherit
      Then the events are o OnRemove inst Plain from base
      When Plain is not DontInherit
      Then the events are o OnAdd inst Plain from base

    @uninherited-09 @QRY-376 @traversal.uninherited
    Scenario: A deleted id is accepted, and nothing is found
      When Marker is deleted
      And a filter queries [{"first":"Marker","src":{"trav":{"flags":["up"],"rel":"IsA"}}}]
      Then the result is empty

  Rule: A term that traverses another relationship is accepted, and finds no id with DontInherit above

    @uninherited-11 @QRY-376 @QRY-378 @traversal.other-relationships
    Scenario Outline: Traversal of ChildOf finds an id with DontInherit on the source only
      Given a tag Marker with DontInherit
      And these facts
        | root | Marker, Disabled       |
        | mid  | (ChildOf, root), Final |
        | leaf | (ChildOf, mid)         |
      When <kind> queries "Marker(up(ChildOf)), ?Disabled"
      Then the result is empty
      When <kind> queries "Marker(self|up(ChildOf)), ?Disabled"
      Then the result is, in any order
        | $this | 1      |
        | root  | Marker |
      When <kind> queries "ChildOf(root.mid.leaf:up(ChildOf), *)"
      Then the result is empty
      When <kind> queries "Final(root.mid.leaf:up(ChildOf))"
      Then the result is empty
      When <kind> queries "Disabled(root.mid.leaf:up(ChildOf))"
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
