@profile:flecs-4.1
Feature: Observers of Flecs 4.1

  Rule: OnSet is also reported for tags, for Not terms, and for values of a base that are visible again

    @more-01 @F41-145 @observers.on-set-more
    Scenario: An OnSet observer gets an event when a tag of its query is added
      Given a component Mass {value i32}
      And a tag Npc
      And an observer o is prepared for "Mass, Npc", on OnSet
      When e gets Mass {value: 1}
      Then the events are none
      When e gets Npc
      Then the events are o OnSet e Npc
      When e gets Mass {value: 2}
      Then the events are o OnSet e Mass
      When e gets Npc
      And e loses Npc
      Then the events are none

    @more-02 @observers.on-set-more
    Scenario: An observer of OnAdd and OnSet gets only OnAdd for a tag
      Given a tag Npc
      And an observer o is prepared for "Npc", on OnAdd and OnSet
      When e gets Npc
      Then the events are o OnAdd e Npc
      When an observer s is prepared for "Npc", on OnSet, yielding existing
      Then the events are s OnSet e Npc

    @more-03 @F41-147 @observers.on-set-more
    Scenario: An OnSet observer gets an event when the id of a Not term is removed
      Given a component Mass {value i32}
      And a component Speed {value i32}
      And an observer o is prepared for "Mass, !Speed", on OnSet
      When e gets Speed {value: 1}
      And e gets Mass {value: 1}
      Then the events are none
      When e loses Speed
      Then the events are o OnSet e Speed
      When e gets Mass {value: 2}
      Then the events are o OnSet e Mass
      When e gets Speed {value: 2}
      Then the events are none

    @more-04 @F41-140 @observers.on-set-more
    Scenario: If an own value is removed, OnSet is reported for the value of the base
      Given a component Mass {value i32} with (OnInstantiate, Inherit)
      And these facts
        | base | Mass {value: 1}              |
        | inst | (IsA, base), Mass {value: 2} |
      And an observer o is prepared for "Mass", on OnAdd and OnSet
      And an observer s is prepared for "Mass(self)", on OnSet
      When inst loses Mass
      Then the events are o OnSet inst Mass from base
      When inst gets Mass
      Then the events are o OnAdd inst Mass
      When inst loses (IsA, base)
      And inst loses Mass
      Then the events are none

  Rule: An observer that ends reports nothing

    @more-05 @F41-151 @F41-152 @observers.yield-existing
    Scenario: An observer that reported existing entities reports nothing when it ends
      Given an entity a with Npc
      And an entity Physics
      And an observer o is prepared for "Npc", on OnAdd and OnRemove, yielding existing
      And an observer p is prepared for "Npc", on OnAdd and OnRemove, yielding existing, below Physics
      Then the events are o OnAdd a Npc and p OnAdd a Npc
      When query o is released
      And Physics is deleted
      Then the events are none

  Rule: If every term has a fixed source, the fixed sources cause the events

    @more-07 @F41-153 @F41-048 @observers.trigger
    Scenario: A fixed source causes events for ids that it inherits, and a Singleton for its own id
      Given a component Mass {value i32} with (OnInstantiate, Inherit)
      And a component Time {value i32} with Singleton
      And an entity Game
      And Base gets Mass {value: 1}
      And an observer o is prepared for "Mass(Game)", on OnAdd and OnSet and OnRemove
      And an observer t is prepared for "Time", on OnSet
      When Game gets (IsA, Base)
      And Base gets Mass {value: 2}
      And Time gets Time {value: 1}
      Then the events in order are
        | o | OnAdd | Game | Mass | from Base |
        | o | OnSet | Game | Mass | from Base |
        | o | OnSet | Game | Mass | from Base |
        | t | OnSet | Time | Time |           |
      When Base is deleted
      Then the events are o OnRemove Game Mass from Base
