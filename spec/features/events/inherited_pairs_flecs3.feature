@profile:flecs-3
Feature: Observers of inherited pairs

  Background:
    Given a relationship Likes
    And an entity Alice

  @heard-01 @REL-208 @REL-089 @QRY-009
  Scenario Outline: A pair that a base gains or loses causes events for its instances, whatever the pattern of the observer
    Given these facts
      | inst | (IsA, base) |
      | deep | (IsA, inst) |
    And an observer o is prepared for "<pattern>", on OnAdd and OnRemove
    When base gets (Likes, Alice)
    Then the events are
      | o | OnAdd | base | (Likes, Alice) |           |
      | o | OnAdd | inst | (Likes, Alice) | from base |
      | o | OnAdd | deep | (Likes, Alice) | from base |
    When inst gets (Likes, Alice)
    Then the events are
      | o | OnAdd | inst | (Likes, Alice) |           |
    When base loses (Likes, *)
    Then the events are
      | o | OnRemove | base | (Likes, Alice) |           |
    When Alice is deleted
    Then the events are
      | o | OnRemove | inst | (Likes, Alice) |           |
      | o | OnRemove | deep | (Likes, Alice) | from inst |

    Examples:
      | pattern    |
      | (Likes, *) |
      | (*, Alice) |
      | (Likes, _) |

  @heard-02 @REL-208 @REL-089 @QRY-010
  Scenario: A new instance causes an event for each pair that it inherits, also from bases of its base
    Given these facts
      | base | (Likes, Alice), (IsA, root) |
      | deep | (IsA, inst)                 |
    And an observer o is prepared for "(*, *)", on OnAdd and OnRemove
    When inst gets (IsA, base)
    Then the events are
      | o | OnAdd | inst | (IsA, base)    |           |
      | o | OnAdd | inst | (IsA, root)    | from base |
      | o | OnAdd | inst | (Likes, Alice) | from base |
      | o | OnAdd | deep | (IsA, base)    | from inst |
      | o | OnAdd | deep | (IsA, root)    | from base |
      | o | OnAdd | deep | (Likes, Alice) | from base |
    When base is deleted
    Then the events are
      | o | OnRemove | base | (Likes, Alice) |           |
      | o | OnRemove | base | (IsA, root)    |           |
      | o | OnRemove | inst | (IsA, base)    |           |
      | o | OnRemove | inst | (IsA, root)    | from base |
      | o | OnRemove | inst | (Likes, Alice) | from base |
      | o | OnRemove | deep | (IsA, base)    | from inst |
      | o | OnRemove | deep | (IsA, root)    | from base |
      | o | OnRemove | deep | (Likes, Alice) | from base |

  @heard-03 @REL-208 @REL-212
  Scenario: An own exclusive target replaces the inherited one, and removing it restores the inherited one
    Given a relationship In with Exclusive
    And these facts
      | base | (In, a)     |
      | inst | (IsA, base) |
      | deep | (IsA, inst) |
    And an observer o is prepared for "(In, *)", on OnAdd and OnRemove
    And an observer m is prepared for "(In, a)", monitoring
    When inst gets (In, b)
    Then the events are
      | o | OnRemove | inst | (In, a) | from base |
      | o | OnAdd    | inst | (In, b) |           |
      | o | OnRemove | deep | (In, a) | from base |
      | o | OnAdd    | deep | (In, b) | from inst |
      | m | OnRemove | inst |         | leaving   |
      | m | OnRemove | deep |         | leaving   |
    When inst loses (In, b)
    Then the events are
      | o | OnRemove | inst | (In, b) |           |
      | o | OnAdd    | inst | (In, a) | from base |
      | o | OnRemove | deep | (In, b) | from inst |
      | o | OnAdd    | deep | (In, a) | from base |
      | m | OnAdd    | inst |         |           |
      | m | OnAdd    | deep |         |           |

  @heard-04 @REL-207 @REL-213
  Scenario: A term with up causes events only if an entity starts or stops matching, not if another ancestor matches
    Given a tag Hot
    And these facts
      | stove | Hot              |
      | oven  | Hot              |
      | pot   | (ChildOf, stove) |
      | soup  | (ChildOf, pot)   |
    And an observer o is prepared for "Hot(up(ChildOf))", on OnAdd and OnRemove
    When pot gets (ChildOf, oven)
    Then the events are none
    When pot gets (ChildOf, table)
    Then the events are
      | o | OnRemove | pot  | Hot | from oven |
      | o | OnRemove | soup | Hot | from oven |
    When table gets Hot
    Then the events are
      | o | OnAdd | pot  | Hot | from table |
      | o | OnAdd | soup | Hot | from table |
    When pot gets Hot
    Then the events are none
    When table is deleted
    Then the events are
      | o | OnRemove | pot  | Hot | from table |
      | o | OnRemove | soup | Hot | from pot   |

  @heard-05 @REL-208 @REL-182
  Scenario: A prefab causes no events, but its instances do
    Given a prefab Base
    And an entity inst with (IsA, Base)
    And an observer o is prepared for "(Likes, *)", on OnAdd and OnRemove
    And an observer m is prepared for "(Likes, *)", monitoring
    When Base gets (Likes, Alice)
    And Base gets (Likes, Bob)
    Then the events are
      | o | OnAdd | inst | (Likes, Alice) | from Base |
      | m | OnAdd | inst |                |           |
      | o | OnAdd | inst | (Likes, Bob)   | from Base |
    When inst loses (IsA, Base)
    Then the events are
      | o | OnRemove | inst | (Likes, Alice) | from Base |
      | o | OnRemove | inst | (Likes, Bob)   | from Base |
      | m | OnRemove | inst |                | leaving   |
    When Base is not Prefab
    Then the events are m OnAdd Base

  @heard-06 @REL-208 @REL-090 @REL-045
  Scenario: Setting a pair of a base causes OnSet for the instances that do not own it
    Given a relationship Eats {amount i32}
    And these facts
      | inst | (IsA, base) |
    And an observer o is prepared for "(Eats, *)", on OnSet
    When base gets (Eats, a) {amount: 1}
    Then the events are
      | o | OnSet | base | (Eats, a) |           |
      | o | OnSet | inst | (Eats, a) | from base |
    When inst gets (Eats, a)
    And base gets (Eats, a) {amount: 2}
    Then the events are
      | o | OnSet | base | (Eats, a) |           |
    When inst gets (Eats, a) {amount: 2}
    Then the events are
      | o | OnSet | inst | (Eats, a) |           |

  @heard-07 @QRY-009 @REL-089 @REL-208
  Scenario: A new observer that yields existing entities gets inherited pairs, and OnSet only for pairs with data
    Given a relationship Eats {amount i32}
    And these facts
      | base | (Likes, Alice), (Eats, Alice) {amount: 1} |
      | inst | (IsA, base)                               |
    When an observer o is prepared for "(*, Alice)", on OnAdd and OnSet, yielding existing
    Then the events are
      | o | OnAdd | base | (Likes, Alice) |           |
      | o | OnAdd | base | (Eats, Alice)  |           |
      | o | OnSet | base | (Eats, Alice)  |           |
      | o | OnAdd | inst | (Likes, Alice) | from base |
      | o | OnAdd | inst | (Eats, Alice)  | from base |
      | o | OnSet | inst | (Eats, Alice)  | from base |

  @heard-08 @QRY-009 @REL-208 @REL-118
  Scenario: If another base has the same id, losing one base causes no event
    Given a component Mass {value i32}
    And these facts
      | one  | Mass {value: 1}, (Likes, Alice) |
      | two  | Mass {value: 2}, (Likes, Alice) |
      | inst | (IsA, one), (IsA, two)          |
    And an observer o is prepared for "(Likes, *)", on OnAdd and OnRemove
    And an observer m is prepared for "Mass", on OnAdd and OnRemove and OnSet
    When one is deleted
    Then the events are
      | o | OnRemove | one | (Likes, Alice) |
      | m | OnRemove | one | Mass           |
    And the value of Mass on inst is {value: 2}
    When inst loses (IsA, two)
    Then the events are
      | o | OnRemove | inst | (Likes, Alice) | from two |
      | m | OnRemove | inst | Mass           | from two |
