@profile:flecs-4 @profile:flecs-4.1
Feature: Instances that get copies

  @instances-31 @FQL-112 @REL-045
  Scenario: Whether a pair is copied, inherited or neither depends on the trait of its relationship
    Given a relationship Eats {amount i32}
    And a relationship Owes {amount i32} with (OnInstantiate, Inherit)
    And a relationship Hides {amount i32} with (OnInstantiate, DontInherit)
    And a tag Shared with (OnInstantiate, Inherit)
    And these facts
      | base | (Eats, a) {amount: 1}, (Owes, a) {amount: 2}, (Hides, a) {amount: 3} |
      | base | (Tagged, Shared), (Shared, a)                                        |
    When inst gets (IsA, base)
    Then the changes are
      | + | inst | (IsA, base)           |
      | + | inst | (Eats, a) {amount: 1} |
      | + | inst | (Tagged, Shared)      |
    And inst has (Shared, a)
    And the value of (Owes, a) on inst is {amount: 2}
    And inst does not have (Hides, *)
    When inst gets (Owes, a)
    Then the changes are
      | + | inst | (Owes, a) {amount: 2} |
    When base is deleted
    Then the ids of inst are (Eats, a), (Owes, a), (Tagged, Shared)

  @instances-32 @FQL-112 @REL-212
  Scenario: If two bases have an exclusive relationship, the target comes from the one that was added first
    Given a relationship In {n i32} with Exclusive
    And an entity one
    And an entity two
    And these facts
      | one | (In, a) {n: 1}, Npc |
      | two | (In, b) {n: 2}, Npc |
    When inst gets (IsA, two)
    And inst gets (IsA, one)
    Then the targets of In on inst are b
    And the value of (In, b) on inst is {n: 2}
    When an entity both with (IsA, one), (IsA, two)
    Then the targets of In on both are a
    When inst loses (IsA, two)
    Then inst has (In, b)
    And inst has Npc

  @instances-33 @FQL-112 @REL-229
  Scenario: The copy of a symmetric pair is mirrored
    Given a relationship Knows {level i32} with Symmetric
    And these facts
      | base | (Knows, Ann) {level: 3} |
    When inst gets (IsA, base)
    Then the changes are
      | + | inst | (IsA, base)            |
      | + | inst | (Knows, Ann) {level: 3} |
      | + | Ann  | (Knows, inst) {level: 0} |
    When base is deleted
    Then inst has (Knows, Ann)
    And Ann does not have (Knows, base)

  @instances-34 @FQL-112 @REL-137
  Scenario: Deleting an id with (OnDelete, Delete) deletes an instance that owns a copy of it
    Given a tag Temporary with (OnDelete, Delete)
    And these facts
      | old  | (IsA, base) |
      | base | Temporary   |
      | inst | (IsA, base) |
    When Temporary is deleted
    Then the changes are
      | - | Temporary |             |
      | - | base      |             |
      | - | inst      |             |
      | - | old       | (IsA, base) |

  @instances-35 @FQL-112 @REL-231
  Scenario: An id that With adds to a copy starts with the value of the base
    Given a component Mass {value i32}
    And a tag Solid with (With, Mass)
    And these facts
      | base | Solid |
    When base gets Mass {value: 7}
    And inst gets (IsA, base)
    Then the value of Mass on inst is {value: 7}
    When base loses Mass
    And late gets (IsA, base)
    Then the value of Mass on late is {value: 0}

  @instances-36 @FQL-112 @REL-095
  Scenario: An instance of an instance copies ids from its base, and inherits shared ids from the base's base
    Given a component Mass {value i32}
    And a component Shared {value i32} with (OnInstantiate, Inherit)
    And these facts
      | base | Mass {value: 1}, Shared {value: 1} |
      | mid  | (IsA, base)                        |
    When mid gets Mass {value: 2}
    And base gets Shared {value: 3}
    And inst gets (IsA, mid)
    Then the changes are
      | + | inst | (IsA, mid)      |
      | + | inst | Mass {value: 2} |
    And the value of Shared on inst is {value: 3}
    And inst has (IsA, base)
    When mid loses (IsA, base)
    Then inst does not have Shared
    And inst owns Mass

  @instances-37 @FQL-112 @REL-182 @F41-101
  Scenario: A prefab can be an instance of a prefab
    Given a component Mass {value i32}
    And a prefab Base with Npc
    And a prefab Special with (IsA, Base)
    And an entity inst with (IsA, Special)
    Then the ids of Special are Prefab, Npc, (IsA, Base)
    And the ids of inst are Npc, (IsA, Special)
    When a query queries "Npc"
    Then the result is, in any order
      | $this |
      | inst  |
    When a query queries "(IsA, Base)"
    Then the result is, in any order
      | $this |
      | inst  |
    When a query queries "Npc, Prefab"
    Then the result is, in any order
      | $this   |
      | Base    |
      | Special |

  @instances-38 @FQL-112 @QRY-009
  Scenario: Observers see a copied id as added and a shared id as inherited
    Given a tag Shared with (OnInstantiate, Inherit)
    And a relationship Likes
    And these facts
      | base | Shared, (Likes, a), (Likes, b) |
    And an observer o is prepared for "(*, *)", on OnAdd and OnRemove
    And an observer s is prepared for "Shared", on OnAdd and OnRemove
    When inst gets (IsA, base)
    Then the events are
      | o | OnAdd | inst | (IsA, base) |           |
      | o | OnAdd | inst | (Likes, a)  |           |
      | o | OnAdd | inst | (Likes, b)  |           |
      | s | OnAdd | inst | Shared      | from base |
    When inst loses (IsA, base)
    Then the events are
      | o | OnRemove | inst | (IsA, base) |           |
      | s | OnRemove | inst | Shared      | from base |

  @instances-39 @REL-180 @REL-164
  Scenario: The trait of an id is not inherited from its base
    Given a component Secret {n i32} with (OnInstantiate, DontInherit)
    And a tag Shared with (OnInstantiate, Inherit)
    And these facts
      | Hidden | (IsA, Secret)                  |
      | Common | (IsA, Shared)                  |
      | base   | Secret {n: 5}, Hidden, Common |
    When inst gets (IsA, base)
    Then the changes are
      | + | inst | (IsA, base) |
      | + | inst | Hidden      |
      | + | inst | Common      |
    When inst gets Secret
    Then the value of Secret on inst is {n: 0}
