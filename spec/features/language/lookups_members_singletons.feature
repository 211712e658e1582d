@profile:flecs-4 @profile:flecs-4.1
Feature: Lookup variables, members and singletons under operators

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

  @language-261 @FQL-138 @FQL-139 @FQL-141
  Scenario Outline: A lookup variable works in scopes, chains, targets and with a wildcard
    When <kind> queries "Ship, !{ Powered($this.cockpit) }"
    Then the result is, in any order
      | $this |
      | b     |
      | c     |
    When seat_c gets Damaged
    And <kind> queries "Ship, Powered($this.cockpit) || Damaged($this.cockpit)"
    Then the result is, in any order
      | $this | 2                   |
      | a     | Powered from seat_a |
      | c     | Damaged from seat_c |
    When <kind> queries "(Seat, $this.cockpit)"
    Then the result is, in any order
      | $this | 1              |
      | a     | (Seat, seat_a) |
    When <kind> queries "Ship, *($this.cockpit)"
    Then the result is, in any order
      | $this | 2                   |
      | a     | Powered from seat_a |
      | c     | Damaged from seat_c |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-262 @FQL-138 @FQL-141 @FQL-128
  Scenario Outline: A comparison with a child that does not exist is false
    When <kind> queries "(Seat, $s), $s == $this.cockpit"
    Then the result is, in any order
      | $this | $s     |
      | a     | seat_a |
    When <kind> queries "(Seat, $s), $s != $this.cockpit"
    Then the result is, in any order
      | $this | $s     |
      | c     | seat_a |
    When <kind> queries "(Seat, $s), !$s == $this.cockpit"
    Then the result is, in any order
      | $this |
      | b     |
      | c     |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

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
  Scenario Outline: A member of an inherited component is found, one that names a deleted entity is not
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

  @language-265 @FQL-091 @FQL-092 @FQL-094
  Scenario Outline: A singleton works under every operator
    When <kind> queries "Ship, !Clock($)"
    Then it fails with unresolved
    Given a component Clock {s f32}
    When <kind> queries "Ship, !Clock($)"
    Then the result is, in any order
      | $this |
      | a     |
      | b     |
      | c     |
    When <kind> queries "Powered, ?Clock($), !(Clock, $)"
    Then the result is, in any order
      | $this  | 2 | 3 |
      | seat_a | - | - |
    When Clock gets Clock {s: 5}
    And <kind> queries "Powered, ?Clock($)"
    Then the result is, in any order
      | $this  | 2                | 2.value |
      | seat_a | Clock from Clock | {s: 5}  |
    When <kind> queries "Ship, !{ Clock($) }"
    Then the result is empty
    When seat_a gets (Clock, Clock) {s: 7}
    And <kind> queries "(Clock, $), Clock($)"
    Then the result is, in any order
      | $this  | 1              | 1.value | 2.src |
      | seat_a | (Clock, Clock) | {s: 7}  | Clock |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |
