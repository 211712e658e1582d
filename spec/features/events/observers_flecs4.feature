@profile:flecs-4
Feature: Observers of the query language

  @observers-10 @FQL-049
  Scenario: A filter term causes no events
    Given a tag A
    And a tag B
    And an observer o is prepared for "[filter] A, B", on OnAdd and OnRemove
    When e gets B
    And e gets A
    Then the events are none
    When e loses B
    And e gets B
    Then the events in order are o OnRemove e B, o OnAdd e B
    When e loses A
    Then the events are none

  @observers-61 @QRY-009 @QRY-010
  Scenario: Variables join the observed pair with its conditions
    Given a relationship Likes
    And a tag Npc
    And an observer o is prepared for "(Likes, $x), Npc($x)", on OnAdd and OnRemove
    And these facts
      | Alice | Npc |
    When Bob gets (Likes, Alice)
    And Dan gets (Likes, Carl)
    And Carl gets Npc
    Then the events are o OnAdd Bob (Likes, Alice)
    When Bob loses (Likes, Alice)
    And Bob gets (Likes, Alice)
    And Alice loses Npc
    And Bob loses (Likes, Alice)
    Then the events in order are o OnRemove Bob (Likes, Alice), o OnAdd Bob (Likes, Alice)

  @observers-62 @QRY-009 @FQL-112
  Scenario: Observers see a copied id as the instance's own and a shared id as inherited
    Given a component Mass {value i32}
    And a tag Shared with (OnInstantiate, Inherit)
    And these facts
      | base | Mass {value: 1}, Shared |
    And an observer o is prepared for "Mass", on OnAdd and OnSet and OnRemove
    And an observer s is prepared for "Shared", on OnAdd and OnRemove
    When inst gets (IsA, base)
    Then the events are
      | o | OnAdd | inst | Mass   |           |
      | o | OnSet | inst | Mass   |           |
      | s | OnAdd | inst | Shared | from base |
    When base gets Mass {value: 2}
    And base loses Shared
    Then the events are
      | o | OnSet    | base | Mass   |           |
      | s | OnRemove | base | Shared |           |
      | s | OnRemove | inst | Shared | from base |
