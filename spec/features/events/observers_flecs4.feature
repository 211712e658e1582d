@profile:flecs-4 @profile:flecs-4.1
Feature: Observers with the query language of Flecs 4

  @observers-10 @FQL-049 @F41-144
  Scenario: A term with [filter] causes no events
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
  Scenario: A variable connects the observed pair with conditions on its target
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
  Scenario: To observers a copied id is owned by the instance, and a shared id is inherited
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

  @observers-63 @QRY-009 @QRY-010 @FQL-153
  Scenario: An observer ignores a term on an unset variable
    Given a tag Person
    And these facts
      | cat  | Friendly      |
      | ann  | (Likes, wolf) |
      | cyd  | (Likes, cat)  |
    And an entity bob
    And an observer o is prepared for "Person, ?(Likes, $x), Friendly($x)", on OnAdd and OnRemove
    And an observer m is prepared for "Person, ?(Likes, $x), Friendly($x)", monitoring
    When ann is Person
    Then the events are none
    When bob is Person
    And cyd is Person
    Then the events are
      | o | OnAdd | bob | Person |
      | m | OnAdd | bob |        |
      | o | OnAdd | cyd | Person |
      | m | OnAdd | cyd |        |
    When ann loses (Likes, wolf)
    And bob gets (Likes, wolf)
    Then the events are
      | m | OnAdd    | ann |         |
      | m | OnRemove | bob | leaving |
    When bob is not Person
    And cyd is not Person
    Then the events are
      | o | OnRemove | cyd | Person |         |
      | m | OnRemove | cyd |        | leaving |

  @observers-64 @QRY-009 @FQL-153
  Scenario: A term of an observer with a variable reports each pair of its relationship, whatever value the variable has
    Given a relationship Eats
    And these facts
      | ann | Person, (Likes, cat) |
      | bob | Person               |
    And an observer o is prepared for "Person, ?(Likes, $x), (Eats, $x)", on OnAdd and OnRemove
    When bob gets (Eats, hay)
    Then the events are o OnAdd bob (Eats, hay)
    When ann gets (Eats, hay)
    Then the events are none
    When ann gets (Eats, cat)
    And ann gets (Eats, cake)
    Then the events are
      | o | OnAdd | ann | (Eats, cat)  |
      | o | OnAdd | ann | (Eats, cake) |
    When bob gets (Likes, cat)
    And bob loses (Eats, hay)
    Then the events are none
    When ann loses (Eats, hay)
    And ann loses (Eats, cat)
    And ann loses (Eats, cake)
    Then the events are
      | o | OnRemove | ann | (Eats, hay) |
      | o | OnRemove | ann | (Eats, cat) |

  @observers-65 @QRY-009 @FQL-135 @FQL-149
  Scenario: The events of an observer depend on whether a comparison is before or after an Optional term
    Given a tag Person
    And these facts
      | ann | (Likes, cat)  |
      | cyd | (Likes, wolf) |
    And an entity dan
    And an observer after is prepared for "Person, ?(Likes, $x), $x == cat", on OnAdd
    And an observer before is prepared for "Person, $x == cat, ?(Likes, $x)", on OnAdd
    And an observer other is prepared for "Person, ?(Likes, $x), $x != cat", on OnAdd
    When ann is Person
    And cyd is Person
    And dan is Person
    Then the events are
      | after  | OnAdd | ann | Person |
      | after  | OnAdd | dan | Person |
      | before | OnAdd | ann | Person |
      | before | OnAdd | cyd | Person |
      | before | OnAdd | dan | Person |
      | other  | OnAdd | cyd | Person |
      | other  | OnAdd | dan | Person |

  @observers-67 @QRY-009 @FQL-115 @observers.monitor
  Scenario: A monitor is notified of entities that match because their component becomes a subclass
    Given these facts
      | e     | Melee         |
      | f     | Ghoul         |
      | Ghoul | (IsA, Melee)  |
      | Axe   | (IsA, Weapon) |
    And a tag Unit
    And an observer m is prepared for "Unit", monitoring
    When Melee gets (IsA, Unit)
    Then the events are m OnAdd e, m OnAdd f
    When Melee loses (IsA, Unit)
    Then the events are m OnRemove e leaving, m OnRemove f leaving
