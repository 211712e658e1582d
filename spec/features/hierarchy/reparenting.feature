@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Names and scopes while the hierarchy changes

  Rule: A name is checked when its entity moves

    @moves-01 @REL-104 @REL-108 @REL-122
    Scenario: If one child cannot move to the root, none does
      Given an entity p
      And an entity a named "Child" below p
      And an entity b named "Other" below p
      And an entity c named "Other"
      When every entity loses (ChildOf, p)
      Then it fails with exists
      And the lookup of "p.Child" is a
      When c is named "Else"
      And every entity loses (ChildOf, p)
      Then the changes are
        | - | a | (ChildOf, p) |
        | - | b | (ChildOf, p) |
      And the lookup of "Child" is a
      And the lookup of "Other" is b
      And the lookup of "p.Child" is none

    @moves-02 @REL-104 @REL-122
    Scenario: Two entities with the same name cannot both move to the root
      Given an entity p
      And an entity q
      And an entity a named "Child" below p
      And an entity b named "Child" below q
      When every entity loses (ChildOf, *)
      Then it fails with exists
      When a loses (*, *)
      Then the path of a is "Child"
      When b loses (*, *)
      Then it fails with exists
      When b is cleared
      Then the path of b is none
      And the parent of b is none

    @moves-03 @REL-104 @REL-203
    Scenario: A cycle is reported before a name that is taken
      Given an entity a named "X"
      And an entity b below a
      And an entity c named "X" below b
      When a gets (ChildOf, b)
      Then it fails with cycle
      When c loses (ChildOf, b)
      Then it fails with exists
      When c gets (ChildOf, a)
      Then the path of c is "X.X"

    @moves-04 @REL-104 @REL-101 @REL-118
    Scenario: The name of a deleted child is free below the same parent
      Given an entity p
      And an entity c named "Child" below p
      And an entity g named "Grandchild" below c
      When c is deleted
      And an entity d named "Child" below p
      And an entity h named "Grandchild" below d
      Then the lookup of "p.Child.Grandchild" is h
      And the path of h is "p.Child.Grandchild"
      When p is deleted
      And an entity n
      And an entity m
      Then the lookup of "p.Child" is none
      And the lookup of "Child" is none
      And the lookup of "n.Child" is none
      And the lookup of "m.Child" is none

    @moves-05 @REL-103 @REL-108
    Scenario: A parent without a name hides its children from paths, not from relative lookups
      Given an entity p
      And an entity c named "Child" below p
      And an entity g named "Grandchild" below c
      When p is cleared
      Then the path of g is none
      And the path of g from p is "Child.Grandchild"
      And the lookup of "Child.Grandchild" from p is g
      And the lookup of "p.Child" is none
      And the parent of c is p
      When p is named "Again"
      Then the lookup of "Again::Child::Grandchild" is g

    @moves-06 @REL-104 @REL-106
    Scenario: A relative lookup continues at the current parent of the entity
      Given an entity House
      And an entity Garden
      And an entity lamp1 named "Lamp" below House
      And an entity lamp2 named "Lamp" below Garden
      And an entity Box below House
      Then the lookup of "Lamp" from Box is lamp1
      When Box gets (ChildOf, Garden)
      Then the lookup of "Lamp" from Box is lamp2
      When Box loses (ChildOf, Garden)
      Then the lookup of "Lamp" from Box is none
      And the lookup of "Garden.Lamp" from Box is lamp2
      And the path of lamp2 from Garden is "Lamp"
      And the path of lamp2 from House is none

    @moves-07 @REL-104
    Scenario: Siblings can exchange names with the help of a third name
      Given an entity a below p
      And an entity b below p
      When a is named "b"
      Then it fails with exists
      When a is named "spare"
      And b is named "a"
      And a is named "b"
      Then the lookup of "p.a" is b
      And the lookup of "p.b" is a
      When a is named "b"
      Then the world is unchanged

    @moves-08 @REL-102 @REL-213
    Scenario: A subtree moves as a whole
      Given these facts
        | b | (ChildOf, a)      |
        | c | (ChildOf, b), Npc |
        | y | (ChildOf, x), Hot |
      And a cached query q is prepared for [{"first":"Hot","src":{"trav":{"flags":["up"],"rel":"ChildOf"}}}]
      When b gets (ChildOf, y)
      Then the depth of c is 3
      And the ancestors of c are b, y, x
      And the descendants of x are y, b and c
      And the descendants of a are none
      When query q is iterated
      Then the result is, in any order
        | $this | 1          |
        | b     | Hot from y |
        | c     | Hot from y |
      When y gets (ChildOf, c)
      Then it fails with cycle
      When x is deleted
      Then the changes are
        | - | x | |
        | - | y | |
        | - | b | |
        | - | c | |

    @moves-09 @REL-102 @REL-107
    Scenario: A component, a relationship and a prefab can be parents
      Given a component Position {x i32}
      And a relationship Likes with Exclusive
      And a prefab Base
      And an entity a below Position
      And an entity b below Likes
      And an entity c below Base
      And an entity d below a
      And d gets Position {x: 1}
      Then the lookup of "Position.a.d" is d
      And the lookup of "Likes::b" is b
      And the path of c is "Base.c"
      And c has Prefab
      When Position is deleted
      Then the changes are
        | - | Position | |
        | - | a        | |
        | - | d        | |

    @moves-10 @REL-103 @REL-102
    Scenario: Children of a disabled entity are still found
      Given an entity p
      And an entity c below p with Npc
      When p is disabled
      And a query queries "Npc, (ChildOf, p)"
      Then the result is, in any order
        | $this |
        | c     |
      And the children of p are c
      And the lookup of "p.c" is c

  Rule: A scope stays until it is changed or its entity is deleted

    @moves-11 @REL-110 @REL-118
    Scenario: If a deferral deletes the scope, entities that the deferral creates in it die, and later ones are roots
      Given an entity p
      And the scope is p
      When the world is deferred
      And p is deleted
      And an entity e
      Then e is alive
      When the world is no longer deferred
      Then the answer is none
      And e is not alive
      When an entity later
      Then the parent of later is none

    @moves-12 @REL-110 @REL-104
    Scenario: A new entity in a scope needs a name that is free there
      Given an entity p
      And an entity a named "Child"
      And the scope is p
      When an entity b named "Child"
      Then the path of b is "p.Child"
      When an entity c named "Child"
      Then it fails with exists
      And c is not alive
      When an entity c named "p"
      Then the lookup of "p" is c
      When the scope is c
      And an entity d named "Child"
      Then the path of d is "p.p.Child"

    @moves-13 @REL-110 @REL-111 @REL-131
    Scenario: The scope is reset if a policy deletes it
      Given a relationship PartOf with (OnDeleteTarget, Delete)
      And an entity outer
      And an entity inner
      And inner gets (PartOf, outer)
      And the scope is inner
      When outer is deleted
      And the scope is the root
      Then the answer is none

    @moves-14 @REL-110 @REL-117
    Scenario: Names in queries and new components follow the scope
      Given an entity Physics with Module
      And an entity other named "Body"
      And the scope is Physics
      And a component inner named "Body"
      And an entity e with inner
      When a query queries "Body"
      Then the result is, in any order
        | $this | 1     |
        | e     | inner |
      When the scope is the root
      And other gets other
      And a query queries "Body"
      Then the result is, in any order
        | $this | 1     |
        | other | other |
      When a query queries "Physics.Body"
      Then the result is, in any order
        | $this |
        | e     |
