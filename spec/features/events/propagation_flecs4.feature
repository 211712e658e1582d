@profile:flecs-4 @profile:flecs-4.1
Feature: Event propagation with the query language of Flecs 4

  Rule: Events propagate along IsA

    Background:
      Given a component Mass {value i32} with (OnInstantiate, Inherit)

    @propagation-21 @F41-137 @F41-138 @F41-139
    Scenario: A new instance causes OnSet for each component that it newly inherits
      Given a component Speed {value i32} with (OnInstantiate, Inherit)
      And these facts
        | low  | Mass {value: 1}                   |
        | high | Mass {value: 2}, Speed {value: 3} |
        | own  | Mass {value: 4}                   |
      And an observer o is prepared for "Mass", on OnSet
      And an observer s is prepared for "Speed", on OnSet
      When inst gets (IsA, high)
      Then the events are
        | o | OnSet | inst | Mass  | from high |
        | s | OnSet | inst | Speed | from high |
      When other gets (IsA, low)
      And other gets (IsA, high)
      Then the events are
        | o | OnSet | other | Mass  | from low  |
        | s | OnSet | other | Speed | from high |
      When own gets (IsA, low)
      Then the events are none
      When inst gets (IsA, low)
      Then the events are o OnSet inst Mass from low

    @propagation-22 @F41-141 @F41-142
    Scenario: Setting a component of a base causes OnSet for its instances, too, but an observer with self sees only the base
      Given these facts
        | inst | (IsA, base) |
      And an observer s is prepared for "Mass(self)", on OnAdd and OnSet and OnRemove
      And an observer o is prepared for "Mass", on OnAdd and OnSet and OnRemove
      When base gets Mass {value: 1}
      Then the events are
        | s | OnAdd | base | Mass |           |
        | s | OnSet | base | Mass |           |
        | o | OnAdd | base | Mass |           |
        | o | OnSet | base | Mass |           |
        | o | OnAdd | inst | Mass | from base |
        | o | OnSet | inst | Mass | from base |
      When base gets Mass {value: 2}
      Then the events are
        | s | OnSet | base | Mass |           |
        | o | OnSet | base | Mass |           |
        | o | OnSet | inst | Mass | from base |

  Rule: Events propagate along a relationship that a term traverses

    @propagation-23 @F41-155 @F41-156
    Scenario: An event travels down each branch until an entity that has the component itself
      Given a component Mass {value i32}
      And these facts
        | child | (ChildOf, top)                  |
        | heavy | (ChildOf, top), Mass {value: 3} |
        | below | (ChildOf, heavy)                |
        | leaf  | (ChildOf, child)                |
      And an observer o is prepared for "Mass(up)", on OnAdd and OnSet and OnRemove
      When top gets Mass {value: 1}
      Then the events are
        | o | OnAdd | child | Mass | from top |
        | o | OnSet | child | Mass | from top |
        | o | OnAdd | heavy | Mass | from top |
        | o | OnSet | heavy | Mass | from top |
        | o | OnAdd | leaf  | Mass | from top |
        | o | OnSet | leaf  | Mass | from top |

    @propagation-24 @F41-157 @F41-158 @F41-159
    Scenario: Adding or removing a parent causes an event for each component, from the nearest ancestor that has it
      Given a component Mass {value i32}
      And a tag Hot
      And these facts
        | parent | (ChildOf, top), Mass {value: 2} |
        | top    | Mass {value: 1}, Hot            |
      And an observer o is prepared for "Mass(up)", on OnAdd and OnSet and OnRemove
      And an observer h is prepared for "Hot(up)", on OnAdd and OnRemove
      When e gets (ChildOf, parent)
      Then the events are
        | o | OnAdd | e | Mass | from parent |
        | h | OnAdd | e | Hot  | from top    |
      When e loses (ChildOf, parent)
      Then the events are
        | o | OnRemove | e | Mass | from parent |
        | h | OnRemove | e | Hot  | from top    |

    @propagation-25 @F41-060
    Scenario: A relationship that is not Traversable carries no events
      Given a relationship In with Traversable
      And a relationship Near
      And a tag Hot
      And these facts
        | cup | (In, kitchen), (Near, stove) |
      And an observer o is prepared for "Hot(up In)", on OnAdd
      When an observer n is prepared for "Hot(up Near)", on OnAdd
      Then it fails with not_traversable
      When stove gets Hot
      And kitchen gets Hot
      Then the events are o OnAdd cup Hot from kitchen
