@profile:flecs-4 @profile:flecs-4.1
Feature: Component sharing by instantiation traits

  Rule: Ids with (OnInstantiate, Inherit) are found through the base

    Background:
      Given a component MaxSpeed {value f32} with (OnInstantiate, Inherit)
      And a component Defense {value f32} with (OnInstantiate, Inherit)
      And a tag Flies with (OnInstantiate, Inherit)
      And a relationship Likes with (OnInstantiate, Inherit)
      And these facts
        | Spaceship   | MaxSpeed {value: 100}, Defense {value: 50}, Flies, (Likes, Space) |
        | Frigate     | (IsA, Spaceship), Defense {value: 75}                             |
        | FastFrigate | (IsA, Frigate), MaxSpeed {value: 200}                             |
        | Rock        | Defense {value: 5}                                                |

    @sharing-31 @REL-088 @REL-089 @REL-090 @F41-032 @F41-095
    Scenario: Instances share ids with the trait Inherit
      Then Frigate has Flies
      And Frigate does not own Flies
      And Frigate has (Likes, Space)
      And Frigate does not own (Likes, Space)
      And the value of MaxSpeed on Frigate is {value: 100}
      And Frigate does not own MaxSpeed
      And Rock does not have Flies

    @sharing-32 @REL-091 @REL-092 @REL-095 @REL-096 @REL-097 @REL-098
    Scenario: An own value overrides the shared one, and the nearest base counts
      Then the value of Defense on Frigate is {value: 75}
      And the value of Defense on Spaceship is {value: 50}
      And the value of MaxSpeed on FastFrigate is {value: 200}
      And the value of Defense on FastFrigate is {value: 75}
      And the value of MaxSpeed on Frigate is {value: 100}
      And FastFrigate has Flies

    @sharing-33 @FQL-112 @F41-033
    Scenario: A query finds shared ids and names the base
      When a query queries "MaxSpeed"
      Then the result is, in any order
        | $this       | 1                       | 1.value      |
        | Spaceship   | MaxSpeed                | {value: 100} |
        | Frigate     | MaxSpeed from Spaceship | {value: 100} |
        | FastFrigate | MaxSpeed                | {value: 200} |

  Rule: Ids without a trait are copied when IsA is added

    Background:
      Given a component Mass {value f32}
      And a tag Npc
      And these facts
        | Base | Mass {value: 3}, Npc |

    @sharing-34 @FQL-112 @F41-028 @F41-029 @F41-030
    Scenario: A copy is independent of the base
      When Inst gets (IsA, Base)
      Then the changes are
        | + | Inst | (IsA, Base)     |
        | + | Inst | Mass {value: 3} |
        | + | Inst | Npc             |
      When Base gets Mass {value: 4}
      Then the value of Mass on Inst is {value: 3}
      When Base loses Npc
      Then Inst has Npc
      And Inst owns Npc
      When a query queries "Mass"
      Then the result is, in any order
        | $this | 1    | 1.value    |
        | Base  | Mass | {value: 4} |
        | Inst  | Mass | {value: 3} |

    @sharing-35 @FQL-112
    Scenario: An owned id is not replaced, and an id that the base gets later is not copied
      Given these facts
        | Inst | Mass {value: 9} |
      When Inst gets (IsA, Base)
      Then the value of Mass on Inst is {value: 9}
      When Base gets Late
      Then Inst does not have Late
      When Inst loses Npc
      Then Inst does not have Npc

  Rule: Ids with (OnInstantiate, DontInherit) stay with their base

    @sharing-36 @REL-180 @F41-035
    Scenario: An id with DontInherit is neither copied to an instance nor inherited by it
      Given a tag TagA with (OnInstantiate, Inherit)
      And a tag TagB with (OnInstantiate, DontInherit)
      And these facts
        | base | TagA, TagB  |
        | inst | (IsA, base) |
      Then inst has TagA
      And inst does not have TagB
      And the ids of inst are (IsA, base)
      When a query queries "TagB"
      Then the result is, in any order
        | $this |
        | base  |

    @sharing-37 @REL-182 @REL-183 @REL-184 @REL-185
    Scenario: An instance is not a prefab, not disabled, and has neither name nor parent of its base
      Given a prefab Base below P with Npc, Disabled
      And an anonymous entity inst with (IsA, Base)
      Then the ids of inst are (IsA, Base), Npc
      And inst does not have Prefab
      And inst does not have Disabled
      And the path of inst is none
      And the parent of inst is none

    @sharing-38 @FQL-112 @inheritance.rule
    Scenario: A change of the trait affects existing instances at once
      Given a tag Late
      And these facts
        | base | Late        |
        | inst | (IsA, base) |
      When inst loses Late
      Then inst does not have Late
      When Late gets (OnInstantiate, Inherit)
      Then inst has Late
      And inst does not own Late
      When Late gets (OnInstantiate, DontInherit)
      Then inst does not have Late

    @sharing-39 @inheritance.rule
    Scenario: The tag DontInherit alone is refused
      Given a tag Health
      And these facts
        | base  | Health      |
        | early | (IsA, base) |
      When Health gets DontInherit
      Then it fails with invalid
      When Health gets (OnInstantiate, DontInherit)
      And an entity late with (IsA, base)
      Then early owns Health
      And late does not have Health
