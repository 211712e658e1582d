@profile:flecs-4 @profile:flecs-4.1
Feature: Members

  Rule: C.m is the entity in the member m of the component C

    Background:
      Given a component Movement {speed f32, direction entity}
      And a component Thrusters {left entity, right entity}
      And an entity Left
      And an entity Right
      And these facts
        | e1   | Movement {speed: 1, direction: Left}     |
        | e2   | Movement {speed: 2, direction: Right}    |
        | e3   | Movement {speed: 3}                      |
        | t1   | Active                                   |
        | t2   | Idle                                     |
        | ship | Thrusters {left: t1, right: t2}          |
        | wing | Thrusters {left: t2, right: t1}          |

    @language-111 @FQL-143 @FQL-145 @FQL-146 @FQL-147 @F41-127 @query.members
    Scenario Outline: A member term compares the member with a given entity
      When <kind> queries "Movement.direction($this, Left)"
      Then the result is, in any order
        | $this |
        | e1    |
      When <kind> queries "(Movement.direction, Left)"
      Then the result is, in any order
        | $this |
        | e1    |
      When <kind> queries "(Movement.direction, Right)"
      Then the result is, in any order
        | $this |
        | e2    |
      When <kind> queries "Movement, !(Movement.direction, Left)"
      Then the result is, in any order
        | $this |
        | e2    |
        | e3    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-112 @FQL-143 @FQL-147 @FQL-148
    Scenario: A member term binds a variable, and wildcards find any entity
      When a query queries "(Thrusters.left, $thruster), Active($thruster)"
      Then the result is, in any order
        | $this | $thruster | 2              |
        | ship  | t1        | Active from t1 |
      When a query queries "(Thrusters.left, $l), (Thrusters.right, $r)"
      Then the result is, in any order
        | $this | $l | $r |
        | ship  | t1 | t2 |
        | wing  | t2 | t1 |
      When a query queries "(Movement.direction, *)"
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |
      When a query queries "(Movement.direction, _)"
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |

    @language-113 @FQL-143
    Scenario: The member is read when the query is evaluated
      Given a cached query q is prepared for "(Thrusters.left, $t), Active($t)"
      When wing gets Thrusters {left: t1}
      And query q is iterated
      Then the result is, in any order
        | $this | $t |
        | ship  | t1 |
        | wing  | t1 |
      When t1 is deleted
      And query q is iterated
      Then the result is empty

    @language-114 @FQL-144 @query.members
    Scenario Outline: A member term needs a member of type entity and a second element
      When a query queries "<query>"
      Then it fails with invalid

      Examples:
        | query                     |
        | (Movement.speed, Left)    |
        | Movement.speed($this, e1) |
        | Movement.direction        |

  Rule: A member works with every operator

    Background:
      Given a component Link {to entity}
      And an entity a with Ship
      And an entity b with Ship
      And an entity c with Ship
      And an entity seat_a named "cockpit" below a with Powered
      And an entity seat_c named "cockpit" below c
      And these facts
        | a  | (Seat, seat_a)  |
        | b  | (Seat, seat_a)  |
        | c  | (Seat, seat_a)  |
        | e1 | Link {to: a}    |
        | e2 | Link {to: c}    |
        | e3 | Link            |

    @language-263 @FQL-143 @FQL-145 @FQL-148
    Scenario Outline: A member works under every operator, and before a lookup
      When <kind> queries "(Link.to, $s), Ship($s)"
      Then the result is, in any order
        | $this | $s |
        | e1    | a  |
        | e2    | c  |
      When <kind> queries "(Link.to, $s), Powered($s.cockpit)"
      Then the result is, in any order
        | $this | $s | 2                   |
        | e1    | a  | Powered from seat_a |
      When <kind> queries "Link, ?(Link.to, $s), ?Powered($s.cockpit)"
      Then the result is, in any order
        | $this | $s | 2.set | 3.set |
        | e1    | a  | yes   | yes   |
        | e2    | c  | yes   | no    |
        | e3    | -  | no    | no    |
      When <kind> queries "Link, !(Link.to, *)"
      Then the result is, in any order
        | $this |
        | e3    |
      When <kind> queries "Link, !{ (Link.to, $s), Powered($s.cockpit) }"
      Then the result is, in any order
        | $this |
        | e2    |
        | e3    |
      When <kind> queries "(Link.to, a) || (Link.to, c)"
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |
      When <kind> queries "Link.to(e1, $s)"
      Then the result is, in any order
        | $this | $s | 1.src |
        | -     | a  | e1    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-264 @FQL-143 @FQL-112
    Scenario Outline: A member of an inherited component matches; a member that names a deleted entity does not
      When Link gets (OnInstantiate, Inherit)
      And e4 gets (IsA, e2)
      And <kind> queries "(Link.to, c)"
      Then the result is, in any order
        | $this | 1.src |
        | e2    | -     |
        | e4    | e2    |
      When c is deleted
      And <kind> queries "(Link.to, $s)"
      Then the result is, in any order
        | $this | $s |
        | e1    | a  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
