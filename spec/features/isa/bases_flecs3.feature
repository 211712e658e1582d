@profile:flecs-3
Feature: Bases

  @bases-01 @REL-088 @REL-089 @REL-095 @facts.reported @query.rows @inheritance.nearest
  Scenario: An id that is inherited over two paths is found once
    Given these facts
      | top   | Npc, (Likes, a), (Likes, b) |
      | left  | (IsA, top)                  |
      | right | (IsA, top)                  |
      | inst  | (IsA, left), (IsA, right)   |
    Then the targets of Likes on inst are a and b
    And the targets of IsA on inst are left, right and top
    When a query queries "(Likes, *), (IsA, left)"
    Then the result is, in any order
      | $this | 1                   |
      | left  | (Likes, a) from top |
      | left  | (Likes, b) from top |
      | inst  | (Likes, a) from top |
      | inst  | (Likes, b) from top |
    When inst loses (IsA, left)
    Then inst has Npc
    When inst loses (IsA, right)
    Then inst does not have Npc

  @bases-02 @REL-088 @REL-118
  Scenario: If a base is deleted, its instances keep the ids of another base
    Given a component Mass {value i32}
    And these facts
      | one  | Mass {value: 1}, Npc  |
      | two  | Mass {value: 2}, Boss |
      | inst | (IsA, one), (IsA, two) |
    Then the value of Mass on inst is {value: 1}
    When one is deleted
    Then the changes are
      | - | one  |            |
      | - | inst | (IsA, one) |
    And the value of Mass on inst is {value: 2}
    And inst does not have Npc
    And inst has Boss
    When a query queries "Mass"
    Then the result is, in any order
      | $this | 1             |
      | two   | Mass          |
      | inst  | Mass from two |

  @bases-03 @REL-185 @REL-089
  Scenario: An instance does not have the children of its base
    Given a prefab Ship
    And an entity Engine below Ship with Hot
    And these facts
      | inst | (IsA, Ship) |
    Then the children of inst are none
    When a query queries "Hot"
    Then the result is empty
    When a query queries "Hot, Prefab"
    Then the result is, in any order
      | $this  |
      | Engine |

  @bases-04 @REL-182 @REL-183
  Scenario: A query finds prefabs and disabled entities if it names the tag
    Given a prefab Base with Npc
    And an entity Sleeper with Npc
    And an entity Both with Npc, Prefab
    When Sleeper is disabled
    And Both is disabled
    And a query queries "Npc"
    Then the result is empty
    When a query queries "Npc, Prefab"
    Then the result is, in any order
      | $this |
      | Base  |
    When a query queries "Npc, ?Disabled"
    Then the result is, in any order
      | $this   |
      | Sleeper |
    When a query queries "Npc, Prefab, ?Disabled"
    Then the result is, in any order
      | $this | 3        |
      | Base  | -        |
      | Both  | Disabled |
    When a query queries "Npc, !Prefab"
    Then the result is empty

  @bases-05 @REL-164 @REL-180
  Scenario: A property of a base does not act on its instances
    Given a tag Secret with DontInherit
    And a relationship Bond with Exclusive, Transitive, Acyclic
    And these facts
      | Hidden   | (IsA, Secret)  |
      | Marriage | (IsA, Bond)    |
      | base     | Secret, Hidden |
      | inst     | (IsA, base)    |
    Then inst does not have Secret
    And inst has Hidden
    When inst gets (Marriage, a)
    And inst gets (Marriage, inst)
    Then the targets of Marriage on inst are inst and a
    And Marriage does not have Exclusive

  @bases-06 @REL-088 @REL-091
  Scenario: Removing an own value restores the inherited one
    Given a component Mass {value i32}
    And these facts
      | base | Mass {value: 1}              |
      | inst | (IsA, base), Mass {value: 2} |
    When inst loses Mass
    Then the value of Mass on inst is {value: 1}
    And inst does not own Mass
    When inst loses Mass
    Then the world is unchanged

  @bases-07 @REL-089 @REL-180
  Scenario: Pairs of a relationship with DontInherit are not inherited
    Given a relationship Owes with DontInherit
    And these facts
      | base | (Owes, Bank), (Likes, Bank) |
      | inst | (IsA, base)                 |
    Then inst does not have (Owes, *)
    And the targets of Owes on inst are none
    And inst has (Likes, Bank)
    When Likes is DontInherit
    Then inst does not have (Likes, Bank)
    When a query queries "(*, Bank)"
    Then the result is, in any order
      | $this | 1             |
      | base  | (Owes, Bank)  |
      | base  | (Likes, Bank) |

  @bases-08 @REL-203 @acyclic.cycle
  Scenario: An inherited pair does not count in the search for cycles
    Given a relationship In with Acyclic
    And these facts
      | base | (In, inst)  |
      | inst | (IsA, base) |
    When inst gets (In, other)
    Then inst has (In, other)
    When inst gets (In, base)
    Then it fails with cycle
