@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Auto override

  @override-01 @REL-091 @REL-092 @F41-098 @inheritance.override-mark
  Scenario: An override mark gives each new instance its own value
    Given a component Mass {value i32}
    And these facts
      | base | Mass {value: 1} |
    When Mass of base is overridden
    Then the changes are
      | + | base | override Mass |
    When inst gets (IsA, base)
    Then the changes are
      | + | inst | (IsA, base)     |
      | + | inst | Mass {value: 1} |
    When base gets Mass {value: 2}
    Then the value of Mass on inst is {value: 1}
    When inst gets Mass {value: 3}
    Then the value of Mass on base is {value: 2}

  @override-02 @REL-091
  Scenario: An override mark acts on new instances, not on existing ones
    Given a component Mass {value i32}
    And these facts
      | base | Npc         |
      | old  | (IsA, base) |
    When Mass of base is overridden
    Then old does not own Mass
    When an entity recent with (IsA, base)
    Then recent owns Mass
    And the value of Mass on recent is {value: 0}

  @override-03 @REL-091
  Scenario: An override mark replaces neither an id nor an exclusive target that the instance owns
    Given a component Mass {value i32}
    And a relationship In with Exclusive
    And these facts
      | base | Mass {value: 1}          |
      | inst | Mass {value: 5}, (In, a) |
    When Mass of base is overridden
    And (In, b) of base is overridden
    And inst gets (IsA, base)
    Then the changes are
      | + | inst | (IsA, base) |

  @override-04 @REL-091 @REL-003 @inheritance.override-mark
  Scenario: An override mark stays after its id is removed, and also acts on instances of instances
    Given a component Mass {value i32}
    And these facts
      | base | Mass {value: 1} |
    When Mass of base is overridden
    And Mass of base is overridden
    Then the world is unchanged
    When base loses Mass
    And mid gets (IsA, base)
    Then mid owns Mass
    When mid loses Mass
    And low gets (IsA, mid)
    Then low owns Mass
    When mid loses (IsA, base)
    And other gets (IsA, mid)
    Then other does not own Mass

  @override-05 @REL-118
  Scenario: An override mark is removed if its base is cleared or an element of its id is deleted
    Given these facts
      | base  | Npc |
      | other | Npc |
    When Npc of base is overridden
    And (Likes, Npc) of other is overridden
    And base is cleared
    Then the changes are
      | - | base | Npc            |
      | - | base | override Npc   |
      | + | base | without a name |
    When Npc is deleted
    Then the changes are
      | - | Npc   |                       |
      | - | other | Npc                   |
      | - | other | override (Likes, Npc) |
    When inst gets (IsA, other)
    Then the ids of inst are (IsA, other)

  @override-06 @REL-091
  Scenario: Pairs can have an override mark; properties and patterns cannot
    Given a relationship Eats {amount i32}
    And these facts
      | base | (Eats, a) {amount: 1}, (Eats, b) {amount: 2} |
    When (Eats, a) of base is overridden
    And inst gets (IsA, base)
    Then inst owns (Eats, a)
    And the value of (Eats, a) on inst is {amount: 1}
    When Transitive of base is overridden
    Then it fails with invalid
    When (Eats, *) of base is overridden
    Then it fails with invalid
    When Npc of IsA is overridden
    Then it fails with invalid
    When the operation {"op":"override","entity":"base","id":"nobody"}
    Then it fails with unresolved

  @override-07 @REL-091 @QRY-009
  Scenario: The copy that an override mark adds causes OnAdd and OnSet
    Given a component Mass {value i32}
    And these facts
      | base | Mass {value: 1} |
    And Mass of base is overridden
    And an observer o is prepared for "Mass", on OnAdd and OnSet
    When inst gets (IsA, base)
    Then the events in order are o OnAdd inst Mass, o OnSet inst Mass

  @override-08 @QRY-103 @REL-091
  Scenario: Adding an override mark can be deferred
    Given these facts
      | base | Npc |
    When the world is deferred
    And Npc of base is overridden
    And an entity inst with (IsA, base)
    Then inst does not own Npc
    When the world is no longer deferred
    Then inst owns Npc

  @override-09 @REL-091
  Scenario: If there are several bases, the copy comes from the one that was added first
    Given a component Mass {value i32}
    And a relationship In with Exclusive
    And these facts
      | one | Mass {value: 1} |
      | two | Mass {value: 2} |
    When Mass of one is overridden
    And Mass of two is overridden
    And (In, a) of one is overridden
    And (In, b) of two is overridden
    And inst gets (IsA, two)
    And inst gets (IsA, one)
    Then the value of Mass on inst is {value: 2}
    And the ids of inst are Mass, (IsA, one), (IsA, two), (In, b)

  @override-10 @REL-091 @REL-231 @REL-229
  Scenario: A copy follows With and Symmetric like any added id
    Given a tag Power with (With, Responsibility)
    And a relationship Married with Symmetric
    And an entity base
    And an entity Alice
    When Power of base is overridden
    And (Married, Alice) of base is overridden
    And inst gets (IsA, base)
    Then inst has Power
    And inst has Responsibility
    And Alice has (Married, inst)

  @override-11 @REL-091
  Scenario: An instance gets a copy if a base of its base has an override mark
    Given a component Mass {value i32}
    And these facts
      | ship    | Mass {value: 5} |
      | frigate | (IsA, ship)     |
    When Mass of ship is overridden
    And sloop gets (IsA, frigate)
    Then the changes are
      | + | sloop | (IsA, frigate)  |
      | + | sloop | Mass {value: 5} |

  @override-12 @REL-091 @REL-229
  Scenario: A copy and a mirrored pair start with the value of the first base that owns the id
    Given a component Mass {value i32}
    And a relationship Near {steps i32}
    And an entity ship
    And an entity raft
    And an entity sloop with (IsA, ship)
    And these facts
      | ship | Mass {value: 1}, (Near, Port) {steps: 4} |
      | raft | Mass {value: 2}                          |
    When Mass of raft is overridden
    And sloop gets (IsA, raft)
    Then sloop owns Mass
    And the value of Mass on sloop is {value: 1}
    When Near is Symmetric
    And Port gets (Near, sloop)
    Then the value of (Near, Port) on sloop is {steps: 4}
    And the value of (Near, sloop) on Port is {steps: 0}

  @override-13 @REL-091 @REL-212
  Scenario: If a base has override marks for two pairs of an Exclusive relationship, only the first pair is copied
    Given a relationship In with Exclusive
    And an entity Sea
    And an entity Port
    And an entity ship
    When (In, Sea) of ship is overridden
    And (In, Port) of ship is overridden
    And sloop gets (IsA, ship)
    Then the changes are
      | + | sloop | (IsA, ship) |
      | + | sloop | (In, Sea)   |
