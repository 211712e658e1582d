@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Observers that act

  Rule: The acts of an observer run after the operation, each as an operation of its own

    @acts-01 @QRY-009 @QRY-010
    Scenario: If an observer removes a tag when it is added, observers get OnAdd and OnRemove
      Given a tag Angry
      And an observer o is prepared for "Angry", on OnAdd and OnRemove
      And an observer calm is prepared for "Angry", on OnAdd, doing remove $this $first
      When Bob gets Angry
      Then Bob does not have Angry
      And the events are
        | o    | OnAdd    | Bob | Angry |
        | calm | OnAdd    | Bob | Angry |
        | o    | OnRemove | Bob | Angry |
      And the count of Angry is 0

    @acts-02 @QRY-009 @QRY-010 @acts.operations
    Scenario: An act can use variables for the entity, the source and the elements of the id
      Given a relationship Likes
      And a tag Liked
      And an entity Hobbit with (Likes, Ale)
      And an observer o is prepared for "(Likes, *)", on OnAdd, doing add $second Liked and add $src Popular and add $this ($second, $first)
      When Frodo gets (Likes, Sam)
      Then Sam has Liked
      And Frodo has Popular
      And Frodo has (Sam, Likes)
      And Sam does not have Popular
      And the events are o OnAdd Frodo (Likes, Sam)

    @acts-03 @QRY-009 @acts.order
    Scenario: Acts run in the order in which the entities of their events were created
      Given a tag Npc
      And a relationship Crown
      And Crown is Exclusive
      And an entity Ann
      And an entity Bob
      And an observer king is prepared for "Npc", on OnRemove, doing add Realm (Crown, $this)
      When Bob gets Npc
      And Ann gets Npc
      And every entity loses Npc
      Then the targets of Crown on Realm are Bob

    @acts-14 @acts.order
    Scenario: The acts that an act causes run before the next act of the same observer
      Given a tag Npc
      And a relationship Crown
      And Crown is Exclusive
      And an observer o is prepared for "Npc", on OnAdd, doing add $this Rich and add Realm (Crown, Eve)
      And an observer rich is prepared for "Rich", on OnAdd, doing add Realm (Crown, Ann)
      When Bob gets Npc
      Then the targets of Crown on Realm are Eve

    @acts-04 @QRY-009 @acts.failures
    Scenario: If an act fails, the operation and the other acts stay, and the failure is listed with the events
      Given a tag Npc
      And an observer o is prepared for "Npc", on OnAdd, doing add $this (ChildOf, $this) and add $this Seen and add $this $second
      When Bob gets Npc
      Then Bob has Seen
      And Bob has Npc
      And the events are o OnAdd Bob Npc, failed add Bob (ChildOf, Bob) cycle, failed add Bob "$second" unresolved
      And the events are none

    @acts-05 @QRY-009
    Scenario: If an observer deletes the entity of its event, other observers get the events of the deletion
      Given a tag Mortal
      And a tag Poison
      And an observer death is prepared for "Poison", on OnAdd, doing delete $this
      And an observer grave is prepared for "Mortal", on OnRemove, doing add Grave Full and add $this Full
      When Bob gets Mortal
      And Bob gets Poison
      Then Bob is not alive
      And Grave has Full
      And the events are
        | death  | OnAdd    | Bob | Poison |           |
        | grave  | OnRemove | Bob | Mortal |           |
        | failed | add      | Bob | Full   | not_alive |

    @acts-06 @QRY-009
    Scenario: A waiting act on an entity that is deleted is dropped
      Given a tag Npc
      And an observer first is prepared for "Npc", on OnAdd, doing delete $this
      And an observer second is prepared for "Npc", on OnAdd, doing add $this Seen
      When Bob gets Npc
      Then Bob is not alive
      And the events are first OnAdd Bob Npc, second OnAdd Bob Npc

    @acts-07 @QRY-009
    Scenario: An observer that releases itself acts once
      Given a tag Npc
      And an entity Ann
      And an entity Bob
      And an observer once is prepared for "Npc", on OnRemove, doing add $this Chosen and release once
      When Ann gets Npc
      And Bob gets Npc
      And every entity loses Npc
      Then Ann has Chosen
      And Bob does not have Chosen
      And the events are once OnRemove Ann Npc, once OnRemove Bob Npc
      When Ann gets Npc
      And Ann loses Npc
      Then the events are none

    @acts-08 @QRY-009
    Scenario: An observer acts on the deletion of its parent
      Given a tag Npc
      And an entity Town with Npc
      And an observer o is prepared for "Npc", on OnRemove, below Town, doing remove Bob Npc
      When Bob gets Npc
      And Town is deleted
      Then Bob does not have Npc
      And the events are o OnRemove Town Npc

    @acts-09 @QRY-009
    Scenario: An observer can delete the tag that it observes
      Given a tag Npc
      And an observer o is prepared for "Npc", on OnAdd, doing delete $first
      When Bob gets Npc
      Then Npc is not alive
      And Bob is alive
      And the ids of Bob are none

    @acts-10 @QRY-009 @acts.limits
    Scenario: Acts that cause each other end at a limit
      Given a tag Npc
      And Bob gets Npc
      And an observer on is prepared for "Npc", on OnRemove, doing add $this Npc
      When Bob loses Npc
      Then Bob has Npc
      And the events are on OnRemove Bob Npc
      When an observer off is prepared for "Npc", on OnAdd, doing remove $this Npc
      And Bob loses Npc
      Then Bob does not have Npc
      And the events in order are
        | on     | OnRemove | Bob | Npc |       |
        | off    | OnAdd    | Bob | Npc |       |
        | on     | OnRemove | Bob | Npc |       |
        | off    | OnAdd    | Bob | Npc |       |
        | on     | OnRemove | Bob | Npc |       |
        | off    | OnAdd    | Bob | Npc |       |
        | on     | OnRemove | Bob | Npc |       |
        | off    | OnAdd    | Bob | Npc |       |
        | on     | OnRemove | Bob | Npc |       |
        | off    | OnAdd    | Bob | Npc |       |
        | on     | OnRemove | Bob | Npc |       |
        | off    | OnAdd    | Bob | Npc |       |
        | on     | OnRemove | Bob | Npc |       |
        | off    | OnAdd    | Bob | Npc |       |
        | on     | OnRemove | Bob | Npc |       |
        | off    | OnAdd    | Bob | Npc |       |
        | on     | OnRemove | Bob | Npc |       |
        | failed | add      | Bob | Npc | limit |
      When query off is released
      And Bob gets Npc
      And Bob loses Npc
      Then Bob has Npc

    @acts-15 @acts.limits
    Scenario: After 100 acts that follow one operation, further acts fail
      Given a tag Npc
      And a tag Rich
      And an observer o is prepared for "Npc", on OnAdd, doing add $this Rich and add $this Rich and add $this Rich and add $this Rich and add $this Rich and remove $this Npc and add $this Npc
      When Bob gets Npc
      Then the events in order are
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | o      | OnAdd  | Bob | Npc  |       |
        | failed | add    | Bob | Rich | limit |
        | failed | add    | Bob | Rich | limit |
        | failed | add    | Bob | Rich | limit |
        | failed | remove | Bob | Npc  | limit |
        | failed | add    | Bob | Npc  | limit |

    @acts-13 @acts.order
    Scenario: For an emitted event about several ids, one observer acts for all of them before the next
      Given a tag Sail
      And a tag Hull
      And a relationship Crown
      And Crown is Exclusive
      And an entity Hit
      And an entity Bob with Sail, Hull
      And an observer crowned is prepared for "(Crown, *)", on OnAdd
      And an observer first is prepared for "Sail, Hull", on Hit, doing add Realm (Crown, Ann)
      And an observer second is prepared for "Sail, Hull", on Hit, doing add Realm (Crown, Eve)
      When Hit is emitted of Bob about Sail, Hull
      Then the events in order are
        | first   | Hit   | Bob   | Sail         |
        | second  | Hit   | Bob   | Sail         |
        | first   | Hit   | Bob   | Hull         |
        | second  | Hit   | Bob   | Hull         |
        | crowned | OnAdd | Realm | (Crown, Ann) |
        | crowned | OnAdd | Realm | (Crown, Eve) |

  Rule: Acts wait during a deferral, like commands

    @acts-11 @QRY-009
    Scenario: Acts run between the commands of a deferral
      Given a tag Npc
      And an observer o is prepared for "Npc", on OnAdd, doing add $this Rich
      When the world is deferred
      And Bob gets Npc
      Then Bob does not have Rich
      When Bob loses Rich
      And the world is no longer deferred
      Then Bob does not have Rich
      And Bob has Npc

    @acts-12 @QRY-009
    Scenario: The ids of a new entity are added before the acts that they cause
      Given a tag Npc
      And a tag Old
      And an observer o is prepared for "!Old", monitoring, doing remove $this Npc
      When the world is deferred
      And an entity Bob with Npc
      And the world is no longer deferred
      Then Bob does not have Npc
