@profile:flecs-3
Feature: Component inheritance

  @inheritance-01 @QRY-013 @QRY-581 @QRY-582 @QRY-588 @facts.subclasses
  Scenario: A query for a component finds entities with a subclass of it
    Given these facts
      | MeleeUnit  | (IsA, Unit) |
      | RangedUnit | (IsA, Unit) |
      | unit_01    | MeleeUnit   |
      | unit_02    | RangedUnit  |
      | unit_03    | Unit        |
      | tree       | Wood        |
    When a rule queries "Unit"
    Then the result is, in any order
      | $this   | 1          |
      | unit_01 | MeleeUnit  |
      | unit_02 | RangedUnit |
      | unit_03 | Unit       |
    When a rule queries "MeleeUnit"
    Then the result is, in any order
      | $this   | 1         |
      | unit_01 | MeleeUnit |
    When a rule queries "Wood, !Unit"
    Then the result is, in any order
      | $this |
      | tree  |

  @inheritance-02 @QRY-581 @query.rows
  Scenario: An entity with several subclasses of a component is returned once
    Given an entity Unit
    And an entity MeleeUnit
    And an entity Knight
    And these facts
      | MeleeUnit | (IsA, Unit)       |
      | Knight    | (IsA, MeleeUnit)  |
      | a         | Knight            |
      | b         | Knight, MeleeUnit |
      | c         | Unit, Knight      |
    When a rule queries "Unit"
    Then the result is, in any order
      | $this | 1                   |
      | a     | Knight              |
      | b     | MeleeUnit or Knight |
      | c     | Unit or Knight      |

  @inheritance-03 @QRY-581
  Scenario: A field names the component that was found and has its value
    Given a component Unit {hp i32}
    And Unit is not Final
    And a component Melee {hp i32, reach i32}
    And these facts
      | Melee | (IsA, Unit)           |
      | a     | Unit {hp: 1}          |
      | b     | Melee {hp: 2, reach: 3} |
    When a rule queries "Unit"
    Then the result is, in any order
      | $this | 1     | 1.value           |
      | a     | Unit  | {hp: 1}           |
      | b     | Melee | {hp: 2, reach: 3} |

  @inheritance-04 @QRY-584 @QRY-585
  Scenario: A final component cannot have subclasses
    Given a tag Unit with Final
    When Sub gets (IsA, Unit)
    Then it fails with final
    Given these facts
      | a | Sub  |
      | b | Unit |
    When a rule queries "Unit"
    Then the result is, in any order
      | $this |
      | b     |

  @inheritance-05 @QRY-581
  Scenario: A prepared query follows changes of the IsA pair
    Given these facts
      | MeleeUnit | (IsA, Unit) |
      | a         | MeleeUnit   |
    And a rule q is prepared for "Unit"
    When MeleeUnit loses (IsA, Unit)
    And query q is iterated
    Then the result is empty
    When RangedUnit gets (IsA, Unit)
    And b gets RangedUnit
    And query q is iterated
    Then the result is, in any order
      | $this | 1          |
      | b     | RangedUnit |

  @inheritance-06 @QRY-581
  Scenario: A term matches subclasses of its relationship, but not of its target
    Given these facts
      | Loves | (IsA, Likes)   |
      | Apple | (IsA, Fruit)   |
      | a     | (Loves, Apple) |
      | b     | (Likes, Apple) |
      | c     | (Likes, Fruit) |
    When a rule queries "(Likes, Apple)"
    Then the result is, in any order
      | $this | 1.id           |
      | a     | (Loves, Apple) |
      | b     | (Likes, Apple) |
    When a rule queries "(Likes, Fruit)"
    Then the result is, in any order
      | $this |
      | c     |

  @inheritance-07 @QRY-580
  Scenario: has does not match subclasses of a component
    Given these facts
      | MeleeUnit | (IsA, Unit) |
      | a         | MeleeUnit   |
    Then a does not have Unit
    And a has MeleeUnit

  Rule: A term reports the pair that the entity has, even if its relationship is a subclass

    Background:
      Given an entity Likes
      And a component Loves {since i32}
      And Loves gets (IsA, Likes)
      And an entity Apple
      And an entity Pear
      And these facts
        | a | (Loves, Apple) {since: 3}                    |
        | b | (Likes, Apple), (Loves, Apple) {since: 4}    |
        | c | (Likes, Pear), (Loves, Apple) {since: 5}     |

    @inheritance-08 @QRY-581 @facts.reported
    Scenario: A term with a constant target reports the pair that was found
      When a rule queries "(Likes, Apple)"
      Then the result is, in any order
        | $this | 1                                |
        | a     | (Loves, Apple)                   |
        | b     | (Likes, Apple) or (Loves, Apple) |
        | c     | (Loves, Apple)                   |
      When a rule queries "(Likes, Apple)", with $this = a, with values
      Then the result is, in any order
        | $this | 1              | 1.value    | 1.access |
        | a     | (Loves, Apple) | {since: 3} | inout    |

    @inheritance-09 @QRY-581 @facts.reported
    Scenario: A variable gives one row for each target, and * one for each pair
      When a rule queries "(Likes, $x)"
      Then the result is, in any order
        | $this | $x    | 1                                |
        | a     | Apple | (Loves, Apple)                   |
        | b     | Apple | (Likes, Apple) or (Loves, Apple) |
        | c     | Apple | (Loves, Apple)                   |
        | c     | Pear  | (Likes, Pear)                    |
      When a rule queries "(Likes, *)"
      Then the result is, in any order
        | $this | 1              |
        | a     | (Loves, Apple) |
        | b     | (Likes, Apple) |
        | b     | (Loves, Apple) |
        | c     | (Loves, Apple) |
        | c     | (Likes, Pear)  |
      When a rule queries "(Likes, _)"
      Then the result is, in any order
        | $this | 1                        |
        | a     | (Loves, *)               |
        | b     | (Likes, *) or (Loves, *) |
        | c     | (Likes, *) or (Loves, *) |

    @inheritance-10 @QRY-581 @REL-089 @facts.reported
    Scenario: Inherited and traversed pairs are reported with their own relationship and target, also in Or chains
      Given an entity d with (IsA, a), Npc
      And an entity e below a
      When a rule queries "(Likes, Apple), Npc"
      Then the result is, in any order
        | $this | 1                     |
        | d     | (Loves, Apple) from a |
      When a rule queries "Likes($this:up(ChildOf), Apple)"
      Then the result is, in any order
        | $this | 1                     |
        | e     | (Loves, Apple) from a |
      When a rule queries "Npc, (Likes, Pear) || (Likes, Apple)"
      Then the result is, in any order
        | $this | 2                     |
        | d     | (Loves, Apple) from a |

    @inheritance-11 @QRY-581 @QRY-592 @facts.reported
    Scenario: A pair that is derived by transitivity is reported as in the query
      Given Likes is Transitive
      And Apple gets (Loves, Plum)
      When a rule queries "(Likes, Plum)"
      Then the result is, in any order
        | $this | 1             |
        | Apple | (Loves, Plum) |
        | a     | (Likes, Plum) |
        | b     | (Likes, Plum) |
        | c     | (Likes, Plum) |
