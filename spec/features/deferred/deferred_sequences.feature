@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Sequences of deferred operations

  @later-01 @QRY-103 @REL-118
  Scenario: An entity can be created, changed and deleted in one deferral
    Given an entity p
    And a relationship Likes
    And an observer o is prepared for "(Likes, *)", on OnAdd and OnRemove
    When the world is deferred
    And an anonymous entity e
    And e gets (Likes, p)
    And p gets (Likes, e)
    And e is deleted
    And e gets (Likes, e)
    Then e is alive
    When the world is no longer deferred
    Then the answer is none
    And e is not alive
    And p does not have (Likes, *)
    And the events in order are
      | o | OnAdd    | e | (Likes, p) |
      | o | OnAdd    | p | (Likes, e) |
      | o | OnRemove | e | (Likes, p) |
      | o | OnRemove | p | (Likes, e) |

  @later-02 @QRY-103 @REL-101 @REL-118
  Scenario: A child survives if it moves before its parent is deleted, and dies if it moves later
    Given an entity p
    And an entity q
    And an entity early below p
    And an entity late below p
    When the world is deferred
    And early gets (ChildOf, q)
    And p is deleted
    And late gets (ChildOf, q)
    And the world is no longer deferred
    Then the answer is none
    And the children of q are early
    And late is not alive

  @later-03 @QRY-103 @REL-229 @REL-212
  Scenario: Deferred commands replace the partners of a Symmetric and Exclusive relationship one after the other
    Given a relationship Married with Symmetric, Exclusive
    And these facts
      | a | (Married, b) |
    And an entity c
    And an entity d
    When the world is deferred
    And a gets (Married, c)
    And d gets (Married, c)
    And a gets (Married, b)
    And c loses (Married, *)
    And the world is no longer deferred
    Then the world is unchanged

  @later-04 @QRY-103 @REL-104
  Scenario: Two entities can exchange names, and a name that is taken is refused
    Given an entity a
    And an entity b
    And an entity c
    When the world is deferred
    And a is named "b"
    And a is named "spare"
    And b is named "a"
    And a is named "b"
    And c is named "a"
    And c is named ""
    And the world is no longer deferred
    Then the answer is set_name a exists, set_name c exists
    And the path of a is "b"
    And the path of b is "a"
    And the path of c is none

  @later-05 @QRY-103 @REL-212 @REL-192
  Scenario: Exclusive is accepted before pairs are added and refused afterwards
    Given a relationship R
    And a relationship S
    And an entity e
    And an entity a
    And an entity b
    When the world is deferred
    And e gets (R, a)
    And R is Exclusive
    And e gets (R, b)
    And S is Exclusive
    And e gets (S, a)
    And e gets (S, b)
    And the world is no longer deferred
    Then the answer is add R Exclusive in_use
    And the targets of R on e are a and b
    And the targets of S on e are b

  @later-06 @QRY-103 @REL-231
  Scenario: With adds nothing after the property was removed
    Given a tag Power with (With, Duty)
    And an entity a
    And an entity b
    When the world is deferred
    And a gets Power
    And Power loses (With, Duty)
    And b gets Power
    And a loses Duty
    And a gets Power
    And the world is no longer deferred
    Then the changes are
      | - | Power | (With, Duty) |
      | + | a     | Power        |
      | + | b     | Power        |

  @later-07 @QRY-103 @REL-119 @REL-131
  Scenario: A deletion follows the policy that holds when it is applied
    Given a relationship PartOf
    And these facts
      | e | (PartOf, p) |
      | f | (PartOf, q) |
      | g | (PartOf, r) |
    When the world is deferred
    And PartOf gets (OnDeleteTarget, Panic)
    And p is deleted
    And PartOf gets (OnDeleteTarget, Delete)
    And q is deleted
    And PartOf loses (OnDeleteTarget, Delete)
    And r is deleted
    And the world is no longer deferred
    Then the answer is delete p policy
    And the changes are
      | - | q |             |
      | - | f |             |
      | - | r |             |
      | - | g | (PartOf, r) |

  @later-08 @QRY-103 @REL-118
  Scenario: Operations on a deleted relationship or target are dropped
    Given these facts
      | a | (R, x), Npc |
    And an entity b
    And a relationship S
    When the world is deferred
    And S is deleted
    And b gets (S, x)
    And b gets S
    And b loses (S, *)
    And every entity with (S, *) is deleted
    And every entity with Npc is deleted
    And a gets (R, b)
    And b gets (R, a)
    And b gets (R, x)
    And the world is no longer deferred
    Then the answer is none
    And the changes are
      | - | S |        |
      | - | a |        |
      | + | b | (R, x) |

  @later-09 @QRY-103 @QRY-009 @REL-045
  Scenario: Each value that is set causes an event, in order
    Given a relationship Eats {amount i32}
    And these facts
      | e | (Eats, a) {amount: 1} |
    And an entity b
    And an observer o is prepared for "(Eats, *)", on OnAdd and OnSet and OnRemove
    When the world is deferred
    And e gets (Eats, a) {amount: 2}
    And (Eats, a) of e is modified
    And e gets (Eats, b) {amount: 3}
    And e loses (Eats, *)
    And (Eats, a) of e is modified
    And e gets (Eats, a)
    Then the value of (Eats, a) on e is {amount: 1}
    When the world is no longer deferred
    Then the answer is modified e (Eats, a) invalid
    And the value of (Eats, a) on e is {amount: 0}
    And the events in order are
      | o | OnSet    | e | (Eats, a) |
      | o | OnSet    | e | (Eats, a) |
      | o | OnAdd    | e | (Eats, b) |
      | o | OnSet    | e | (Eats, b) |
      | o | OnRemove | e | (Eats, a) |
      | o | OnRemove | e | (Eats, b) |
      | o | OnAdd    | e | (Eats, a) |

  @later-10 @QRY-103 @REL-183
  Scenario: Queries see entities until their deferred deletion is applied
    Given these facts
      | a | Npc |
      | b | Npc |
      | c | Npc |
    And a cached query q is prepared for "Npc"
    And an observer m is prepared for "Npc", monitoring
    When the world is deferred
    And a is disabled
    And b is deleted
    And c is cleared
    And query q is iterated
    Then the result is, in any order
      | $this |
      | a     |
      | b     |
      | c     |
    When a is enabled
    And c gets Npc
    And the world is no longer deferred
    And query q is iterated
    Then the result is, in any order
      | $this |
      | a     |
      | c     |
    And the events in order are
      | m | OnRemove | a | leaving |
      | m | OnRemove | b | leaving |
      | m | OnRemove | c | leaving |
      | m | OnAdd    | a |         |
      | m | OnAdd    | c |         |

  @later-11 @QRY-103 @REL-223 @REL-220
  Scenario: Removing a union pair from one entity ignores the target; removing it from all entities does not
    Given a relationship Movement with Union
    And these facts
      | a | (Movement, Walking) |
      | b | (Movement, Running) |
    When the world is deferred
    And a gets (Movement, Running)
    And a loses (Movement, Walking)
    And b gets (Movement, Walking)
    And every entity loses (Movement, Running)
    And the world is no longer deferred
    Then the changes are
      | - | a | (Movement, Walking) |
      | - | b | (Movement, Running) |
      | + | b | (Movement, Walking) |

  @later-12 @QRY-103 @REL-203
  Scenario: The end of an inner deferral applies and reports nothing
    Given an entity a
    And an entity b
    When the world is deferred
    And a gets (ChildOf, b)
    And the world is deferred
    And b gets (ChildOf, a)
    And the world is no longer deferred
    Then the answer is none
    And the parent of a is none
    When b gets Npc
    And the world is no longer deferred
    Then the answer is add b (ChildOf, a) cycle
    And the parent of a is b
    And b has Npc

  @later-13 @REL-118 @REL-131 @REL-101 @deferral.dead-parent
  Scenario: A new child of a parent that the same deferral deletes dies with the parent
    Given an entity ship
    And an entity port
    And a relationship Crew with (OnDeleteTarget, Delete)
    And a component Rank {n i32}
    And a relationship Visits
    And a tag Npc
    When the world is deferred
    And ship is deleted
    And an anonymous entity mast below ship with Npc
    And an anonymous entity sail below mast
    And port gets (ChildOf, ship)
    And an anonymous entity cook with Npc, (Crew, ship)
    And cook gets Rank {n: 1}
    And an anonymous entity guest with (Visits, ship), Npc
    And the world is no longer deferred
    Then the answer is none
    And the changes are
      | - | ship |     |
      | - | port |     |
      | - | mast |     |
      | - | sail |     |
      | - | cook |     |
      | + | guest | Npc |

  @later-14 @REL-118 @deferral.dead-parent
  Scenario: If a policy protects a new child of a deleted parent, the child stays and the command is reported
    Given an entity ship
    And a tag mast with (OnDelete, Panic)
    When the world is deferred
    And ship is deleted
    And mast gets (ChildOf, ship)
    And the world is no longer deferred
    Then the answer is add mast (ChildOf, ship) policy
    And the changes are
      | - | ship | |
