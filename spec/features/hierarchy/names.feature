@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Names and namespaces

  @names-01 @REL-075 @REL-103
  Scenario: Entities are found by their names
    Given an entity e named "Bob"
    And an entity f named "Alice"
    Then the lookup of "Bob" is e
    And the lookup of "Alice" is f
    And the path of e is "Bob"
    And the lookup of "e" is none
    When e is named "Robert"
    Then the lookup of "Robert" is e
    And the lookup of "Bob" is none
    When e is named ""
    Then the path of e is none
    And the lookup of "Robert" is none

  @names-02 @REL-105 @REL-107 @REL-108 @F41-063 @names.path
  Scenario: The path of an entity follows the hierarchy
    Given an entity p named "Parent"
    And an entity c named "Child"
    Then the lookup of "Child" is c
    When c gets (ChildOf, p)
    Then the lookup of "Parent::Child" is c
    And the lookup of "Parent.Child" is c
    And the path of c is "Parent.Child"
    And the lookup of "Child" is none
    And the lookup of "Child::Parent" is none
    When c loses (ChildOf, p)
    Then the lookup of "Child" is c
    And the lookup of "Parent::Child" is none

  @names-03 @REL-106
  Scenario: A lookup can begin at a parent
    Given an entity p named "Parent"
    And an entity c named "Child" below p
    And an entity g named "Grandchild" below c
    Then the lookup of "Child" from p is c
    And the lookup of "Child.Grandchild" from p is g
    And the lookup of "Grandchild" from p is none
    And the path of g from p is "Child.Grandchild"
    And the path of p from g is none

  @names-04 @REL-104
  Scenario: Entities below different parents can have the same name
    Given an entity c1 named "Child" below p1
    And an entity c2 named "Child" below p2
    And an entity c3 named "Child"
    Then the lookup of "Child" from p1 is c1
    And the lookup of "Child" from p2 is c2
    And the lookup of "Child" is c3
    And the lookup of "p1::Child" is c1
    And the lookup of "p2::Child" is c2

  @names-05 @REL-104 @REL-106 @names.lookup
  Scenario: A relative lookup that finds nothing continues at the next ancestor
    Given an entity House
    And an entity Room below House
    And an entity Lamp below House
    And an entity Garden
    Then the lookup of "Lamp" from Room is Lamp
    And the lookup of "Garden" from Room is Garden
    And the lookup of "Lamp" from Room not recursively is none
    And the lookup of "Room" from House not recursively is Room
    And the lookup of "Nothing" from Room is none

  @names-06 @REL-104 @F41-164 @names.siblings
  Scenario: Two siblings cannot have the same name
    Given an entity a named "Child" below p
    And an entity b below p
    And an entity c named "Child"
    When b is named "Child"
    Then it fails with exists
    When c gets (ChildOf, p)
    Then it fails with exists
    When a loses (ChildOf, p)
    Then it fails with exists
    When an entity d named "Child" below p
    Then it fails with exists

  @names-07 @REL-103
  Scenario Outline: A name with a separator is refused
    Given an entity e
    When e is named "<name>"
    Then it fails with invalid

    Examples:
      | name      |
      | a.b       |
      | a::b      |

  @names-08 @REL-103 @entities.bookkeeping
  Scenario: Reserved entities are found by name, at the root only
    Given an entity p
    Then the lookup of "ChildOf" is ChildOf
    And the lookup of "IsA" from p is IsA
    And the lookup of "p.IsA" is none
    When an entity e named "ChildOf"
    Then it fails with exists
    When an entity e named "ChildOf" below p
    Then the lookup of "p.ChildOf" is e

  @names-09 @REL-103
  Scenario: A path needs a name at every step
    Given an anonymous entity p
    And an entity c named "Child" below p
    Then the path of p is none
    And the path of c is none
    And the path of c from p is "Child"
    And the lookup of "" is none
    And the lookup of "p..Child" is none

  @names-10 @REL-103 @REL-118
  Scenario: The name of a deleted entity is free
    Given an entity e named "Bob"
    When e is deleted
    Then the lookup of "Bob" is none
    When an entity f named "Bob"
    Then the lookup of "Bob" is f

  @names-18 @REL-103 @REL-118
  Scenario: If a child is deleted with its parent, a root with the same name keeps it
    Given a tag Old
    And an entity child named "Bob" with Old
    And an entity parent with Old
    When child gets (ChildOf, parent)
    And an entity root named "Bob"
    And every entity with Old is deleted
    Then child is not alive
    And the lookup of "Bob" is root

  @names-11 @REL-108 @REL-104
  Scenario: A name moves with its entity
    Given an entity p
    And an entity q
    And an entity c named "Child" below p
    And an entity g named "Grandchild" below c
    When c gets (ChildOf, q)
    Then the lookup of "p.Child" is none
    And the lookup of "q.Child" is c
    And the path of g is "q.Child.Grandchild"
    When an entity d named "Child" below p
    And d gets (ChildOf, q)
    Then it fails with exists
    And the path of d is "p.Child"
    When c loses (ChildOf, q)
    Then the path of g is "Child.Grandchild"
    When q is named "Queen"
    And d gets (ChildOf, q)
    Then the lookup of "Queen.Child" is d

  @names-12 @REL-105 @REL-107
  Scenario Outline: A dot or two colons separate names
    Given an entity a
    And an entity b below a
    And an entity c below b
    Then the lookup of "<path>" is <found>

    Examples:
      | path      | found |
      | a.b.c     | c     |
      | a::b::c   | c     |
      | a::b.c    | c     |
      | a.b::c    | c     |
      | a:b       | none  |
      | a/b       | none  |
      | a::       | none  |
      | .a        | none  |

  @names-13 @REL-104 @REL-105 @names.reserved
  Scenario: The wildcards are found by the names * and _, at the root only
    Given an entity p
    Then the lookup of "*" is *
    And the lookup of "_" is _
    And the lookup of "*" from p is *
    And the lookup of "*" from p not recursively is none
    And the lookup of "*.p" is none
    When p is named "*"
    Then it fails with exists
