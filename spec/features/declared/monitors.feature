@profile:tecs
Feature: Observers of declared relationships

  Rule: A monitor is notified when an entity starts or stops matching

    @monitors-01 @TECS-123 @TECS-149 @declared.monitors
    Scenario: A monitor is notified of the first edge and of the removal of the last
      Given a relationship Follows
      And an observer o is prepared for `Follows`, monitoring
      When Duckling gets (Follows, Duck)
      And Duckling gets (Follows, Swan)
      Then the events are o OnAdd Duckling
      When Duckling loses (Follows, Duck)
      Then the events are none
      When Duckling loses (Follows, Swan)
      Then the events are o OnRemove Duckling leaving

    @monitors-02 @TECS-149 @TECS-150 @declared.monitors
    Scenario: Deleting a target causes an event for each source that stops matching
      Given a relationship Follows
      And these facts
        | Duckling | (Follows, Duck), (Follows, Swan) |
        | Chick    | (Follows, Duck)                  |
        | Cygnet   | (Follows, Duck)                  |
      And an observer o is prepared for `Follows`, monitoring
      When Duck is deleted
      Then the events are o OnRemove Chick leaving and o OnRemove Cygnet leaving

    @monitors-03 @TECS-149
    Scenario: A monitor of one target gets events of that target only
      Given a relationship Follows
      And an entity Duck
      And an observer o is prepared for `(Follows, Duck)`, monitoring
      When Duckling gets (Follows, Swan)
      And Duckling gets (Follows, Duck)
      Then the events are o OnAdd Duckling
      When Duck is deleted
      Then the events are o OnRemove Duckling leaving

    @monitors-04 @TECS-123 @TECS-150
    Scenario: A move between two matching tables causes no event
      Given a relationship Follows
      And a component Wet
      And these facts
        | Duckling | (Follows, Duck) |
      And an observer o is prepared for `Follows`, monitoring
      When Duckling gets Wet
      And Duckling gets (Follows, Duck)
      And Duckling gets (Follows, Swan)
      Then the events are none

    @monitors-05 @TECS-123
    Scenario: Replacing the target of an exclusive relationship causes no event
      Given a relationship Attacks with exclusive
      And these facts
        | Ship | (Attacks, Pirate) |
      And an observer o is prepared for `Attacks`, monitoring
      When Ship gets (Attacks, Kraken)
      Then the events are none

    @monitors-06 @TECS-150
    Scenario: A cascade causes an event for each deleted entity
      Given these facts
        | Duckling | (ChildOf, Duck)     |
        | Egg      | (ChildOf, Duckling) |
      And an observer o is prepared for `ChildOf`, monitoring
      When Duck is deleted
      Then the events are o OnRemove Duckling leaving and o OnRemove Egg leaving

    @monitors-07 @TECS-123 @TECS-064
    Scenario: If a query excludes a relationship, gaining an edge causes OnRemove and losing it causes OnAdd
      Given a component Transform
      And an entity Duck
      And an entity Duckling with Transform
      And an observer roots is prepared for `Transform, !ChildOf`, monitoring
      When Duckling gets (ChildOf, Duck)
      Then the events are roots OnRemove Duckling leaving
      When Duckling loses ChildOf
      Then the events are roots OnAdd Duckling

    @monitors-08 @TECS-123 @declared.restore-events
    Scenario: For a monitor, a restore removes every entity and adds those of the restored world
      Given a relationship Follows
      And these facts
        | Duckling | (Follows, Duck) |
      And an observer o is prepared for `Follows`, monitoring
      When the world is kept as before
      And Duckling loses Follows
      Then the events are o OnRemove Duckling leaving
      When the world is taken back to before
      Then the events are o OnAdd Duckling
      When the world is taken back to before
      Then the events are o OnRemove Duckling leaving and o OnAdd Duckling

    @monitors-10 @TECS-123 @declared.scope-events
    Scenario: An edge that is removed and set again in a deferral causes no event
      Given a relationship Follows
      And these facts
        | Duckling | (Follows, Duck) |
      And an entity Chick
      And an observer o is prepared for `Follows`, monitoring
      When the world is deferred
      And Duckling loses Follows
      And Duckling gets (Follows, Duck)
      And Chick gets (Follows, Duck)
      Then the events are none
      When the world is no longer deferred
      Then the events are o OnAdd Chick

    @monitors-11 @TECS-064 @declared.scope-events
    Scenario: An entity that is created and deleted in a deferral causes no event
      Given a component Wet
      And an observer o is prepared for `!Wet`, monitoring
      When the world is deferred
      And an entity Duck
      And an entity Chick
      And Chick is deleted
      Then the events are none
      When the world is no longer deferred
      Then the events are o OnAdd Duck

    @monitors-09 @TECS-123 @observers.yield-existing
    Scenario: A monitor of removals cannot report existing entities
      Given a relationship Follows
      When an observer o is prepared for `Follows`, on OnRemove, monitoring, yielding existing
      Then it fails with invalid

  Rule: A restore ends no monitor

    @monitors-12 @observers.life
    Scenario: A monitor stays if a restore removes its parent
      Given a component Wet
      When the world is kept as s
      And an entity Pond
      And an observer o is prepared for `!Wet`, monitoring, below Pond
      And the world is taken back to s
      Then the events are o OnRemove Pond leaving
      When an entity Duck
      Then the events are o OnAdd Duck
