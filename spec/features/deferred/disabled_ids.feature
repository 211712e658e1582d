@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Disabled ids

  CanToggle has an effect only in flecs-4.1.

  @toggles-01 @REL-018 @REL-025 @F41-002 @F41-173 @toggle.hides
  Scenario: A disabled id stays owned, and queries do not match it
    Given a component Mass {value i32}
    And these facts
      | a | Mass {value: 1}, Npc, (Likes, b) |
      | b | Mass {value: 2}                  |
    And Mass gets CanToggle
    When Mass of a is disabled
    Then the changes are
      | + | a | off Mass |
    And a has Mass
    And a owns Mass
    And the value of Mass on a is {value: 1}
    When a query queries "Mass"
    Then the result is, in any order
      | $this |
      | b     |
    When a query queries "Npc, !Mass"
    Then the result is, in any order
      | $this |
      | a     |
    When a query queries "Npc, ?Mass"
    Then the result is, in any order
      | $this | 2 |
      | a     | - |
    When a gets Mass {value: 3}
    Then the value of Mass on a is {value: 3}
    When a query queries "Mass(a)"
    Then the result is empty
    When Mass of a is enabled
    Then the changes are
      | - | a | off Mass |
    When a query queries "Npc, Mass"
    Then the result is, in any order
      | $this |
      | a     |

  @toggles-02 @REL-041 @REL-026
  Scenario: Disabling one pair leaves the other pairs of the relationship
    Given these facts
      | a | (Likes, x), (Likes, y) |
    And Likes gets CanToggle
    When (Likes, x) of a is disabled
    And a query queries "(Likes, *)"
    Then the result is, in any order
      | $this | 1          |
      | a     | (Likes, y) |
    And the targets of Likes on a are x and y
    When a query queries "(*, x)"
    Then the result is empty
    When (Likes, y) of a is disabled
    Then a has (Likes, *)
    When a query queries "(Likes, _)"
    Then the result is empty
    When a cached query q is prepared for "(Likes, *)"
    And (Likes, y) of a is enabled
    And query q is iterated
    Then the result is, in any order
      | $this | 1          |
      | a     | (Likes, y) |

  @toggles-03 @REL-003 @REL-212
  Scenario: A new target is enabled, and so is an id that is removed and added again
    Given a relationship In with Exclusive
    And these facts
      | a | Npc, (In, x) |
    And these facts
      | Npc | CanToggle |
      | In  | CanToggle |
    When Npc of a is disabled
    And a loses Npc
    And a gets Npc
    And a query queries "Npc"
    Then the result is, in any order
      | $this |
      | a     |
    When (In, x) of a is disabled
    And a gets (In, y)
    Then the changes are
      | - | a | (In, x)     |
      | - | a | off (In, x) |
      | + | a | (In, y)     |
    When a query queries "(In, *)"
    Then the result is, in any order
      | $this | 1       |
      | a     | (In, y) |

  @toggles-04 @REL-025
  Scenario: An id can be disabled only if the entity owns it; patterns and ids of reserved entities cannot
    Given these facts
      | a   | Npc       |
      | Npc | CanToggle |
    When Other of a is disabled
    Then it fails with invalid
    When the operation {"op":"disable","entity":"a","id":"*"}
    Then it fails with invalid
    When Exclusive of ChildOf is disabled
    Then it fails with invalid
    When Other of a is enabled
    Then it fails with invalid
    When Npc of a is enabled
    Then the world is unchanged

  @toggles-05 @REL-101 @REL-206
  Scenario: Deletion and depth follow a disabled pair, but traversal in a query does not
    Given a tag Hot
    And an entity p with Hot
    And an entity c below p
    And ChildOf gets CanToggle
    When (ChildOf, p) of c is disabled
    And a query queries [{"first":"Hot","src":{"trav":{"flags":["up"],"rel":"ChildOf"}}}]
    Then the result is empty
    And the parent of c is p
    And the depth of c along ChildOf is 1
    When p is deleted
    Then c is not alive

  @toggles-06 @QRY-010 @QRY-009
  Scenario: Disabling an id causes events only for monitors
    Given a tag Npc with CanToggle
    And an observer o is prepared for "Npc", on OnAdd and OnRemove
    And an observer m is prepared for "Npc", monitoring
    And an entity e with Npc
    When Npc of e is disabled
    And Npc of e is enabled
    Then the events in order are
      | o | OnAdd    | e | Npc     |
      | m | OnAdd    | e |         |
      | m | OnRemove | e | leaving |
      | m | OnAdd    | e |         |

  @toggles-07 @QRY-103
  Scenario: Disabling can be deferred, and a snapshot restores it
    Given these facts
      | a   | Npc       |
      | Npc | CanToggle |
    When the world is deferred
    And Npc of a is disabled
    And a query queries "Npc"
    Then the result is, in any order
      | $this |
      | a     |
    When the world is no longer deferred
    Then the changes are
      | + | a | off Npc |
    When the world is kept as s
    And Npc of a is enabled
    And the world is taken back to s
    And a query queries "Npc"
    Then the result is empty

  @toggles-08 @REL-018 @REL-025
  Scenario: An id stays disabled while its entity changes tables, and for that entity only
    Given a component Mass {value i32}
    And these facts
      | a | Mass {value: 1}, Npc |
      | b | Mass {value: 2}, Npc |
      | c | Mass {value: 3}, Npc |
    And Mass gets CanToggle
    And a cached query q is prepared for "Mass, Npc"
    When Mass of a is disabled
    And query q is iterated
    Then the result is, in any order
      | $this |
      | b     |
      | c     |
    When a gets Other
    And b gets Other
    And Mass of c is disabled
    And query q is iterated
    Then the result is, in any order
      | $this |
      | b     |
    When a query queries "Npc, !Mass"
    Then the result is, in any order
      | $this |
      | a     |
      | c     |
    When a loses Other
    And a gets Mass {value: 4}
    And query q is iterated
    Then the result is, in any order
      | $this |
      | b     |
    When b is deleted
    And Mass of a is enabled
    And query q is iterated
    Then the result is, in any order
      | $this |
      | a     |
