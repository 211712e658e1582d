@profile:flecs-4 @profile:flecs-4.1
Feature: Copies on instances and their first values

  inheritance.copies: adding (IsA, B) copies to the instance the ids that B and its bases own, except ids with
  (OnInstantiate, Inherit) or (OnInstantiate, DontInherit). A component that was not set starts with the value of the first
  base that owns it.

  Rule: Adding IsA copies the ids that the base or its bases own

    @copies-01 @FQL-112 @inheritance.copies
    Scenario: An instance copies an id of its base's base even if the base has no copy
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
    Scenario: The base's own target of an exclusive relationship is copied, not the target of a base of the base
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

    @copies-03 @FQL-112 @inheritance.copies
    Scenario: Adding IsA replaces neither an id nor an exclusive target that the instance owns
      Given a component Mass {value i32}
      And a relationship In with Exclusive
      And these facts
        | ship  | Mass {value: 5}, (In, Sea)  |
        | sloop | Mass {value: 1}, (In, Port) |
      When sloop gets (IsA, ship)
      Then the changes are
        | + | sloop | (IsA, ship) |

    @copies-04 @FQL-112 @REL-229
    Scenario: An instance gets all copies, even if adding one of them removes an id from the base
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

    @copies-05 @FQL-112 @inheritance.copy-order
    Scenario: If one copy is refused, the instance gets none
      Given a relationship Leads with Acyclic
      And these facts
        | ship  | Hull, (Leads, sloop) |
      When sloop gets (IsA, ship)
      Then it fails with cycle
      And sloop does not have Hull

  Rule: An id that was not copied is not found on the instance

    @copies-11 @FQL-112 @REL-031
    Scenario: An id that the base got later is not found on the instance
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

  Rule: A component that was not set starts with the value of the first base that owns it

    @copies-21 @FQL-112 @REL-167 @F41-034 @F41-097 @inheritance.starting-value
    Scenario: A component that is added later starts with the base's value
      Given a component Mass {value i32}
      And these facts
        | sloop | (IsA, ship)     |
        | ship  | Mass {value: 5} |
      When sloop gets Mass
      Then the changes are
        | + | sloop | Mass {value: 5} |

    @copies-22 @FQL-112 @inheritance.starting-value
    Scenario: The value comes from the first base in type order, even if another base causes the copy
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
    Scenario: A component that With adds starts with the base's value
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
    Scenario: A mirrored pair starts with the value of the base's pair
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
    Scenario: The value does not come from a base with another exclusive target
      Given a relationship In {deck i32} with Exclusive
      And an entity ship
      And an entity raft
      And an entity sloop with (IsA, ship), (IsA, raft)
      And these facts
        | ship | (In, a) {deck: 1} |
        | raft | (In, b) {deck: 2} |
      When sloop gets (In, b)
      Then the value of (In, b) on sloop is {deck: 2}

    @copies-26 @REL-180 @F41-036 @inheritance.starting-value
    Scenario: A component that is not inherited starts with zero
      Given a component Mass {value i32} with (OnInstantiate, DontInherit)
      And these facts
        | ship  | Mass {value: 5} |
        | sloop | (IsA, ship)     |
      When sloop gets Mass
      Then the value of Mass on sloop is {value: 0}

    @copies-27 @FQL-112
    Scenario: A component that no base owns starts with zero
      Given a component Mass {value i32}
      And these facts
        | sloop | (IsA, ship) |
      When sloop gets Mass
      Then the value of Mass on sloop is {value: 0}
