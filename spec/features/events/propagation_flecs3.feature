@profile:flecs-3
Feature: Event propagation

  Rule: Events propagate along IsA

    @propagation-01 @REL-208 @QRY-009
    Scenario: Adding, setting or removing a component of a prefab causes events for its instances
      Given a component Mass {value i32}
      And a prefab Base
      And an entity inst with (IsA, Base)
      And an entity deep with (IsA, inst)
      And an entity own with (IsA, Base)
      And own gets Mass {value: 9}
      And an observer o is prepared for "Mass", on OnAdd and OnSet and OnRemove
      When Base gets Mass {value: 1}
      Then the events are
        | o | OnAdd | inst | Mass | from Base |
        | o | OnSet | inst | Mass | from Base |
        | o | OnAdd | deep | Mass | from Base |
        | o | OnSet | deep | Mass | from Base |
      When Base gets Mass {value: 2}
      And Mass of Base is modified
      Then the events are
        | o | OnSet | inst | Mass | from Base |
        | o | OnSet | deep | Mass | from Base |
        | o | OnSet | inst | Mass | from Base |
        | o | OnSet | deep | Mass | from Base |
      When Base loses Mass
      Then the events are
        | o | OnRemove | inst | Mass | from Base |
        | o | OnRemove | deep | Mass | from Base |

    @propagation-02 @REL-208 @REL-091
    Scenario: An own value hides the inherited one without an event for the inherited one
      Given a component Mass {value i32}
      And these facts
        | base | Mass {value: 1} |
        | inst | (IsA, base)     |
        | deep | (IsA, inst)     |
      And an observer o is prepared for "Mass", on OnAdd and OnSet and OnRemove
      When inst gets Mass {value: 2}
      Then the events are
        | o | OnAdd | inst | Mass |           |
        | o | OnSet | inst | Mass |           |
        | o | OnSet | deep | Mass | from inst |
      When base gets Mass {value: 3}
      Then the events are o OnSet base Mass
      When inst loses Mass
      Then the events are o OnRemove inst Mass

    @propagation-03 @QRY-009 @QRY-010 @REL-088
    Scenario: A new instance causes an event for each id of its base
      Given a component Mass {value i32}
      And these facts
        | base | Mass {value: 1}, Npc, (Likes, a) |
      And an observer o is prepared for "Mass", on OnAdd and OnSet and OnRemove
      And an observer n is prepared for "Npc", on OnAdd and OnRemove
      And an observer l is prepared for "(Likes, *)", on OnAdd and OnRemove
      When inst gets (IsA, base)
      Then the events are
        | o | OnAdd | inst | Mass       | from base |
        | o | OnSet | inst | Mass       | from base |
        | n | OnAdd | inst | Npc        | from base |
        | l | OnAdd | inst | (Likes, a) | from base |
      When inst loses (IsA, base)
      Then the events are
        | o | OnRemove | inst | Mass       | from base |
        | n | OnRemove | inst | Npc        | from base |
        | l | OnRemove | inst | (Likes, a) | from base |

    @propagation-14 @observers.inherited
    Scenario: An own id hides the inherited one without an event for the inherited one
      Given a tag Npc
      And an entity base with Npc
      And an entity e with (IsA, base)
      And an observer o is prepared for "Npc", on OnAdd and OnRemove
      When e gets Npc
      Then the events are o OnAdd e Npc
      When e loses Npc
      Then the events are o OnRemove e Npc
      When base loses Npc
      Then the events are o OnRemove base Npc and o OnRemove e Npc from base

    @propagation-04 @REL-180 @REL-208
    Scenario: An id that is not inherited causes no events for instances
      Given a tag Secret with DontInherit
      And these facts
        | inst | (IsA, base) |
      And an observer o is prepared for "Secret", on OnAdd and OnRemove
      When base gets Secret
      Then the events are o OnAdd base Secret
      When late gets (IsA, base)
      Then the events are none

    @propagation-05 @REL-208 @QRY-010
    Scenario: Deleting a base causes OnRemove for each id that its instances inherited
      Given these facts
        | base | Npc         |
        | inst | (IsA, base) |
      And an observer o is prepared for "Npc", on OnRemove
      And an observer m is prepared for "Npc", monitoring
      When base is deleted
      Then the events are
        | o | OnRemove | base | Npc |           |
        | o | OnRemove | inst | Npc | from base |
        | m | OnRemove | base |     | leaving   |
        | m | OnRemove | inst |     | leaving   |

    @propagation-06 @REL-208
    Scenario: An observer with self gets no events for inherited ids
      Given these facts
        | inst | (IsA, base) |
      And a tag Npc
      And an observer o is prepared for "Npc(self)", on OnAdd and OnRemove
      When base gets Npc
      And base loses Npc
      Then the events in order are o OnAdd base Npc, o OnRemove base Npc

  Rule: Events propagate along a traversable relationship

    @propagation-11 @REL-207 @REL-209
    Scenario: A term with traversal causes OnAdd when it begins to match an entity, and OnRemove when it no longer does
      Given a relationship In with Traversable
      And a tag Hot
      And these facts
        | cup   | (In, kitchen) |
        | table | (In, kitchen) |
        | tea   | (In, cup)     |
      And an observer o is prepared for "Hot(up(In))", on OnAdd and OnRemove
      When kitchen gets Hot
      Then the events are
        | o | OnAdd | cup   | Hot | from kitchen |
        | o | OnAdd | table | Hot | from kitchen |
        | o | OnAdd | tea   | Hot | from kitchen |
      When table loses (In, kitchen)
      Then the events are o OnRemove table Hot from kitchen
      When kitchen loses Hot
      Then the events are
        | o | OnRemove | cup | Hot | from kitchen |
        | o | OnRemove | tea | Hot | from kitchen |

    @propagation-12 @REL-207 @REL-209
    Scenario: A relationship that is not traversable carries no events
      Given a relationship Likes
      And a tag Hot
      When an observer o is prepared for "Hot(up(Likes))", on OnAdd
      Then it fails with not_traversable
      When Likes is Acyclic
      And an observer o is prepared for "Hot(up(Likes))", on OnAdd
      Then it fails with not_traversable
      When Likes is not Acyclic
      And an observer o is prepared for "Hot", on OnAdd
      And these facts
        | a | (Likes, b) |
        | b | (Likes, a) |
      And b gets Hot
      Then the events are o OnAdd b Hot

    @propagation-13 @REL-208
    Scenario: Setting a component of a parent causes events for its children
      Given a component Mass {value i32}
      And these facts
        | child | (ChildOf, parent) |
      And an observer o is prepared for "Mass(self|up(ChildOf))", on OnAdd and OnSet
      When parent gets Mass {value: 1}
      Then the events are
        | o | OnAdd | parent | Mass |             |
        | o | OnSet | parent | Mass |             |
        | o | OnAdd | child  | Mass | from parent |
        | o | OnSet | child  | Mass | from parent |
      When parent gets Mass {value: 2}
      Then the events are
        | o | OnSet | parent | Mass |             |
        | o | OnSet | child  | Mass | from parent |
