@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Deferred operations

  Rule: Deferred operations wait until the outermost deferral ends

    @deferred-01 @QRY-102 @QRY-103 @deferral.waits
    Scenario: Questions and queries see the world as it was before the deferral
      Given a component Mass {value i32}
      And these facts
        | a | Npc, Mass {value: 1} |
        | b | Npc                  |
      When the world is deferred
      And a loses Npc
      And a gets Mass {value: 2}
      And b gets (Likes, a)
      Then a has Npc
      And the value of Mass on a is {value: 1}
      And b does not have (Likes, *)
      When a query queries "Npc"
      Then the result is, in any order
        | $this |
        | a     |
        | b     |
      When the world is no longer deferred
      Then the answer is none
      And a does not have Npc
      And the value of Mass on a is {value: 2}
      And b has (Likes, a)

    @deferred-02 @QRY-103
    Scenario: Deferrals can be nested
      Given an entity a
      And a tag Npc
      When the world is deferred
      And the world is deferred
      And a gets Npc
      And the world is no longer deferred
      Then a does not have Npc
      When the world is no longer deferred
      Then the changes are
        | + | a | Npc |
      When the world is no longer deferred
      Then it fails with invalid

    @deferred-03 @QRY-103
    Scenario: A new entity is alive at once and gets its ids later
      Given an entity p
      And a tag Npc
      And a relationship Likes
      When the world is deferred
      And an entity e named "Bob" below p with Npc, (Likes, p)
      Then e is alive
      And the ids of e are none
      And the parent of e is none
      And the lookup of "p.Bob" is none
      When p gets (Likes, e)
      And e loses Npc
      And the world is no longer deferred
      Then the changes are
        | + | e | named "Bob"  |
        | - | e | without a name |
        | + | e | (ChildOf, p) |
        | + | e | (Likes, p)   |
        | + | p | (Likes, e)   |

    @deferred-04 @QRY-103 @REL-110
    Scenario: A new entity gets the scope that holds when it is created
      Given an entity p
      And the scope is p
      When the world is deferred
      And an entity e
      And the scope is the root
      And an entity f
      And the world is no longer deferred
      Then the parent of e is p
      And the parent of f is none

    @deferred-05 @QRY-103 @deferral.refused
    Scenario: While the world is deferred, snapshots, teardown and invalid operations are refused
      Given an entity a
      When the world is deferred
      And the world is kept as s
      Then it fails with invalid
      When the world is torn down
      Then it fails with invalid
      When the operation {"op":"add","entity":"nobody","id":"a"}
      Then it fails with unresolved
      When a is named "x.y"
      Then it fails with invalid
      When a gets *
      Then it fails with invalid
      When the world is no longer deferred
      Then the world is unchanged

  Rule: Deferred operations are applied in order, each as an operation of its own

    @deferred-11 @QRY-103 @REL-212
    Scenario: Two targets of an exclusive relationship are applied one after the other
      Given a relationship In with Exclusive
      And these facts
        | e | (In, a) |
      And an entity b
      And an entity c
      And an observer o is prepared for "(In, *)", on OnAdd and OnRemove
      When the world is deferred
      And e gets (In, b)
      And e gets (In, c)
      And the world is no longer deferred
      Then the changes are
        | - | e | (In, a) |
        | + | e | (In, c) |
      And the events in order are
        | o | OnRemove | e | (In, a) |
        | o | OnAdd    | e | (In, b) |
        | o | OnRemove | e | (In, b) |
        | o | OnAdd    | e | (In, c) |

    @deferred-12 @QRY-103
    Scenario: Setting, removing by pattern and setting again are applied in that order
      Given a relationship Eats {amount i32}
      And these facts
        | e | (Eats, a) {amount: 1}, (Eats, b) {amount: 2} |
      And an entity c
      When the world is deferred
      And e gets (Eats, c) {amount: 3}
      And e loses (Eats, *)
      And e gets (Eats, b)
      And the world is no longer deferred
      Then the changes are
        | - | e | (Eats, a) {amount: 1} |
        | - | e | (Eats, b) {amount: 2} |
        | + | e | (Eats, b)             |

    @deferred-13 @QRY-103
    Scenario: Of several operations on one id the last counts
      Given a tag A
      And a component Mass {value i32}
      And an entity e
      When the world is deferred
      And e gets A
      And e loses A
      And e gets Mass {value: 1}
      And e gets Mass {value: 2}
      And e loses A
      And the world is no longer deferred
      Then the changes are
        | + | e | Mass {value: 2} |
      When the world is deferred
      And e is cleared
      And e gets A
      And e is named "Eve"
      And the world is no longer deferred
      Then the changes are
        | - | e | Mass {value: 2} |
        | + | e | A               |
        | + | e | named "Eve"     |

    @deferred-14 @QRY-103 @REL-122
    Scenario: Operations on all entities see the changes of earlier operations
      Given these facts
        | a | A, (R, A) |
        | b | A, B      |
        | c | B         |
      When the world is deferred
      And every entity loses A
      And c gets A
      And every entity with B is deleted
      And the world is no longer deferred
      Then the changes are
        | - | a | A |
        | - | b |   |
        | - | c |   |

    @deferred-15 @QRY-103 @REL-231 @REL-229
    Scenario: A property that an earlier command adds acts on pairs that later commands add
      Given an entity Bob
      And an entity Alice
      And a relationship Married
      And a relationship Loves
      When the world is deferred
      And Married is Symmetric
      And Loves gets (With, Married)
      And Bob gets (Loves, Alice)
      And the world is no longer deferred
      Then Bob has (Married, Alice)
      And Alice has (Married, Bob)

  Rule: Operations on deleted entities are dropped, and operations that fail are reported

    @deferred-21 @QRY-103 @REL-118 @deferral.dropped
    Scenario: An operation on an entity that was deleted is dropped
      Given these facts
        | a | A |
        | b | B |
      And a relationship Likes
      When the world is deferred
      And a is deleted
      And a gets B
      And b gets (Likes, a)
      And b gets A
      And a is deleted
      Then a is alive
      When the world is no longer deferred
      Then the answer is none
      And the changes are
        | - | a |   |
        | + | b | A |

    @deferred-22 @QRY-103 @REL-118 @REL-101
    Scenario: An operation on an entity that a cascade deleted is dropped, and a new child of that entity dies
      Given an entity p
      And an entity c below p
      And a tag A
      When the world is deferred
      And p is deleted
      And c gets A
      And an entity d below c
      And the world is no longer deferred
      Then the changes are
        | - | p | |
        | - | c | |
        | - | d | |

    @deferred-23 @QRY-103 @REL-203 @REL-237 @deferral.failures
    Scenario: A command that fails does nothing, and the others are applied
      Given a relationship Food with OneOf
      And an entity Apples below Food
      And an entity e
      And an entity f
      When the world is deferred
      And e gets (ChildOf, e)
      And e gets (Food, Apples)
      And e gets (Food, f)
      And f gets (ChildOf, e)
      And e gets (ChildOf, f)
      And f is named "e"
      And the world is no longer deferred
      Then the answer is add e (ChildOf, e) cycle, add e (Food, f) one_of, add e (ChildOf, f) cycle
      And the path of f is "e.e"
      And the targets of Food on e are Apples

    @deferred-24 @QRY-103 @REL-119
    Scenario: A deletion that a policy refuses is reported, and a later one can succeed
      Given a tag A with (OnDelete, Panic)
      And these facts
        | e | A |
      When the world is deferred
      And A is deleted
      And A loses (OnDelete, Panic)
      And A is deleted
      And the world is no longer deferred
      Then the answer is delete A policy
      And A is not alive
      And e does not have *

    @deferred-25 @QRY-103 @deferral.creation @deferral.failures
    Scenario: Name, parent and ids of a new entity are applied and reported one by one
      Given an entity p
      And an entity taken named "Bob" below p
      And a tag A
      When the world is deferred
      And p gets A
      And an entity e named "Bob" below p with A
      And e gets (ChildOf, e)
      And the world is no longer deferred
      Then the answer is set_name e exists, add e (ChildOf, e) cycle
      And the ids of e are A and (ChildOf, p)
      And the path of e is none
