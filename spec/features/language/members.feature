@profile:flecs-4 @profile:flecs-4.1
Feature: Members

  Rule: C.m is the entity in a member of a component

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
    Scenario Outline: A member term compares with a given entity
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
