@profile:flecs-4 @profile:flecs-4.1
Feature: Traversal and inheritance

  Rule: A term can traverse IsA only for an id with (OnInstantiate, Inherit)

    Background:
      Given a tag Shared with (OnInstantiate, Inherit)
      And a tag Copied
      And a tag Kept with (OnInstantiate, DontInherit)
      And these facts
        | base | Shared, Kept |
        | inst | (IsA, base)  |
        | base | Copied       |

    @uninherited-51 @FQL-113 @FQL-114
    Scenario Outline: A term that traverses IsA for an id without (OnInstantiate, Inherit) is refused
      When <kind> queries "<query>"
      Then it fails with not_traversable

      Examples:
        | kind           | query                             |
        | a filter       | Copied(up IsA)                    |
        | a filter       | Kept(up IsA)                      |
        | a filter       | Copied(self\|up IsA)              |
        | a filter       | Shared, !Copied(up IsA)           |
        | a filter       | Shared, ?Copied(up IsA)           |
        | a filter       | Copied(base\|up IsA)              |
        | a filter       | Copied(up IsA, Shared)            |
        | a filter       | Copied(up IsA, *)                 |
        | a filter       | Shared \|\| Copied(up IsA)        |
        | a filter       | Shared, !{ Copied(up IsA) }       |
        | a filter       | (IsA, $x), Kept($x\|self\|up IsA) |
        | a cached query | Copied(up IsA)                    |
        | a cached query | Shared, ?Copied(cascade IsA)      |
        | a rule         | Copied(up IsA)                    |
        | a filter       | ChildOf(up IsA, *)                |
        | a filter       | Prefab(self\|up IsA)              |
        | a filter       | Disabled(up IsA)                  |
        | a filter       | Final(up IsA)                     |
        | a filter       | OnDelete(up IsA, *)               |
        | a filter       | DependsOn(up IsA, *)              |

    @uninherited-52 @FQL-112 @FQL-113
    Scenario Outline: A wildcard or variable as the component finds only ids with (OnInstantiate, Inherit) on a base
      When <kind> queries "Shared(up IsA)"
      Then the result is, in any order
        | $this | 1                |
        | inst  | Shared from base |
      When <kind> queries "*(inst|up IsA)"
      Then the result is, in any order
        | $this | 1                |
        | -     | Shared from base |
      When <kind> queries "$t(inst|self|up IsA)"
      Then the result is, in any order
        | $this | $t     | 1                |
        | -     | Shared | Shared from base |
      When <kind> queries "$t(inst|up IsA)", with $t = Copied
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |

    @uninherited-53 @FQL-112 @FQL-113
    Scenario Outline: A prepared query follows changes of the trait
      Given <kind> u is prepared for "Shared(up IsA)"
      When Shared gets (OnInstantiate, Override)
      And query u is iterated
      Then the result is empty
      When a filter queries "Shared(up IsA)"
      Then it fails with not_traversable
      When Shared gets (OnInstantiate, Inherit)
      And query u is iterated
      Then the result is, in any order
        | $this | 1                |
        | inst  | Shared from base |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |

    @uninherited-54 @FQL-033 @FQL-113
    Scenario: Each id of a list follows its own trait
      Given these facts
        | list | Shared |
      When a query queries "and|list(up IsA)"
      Then the result is, in any order
        | $this |
        | inst  |
      When list gets Copied
      And a query queries "and|list(up IsA)"
      Then the result is empty
      When a query queries "or|list(up IsA)"
      Then the result is, in any order
        | $this |
        | inst  |

    @uninherited-55 @FQL-113
    Scenario: An observer that traverses IsA needs (OnInstantiate, Inherit), and is notified when the trait changes
      When an observer m is prepared for "Copied(up IsA)", on OnAdd
      Then it fails with not_traversable
      When an observer o is prepared for "Shared(up IsA)", on OnAdd and OnRemove
      And Shared gets (OnInstantiate, DontInherit)
      Then the events are o OnRemove inst Shared from base
      When Shared gets (OnInstantiate, Inherit)
      Then the events are o OnAdd inst Shared from base

    @uninherited-56 @FQL-113 @FQL-145
    Scenario: A member follows the trait of its component
      Given a component Way {to entity}
      And these facts
        | base | Way {to: x} |
      When a query queries "Way.to(up IsA, x)"
      Then it fails with not_traversable
      When Way gets (OnInstantiate, Inherit)
      And a query queries "Way.to(up IsA, x)"
      Then the result is, in any order
        | $this |
        | inst  |

  Rule: A term that traverses another relationship finds every id

    @uninherited-61 @FQL-102 @FQL-103 @QRY-376 @QRY-378
    Scenario Outline: Traversal of ChildOf finds ids with any inheritance rule
      Given a tag Kept with (OnInstantiate, DontInherit)
      And these facts
        | root | Kept, Final     |
        | mid  | (ChildOf, root) |
        | leaf | (ChildOf, mid)  |
      When <kind> queries "Kept(up)"
      Then the result is, in any order
        | $this | 1              |
        | mid   | Kept from root |
        | leaf  | Kept from root |
      When <kind> queries "ChildOf(up, root)"
      Then the result is, in any order
        | $this | 1                        |
        | leaf  | (ChildOf, root) from mid |
      When <kind> queries "Final(root.mid.leaf|up)"
      Then the result is, in any order
        | $this | 1               |
        | -     | Final from root |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @uninherited-62 @FQL-102 @FQL-112
    Scenario: Traversal finds ids that the visited entity owns or inherits
      Given a tag Shared with (OnInstantiate, Inherit)
      And a tag Copied
      And these facts
        | base | Shared          |
        | root | (IsA, base)     |
        | base | Copied          |
        | leaf | (ChildOf, root) |
      When a query queries "Shared(up)"
      Then the result is, in any order
        | $this | 1                                    |
        | leaf  | Shared from base or Shared from root |
      When a query queries "Copied(up)"
      Then the result is empty

    @uninherited-63 @FQL-102 @QRY-009
    Scenario: An observer that traverses ChildOf gets events for ids with any inheritance rule
      Given a tag Kept with (OnInstantiate, DontInherit)
      And these facts
        | leaf | (ChildOf, root) |
      And an observer o is prepared for "Kept(up)", on OnAdd and OnRemove
      When root gets Kept
      Then the events are o OnAdd leaf Kept from root
      When root loses Kept
      Then the events are o OnRemove leaf Kept from root
