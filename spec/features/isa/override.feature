@profile:flecs-3 @profile:flecs-4
Feature: Ids that instances get a copy of

  @override-01 @REL-091 @REL-092
  Scenario: Instances get a value of their own
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
  Scenario: Instances that there are already get nothing, those to come do
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
  Scenario: What the instance owns is not replaced
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

  @override-04 @REL-091 @REL-003
  Scenario: The mark is the base's own, and removing the id leaves it
    Given a component Mass {value i32}
    And these facts
      | base | Mass {value: 1} |
    When Mass of base is overridden
    And Mass of base is overridden
    Then the world is unchanged
    When base loses Mass
    And mid gets (IsA, base)
    Then mid owns Mass
    When low gets (IsA, mid)
    And mid loses Mass
    And other gets (IsA, mid)
    Then other does not own Mass

  @override-05 @REL-118
  Scenario: It ends with the base cleared, and with anything in it deleted
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
  Scenario: Pairs, and what cannot be marked
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
  Scenario: The copy is told of as added and set
    Given a component Mass {value i32}
    And these facts
      | base | Mass {value: 1} |
    And Mass of base is overridden
    And an observer o is prepared for "Mass", on OnAdd and OnSet
    When inst gets (IsA, base)
    Then the events in order are o OnAdd inst Mass, o OnSet inst Mass

  @override-08 @QRY-103 @REL-091
  Scenario: It can be deferred
    Given these facts
      | base | Npc |
    When the world is deferred
    And Npc of base is overridden
    And an entity inst with (IsA, base)
    Then inst does not own Npc
    When the world is no longer deferred
    Then inst owns Npc

  @override-09 @REL-091
  Scenario: Of several bases the first that is given leaves its copy
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
  Scenario: A copy is added like anything else
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
