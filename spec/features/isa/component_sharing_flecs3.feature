@profile:flecs-3
Feature: Component sharing by default

  Rule: Instances share the ids of their bases

    Background:
      Given a component MaxSpeed {value f32}
      And a component Defense {value f32}
      And these facts
        | Spaceship   | MaxSpeed {value: 100}, Defense {value: 50}, Flies, (Likes, Space) |
        | Frigate     | (IsA, Spaceship), Defense {value: 75}                             |
        | FastFrigate | (IsA, Frigate), MaxSpeed {value: 200}                             |
        | Rock        | Defense {value: 5}                                                |

    @sharing-01 @REL-088 @REL-089
    Scenario: Instances share tags and relationships
      Then Frigate has Flies
      And Frigate does not own Flies
      And Frigate has (Likes, Space)
      And Frigate does not own (Likes, Space)
      And the targets of Likes on Frigate are Space
      And Rock does not have Flies
      And Rock does not have (Likes, *)

    @sharing-02 @REL-090
    Scenario: Instances share components with their values
      Then the value of MaxSpeed on Frigate is {value: 100}
      And Frigate does not own MaxSpeed
      And the value of MaxSpeed on Rock is none
      When Spaceship gets MaxSpeed {value: 120}
      Then the value of MaxSpeed on Frigate is {value: 120}

    @sharing-03 @REL-091 @REL-092
    Scenario: An own value overrides the inherited one, for that instance only
      Then the value of Defense on Frigate is {value: 75}
      And the value of Defense on Spaceship is {value: 50}
      When Spaceship gets Defense {value: 10}
      Then the value of Defense on Frigate is {value: 75}
      When Frigate loses Defense
      Then the value of Defense on Frigate is {value: 10}

    @sharing-04 @REL-095 @REL-096 @REL-097 @REL-098
    Scenario: Sharing is transitive and the nearest base counts
      Then the value of MaxSpeed on FastFrigate is {value: 200}
      And the value of MaxSpeed on Frigate is {value: 100}
      And the value of Defense on FastFrigate is {value: 75}
      And FastFrigate has Flies
      And the targets of Likes on FastFrigate are Space

    @sharing-05 @REL-088 @REL-090 @QRY-408 @QRY-390 @QRY-427
    Scenario: A query finds inherited ids and names the base
      When a query queries "MaxSpeed, Defense"
      Then the result is, in any order
        | $this       | 1                       | 1.value      | 2                    | 2.value     |
        | Spaceship   | MaxSpeed                | {value: 100} | Defense              | {value: 50} |
        | Frigate     | MaxSpeed from Spaceship | {value: 100} | Defense              | {value: 75} |
        | FastFrigate | MaxSpeed                | {value: 200} | Defense from Frigate | {value: 75} |
      When a query queries "Flies, !MaxSpeed(Rock)"
      Then the result is, in any order
        | $this       | 1                    |
        | Spaceship   | Flies                |
        | Frigate     | Flies from Spaceship |
        | FastFrigate | Flies from Spaceship |

    @sharing-06 @REL-089
    Scenario: Wildcards find inherited pairs
      When a query queries "(Likes, *)"
      Then the result is, in any order
        | $this       | 1                             |
        | Spaceship   | (Likes, Space)                |
        | Frigate     | (Likes, Space) from Spaceship |
        | FastFrigate | (Likes, Space) from Spaceship |
      When a query queries "!(Likes, Space), Defense"
      Then the result is, in any order
        | $this |
        | Rock  |

    @sharing-07 @REL-090
    Scenario: An inherited component that is added starts with the inherited value
      When Frigate gets MaxSpeed
      Then the changes are
        | + | Frigate | MaxSpeed {value: 100} |
      When Frigate gets MaxSpeed {value: 1}
      Then the value of MaxSpeed on Spaceship is {value: 100}
      When Frigate loses MaxSpeed
      Then the value of MaxSpeed on Frigate is {value: 100}

    @sharing-08 @REL-088
    Scenario: If a base loses an id, its instances lose it
      When Spaceship loses Flies
      Then Frigate does not have Flies
      And FastFrigate does not have Flies
      When Frigate loses (IsA, Spaceship)
      Then Frigate does not have MaxSpeed
      And FastFrigate does not have (Likes, Space)
      And FastFrigate has Defense

    @sharing-09 @REL-090 @REL-029
    Scenario: If there are two bases, the one that was created first is searched first, with its own bases
      Given an entity Elder
      And an entity Younger
      And these facts
        | Elder   | (IsA, Root)                               |
        | Root    | MaxSpeed {value: 1}                       |
        | Younger | MaxSpeed {value: 2}, Defense {value: 3}   |
        | Both    | (IsA, Younger), (IsA, Elder)              |
      Then the value of MaxSpeed on Both is {value: 1}
      And the value of Defense on Both is {value: 3}

  Rule: Ids that are not inherited stay with their base

    @sharing-10 @REL-180 @REL-089
    Scenario: DontInherit keeps an id from being inherited
      Given a tag TagA
      And a tag TagB with DontInherit
      And these facts
        | base | TagA, TagB, (TagB, TagA) |
        | inst | (IsA, base)              |
      Then inst has TagA
      And inst does not have TagB
      And inst does not have (TagB, TagA)
      And base has TagB
      When a query queries "TagB"
      Then the result is, in any order
        | $this |
        | base  |
      When TagB is not DontInherit
      Then inst has TagB
      And inst has (TagB, TagA)

    @sharing-11 @REL-182 @QRY-377
    Scenario: An instance of a prefab is not a prefab
      Given a prefab Base with Npc
      And these facts
        | inst  | (IsA, Base) |
        | other | Npc         |
      Then inst does not have Prefab
      And Base has Prefab
      When a query queries "Npc"
      Then the result is, in any order
        | $this | 1             |
        | inst  | Npc from Base |
        | other | Npc           |

    @sharing-12 @REL-183
    Scenario: An instance of a disabled base is not disabled
      Given these facts
        | Base  | Npc         |
        | inst  | (IsA, Base) |
      When Base is disabled
      Then inst does not have Disabled
      When a query queries "Npc"
      Then the result is, in any order
        | $this | 1             |
        | inst  | Npc from Base |
      When a query queries "Disabled"
      Then the result is, in any order
        | $this |
        | Base  |

    @sharing-13 @REL-184
    Scenario: An instance does not have the name of its base
      Given an entity base
      And an anonymous entity inst with (IsA, base)
      Then the path of base is "base"
      And the path of inst is none
      And the lookup of "base" is base

    @sharing-14 @REL-185
    Scenario: An instance of a child is not a child
      Given these facts
        | base | (ChildOf, P), Npc |
        | inst | (IsA, base)       |
      Then inst has Npc
      And inst does not have (ChildOf, P)
      And the parent of inst is none
      And the children of P are base
      When a query queries "(ChildOf, P)"
      Then the result is, in any order
        | $this |
        | base  |

    @sharing-15 @REL-212 @REL-089
    Scenario: An own target hides the inherited one of an exclusive relationship
      Given a relationship MarriedTo with Exclusive
      And these facts
        | base  | (MarriedTo, Ann)              |
        | inst  | (IsA, base)                   |
        | other | (IsA, base), (MarriedTo, Bea) |
      Then inst has (MarriedTo, Ann)
      And the targets of MarriedTo on other are Bea
      And other does not have (MarriedTo, Ann)
      When a query queries "(MarriedTo, *)"
      Then the result is, in any order
        | $this | 1                         |
        | base  | (MarriedTo, Ann)          |
        | inst  | (MarriedTo, Ann) from base |
        | other | (MarriedTo, Bea)          |
