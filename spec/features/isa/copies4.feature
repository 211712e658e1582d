@profile:flecs-4
Feature: What instances get a copy of, and what it starts as

  Ruling 29: adding (IsA, B) adds what B and its bases own and is to be overridden; data that nobody set starts with the value of
  the first base that owns it.

  Rule: Adding IsA copies what the base or its bases own

    @copies-01 @FQL-112
    Scenario: What a base of the base owns, though the base has not copied it
      Given a component Mass {value i32}
      And these facts
        | ship    | Hull            |
        | frigate | (IsA, ship)     |
        | ship    | Mass {value: 5} |
      Then frigate does not have Mass
      When sloop gets (IsA, frigate)
      Then the changes are
        | + | sloop | (IsA, frigate)  |
        | + | sloop | Mass {value: 5} |
        | + | sloop | Hull            |

    @copies-02 @FQL-112
    Scenario: Of an exclusive relationship the target of the first holder
      Given a relationship In with Exclusive
      And a relationship At
      And these facts
        | ship    | At             |
        | frigate | (IsA, ship)    |
        | ship    | (In, Sea)      |
        | frigate | (In, Port)     |
        | ship    | (At, a)        |
        | frigate | (At, b)        |
      When sloop gets (IsA, frigate)
      Then the ids of sloop are At, (IsA, frigate), (In, Port), (At, a), (At, b)

    @copies-03 @FQL-112
    Scenario: What the instance owns, also of an exclusive relationship, stays
      Given a component Mass {value i32}
      And a relationship In with Exclusive
      And these facts
        | ship  | Mass {value: 5}, (In, Sea)  |
        | sloop | Mass {value: 1}, (In, Port) |
      When sloop gets (IsA, ship)
      Then the changes are
        | + | sloop | (IsA, ship) |

    @copies-04 @FQL-112 @REL-229
    Scenario: What the bases own is decided before the first copy
      Given a relationship Married with Exclusive, Symmetric
      And a tag Zest
      And these facts
        | Bob | (Married, Ann), Zest |
      When Carl gets (IsA, Bob)
      Then the changes are
        | + | Carl | (IsA, Bob)      |
        | + | Carl | Zest            |
        | + | Carl | (Married, Ann)  |
        | + | Ann  | (Married, Carl) |
        | - | Ann  | (Married, Bob)  |
        | - | Bob  | (Married, Ann)  |

    @copies-05 @FQL-112
    Scenario: All or nothing
      Given a relationship Leads with Acyclic
      And these facts
        | ship  | Hull, (Leads, sloop) |
      When sloop gets (IsA, ship)
      Then it fails with cycle
      And sloop does not have Hull

  Rule: What was not copied is not there

    @copies-11 @FQL-112 @REL-031
    Scenario: Questions and queries
      Given a component Mass {value i32}
      And these facts
        | sloop | (IsA, ship)              |
        | ship  | Mass {value: 5}, (At, a) |
      Then sloop does not have Mass
      And the targets of At on sloop are none
      And the value of Mass on sloop is none
      When a query queries "Mass"
      Then the result is, in any order
        | $this |
        | ship  |

  Rule: Data that nobody set starts with the value of the first base that owns it

    @copies-21 @FQL-112 @REL-167
    Scenario: An id that is added later
      Given a component Mass {value i32}
      And these facts
        | sloop | (IsA, ship)     |
        | ship  | Mass {value: 5} |
      When sloop gets Mass
      Then the changes are
        | + | sloop | Mass {value: 5} |

    @copies-22 @FQL-112
    Scenario: Of several bases the first in type order, with its own bases, though another one gives the copy
      Given a component Mass {value i32}
      And an entity ship
      And an entity raft
      And an entity sloop with (IsA, ship)
      And these facts
        | ship | Mass {value: 1} |
        | raft | Mass {value: 2} |
      When sloop gets (IsA, raft)
      Then the changes are
        | + | sloop | (IsA, raft)     |
        | + | sloop | Mass {value: 1} |

    @copies-23 @FQL-112 @REL-231
    Scenario: What comes with something else
      Given a component Mass {value i32}
      And a tag Cargo with (With, Mass)
      And these facts
        | sloop | (IsA, ship)     |
        | ship  | Mass {value: 5} |
      When sloop gets Cargo
      Then the changes are
        | + | sloop | Cargo           |
        | + | sloop | Mass {value: 5} |

    @copies-24 @FQL-112 @REL-229
    Scenario: A mirror, which is not a copy of the pair that it mirrors
      Given a relationship Near {steps i32} with Symmetric
      And these facts
        | Ann | (IsA, Eve)             |
        | Eve | (Near, Bob) {steps: 7} |
      And Eve loses (Near, Bob)
      And Bob loses (Near, Eve)
      When Near is not Symmetric
      And Eve gets (Near, Bob) {steps: 7}
      And Near is Symmetric
      And Bob gets (Near, Ann) {steps: 2}
      Then the changes are
        | + | Bob | (Near, Ann) {steps: 2} |
        | + | Ann | (Near, Bob) {steps: 7} |

    @copies-25 @FQL-112
    Scenario: A base that owns another target of an exclusive relationship is passed over
      Given a relationship In {deck i32} with Exclusive
      And an entity ship
      And an entity raft
      And an entity sloop with (IsA, ship), (IsA, raft)
      And these facts
        | ship | (In, a) {deck: 1} |
        | raft | (In, b) {deck: 2} |
      When sloop gets (In, b)
      Then the value of (In, b) on sloop is {deck: 2}

    @copies-26 @REL-180
    Scenario: What is not inherited starts with zero
      Given a component Mass {value i32} with (OnInstantiate, DontInherit)
      And these facts
        | ship  | Mass {value: 5} |
        | sloop | (IsA, ship)     |
      When sloop gets Mass
      Then the value of Mass on sloop is {value: 0}

    @copies-27 @FQL-112
    Scenario: Zero where no base owns it
      Given a component Mass {value i32}
      And these facts
        | sloop | (IsA, ship) |
      When sloop gets Mass
      Then the value of Mass on sloop is {value: 0}
