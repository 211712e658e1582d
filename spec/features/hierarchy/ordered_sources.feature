@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1 @profile:flecs-3-beta
Feature: Ordered relationships

  Rule: The sources of a pair are in the order in which they got the pair

    @ordered-01 @ordered.sources
    Scenario: A new source is the last in the order
      Given a relationship PartOf with Ordered
      And an entity Ship
      And an entity Hull
      And an entity Mast
      When Mast gets (PartOf, Ship)
      And Hull gets (PartOf, Ship)
      Then the order of (PartOf, Ship) is Mast, Hull
      And the sources of (PartOf, Ship) are Hull and Mast
      And the order of (PartOf, Hull) is none

    @ordered-02 @ordered.sources
    Scenario: Adding a pair again keeps the position of its source, unless the pair was removed first
      Given a relationship PartOf with Ordered
      And an entity Ship
      And these facts
        | Hull | (PartOf, Ship) |
        | Mast | (PartOf, Ship) |
        | Flag | (PartOf, Ship) |
      When Hull gets (PartOf, Ship)
      Then the order of (PartOf, Ship) is Hull, Mast, Flag
      When Mast loses (PartOf, *)
      Then the order of (PartOf, Ship) is Hull, Flag
      When Mast gets (PartOf, Ship)
      Then the order of (PartOf, Ship) is Hull, Flag, Mast

    @ordered-03 @REL-212
    Scenario: A new target of an Exclusive relationship puts the source at the end
      Given a relationship DockedTo with Ordered, Exclusive
      And an entity Earth
      And an entity Mars
      And these facts
        | Ann | (DockedTo, Earth) |
        | Bob | (DockedTo, Earth) |
        | Cat | (DockedTo, Mars)  |
      When Ann gets (DockedTo, Mars)
      Then the order of (DockedTo, Mars) is Cat, Ann
      And the order of (DockedTo, Earth) is Bob
      When Ann gets (DockedTo, Earth)
      Then the order of (DockedTo, Earth) is Bob, Ann

    @ordered-04 @REL-118 @REL-125
    Scenario: Deleting a source removes it from the order, and deleting the target ends the order
      Given a relationship PartOf with Ordered
      And an entity Ship
      And these facts
        | Hull | (PartOf, Ship) |
        | Mast | (PartOf, Ship) |
        | Flag | (PartOf, Ship) |
      When Mast is deleted
      Then the order of (PartOf, Ship) is Hull, Flag
      When Ship is deleted
      Then the ids of Hull are none
      When an entity Boat
      And Flag gets (PartOf, Boat)
      And Hull gets (PartOf, Boat)
      Then the order of (PartOf, Boat) is Flag, Hull

    @ordered-05 @REL-138 @REL-110
    Scenario: If ChildOf is Ordered, children are in order
      Given ChildOf is Ordered
      And an entity Ship
      And an entity Mast below Ship
      And the scope is Ship
      And an entity Hull
      And the scope is the root
      When Mast is moved after Hull in (ChildOf, Ship)
      Then the order of (ChildOf, Ship) is Hull, Mast
      And the children of Ship are Hull and Mast
      When Ship is deleted
      Then Hull is not alive

    @ordered-06 @REL-229 @REL-230
    Scenario: The mirror of a Symmetric pair is appended to its own order
      Given a relationship Knows with Ordered, Symmetric
      And an entity Ann
      And an entity Bob
      And an entity Cat
      When Cat gets (Knows, Bob)
      And Bob gets (Knows, Ann)
      Then the order of (Knows, Bob) is Cat, Ann
      When Bob loses (Knows, Cat)
      And Bob gets (Knows, Cat)
      Then the order of (Knows, Bob) is Ann, Cat
      And the order of (Knows, Cat) is Bob

    @ordered-07 @REL-235 @REL-231
    Scenario: A refused operation keeps the order
      Given a relationship Paint with OneOf
      And a relationship DockedTo with Ordered, Exclusive, (With, Paint)
      And an entity Red below Paint
      And an entity Mars
      And these facts
        | Ann | (DockedTo, Red) |
        | Bob | (DockedTo, Red) |
      When Ann gets (DockedTo, Mars)
      Then it fails with one_of
      And the order of (DockedTo, Red) is Ann, Bob
      And the order of (DockedTo, Mars) is none

    @ordered-08 @ordered.sources @snapshot.keeps
    Scenario: A snapshot keeps the order
      Given a relationship PartOf with Ordered
      And an entity Ship
      And these facts
        | Hull | (PartOf, Ship) |
        | Mast | (PartOf, Ship) |
        | Flag | (PartOf, Ship) |
      And the world is kept as s
      When Flag is moved before Hull in (PartOf, Ship)
      And Mast is deleted
      Then the order of (PartOf, Ship) is Flag, Hull
      When the world is taken back to s
      Then the order of (PartOf, Ship) is Hull, Mast, Flag
      When Mast is moved after Flag in (PartOf, Ship)
      And the world is taken back to s
      Then the order of (PartOf, Ship) is Hull, Mast, Flag

    @ordered-09 @ordered.property
    Scenario: Ordered cannot be added or removed while the relationship has pairs
      Given a relationship PartOf
      And an entity Ship
      And an entity Hull with (PartOf, Ship)
      When PartOf is Ordered
      Then it fails with in_use
      When the order of (PartOf, Ship) is asked
      Then it fails with invalid
      When Hull loses (PartOf, Ship)
      And PartOf is Ordered
      And Hull gets (PartOf, Ship)
      Then the order of (PartOf, Ship) is Hull
      When PartOf is not Ordered
      Then it fails with in_use

  Rule: A source can be moved directly before or after another

    @ordered-10 @ordered.reorder
    Scenario: A source moves before and after others
      Given a relationship PartOf with Ordered
      And an entity Ship
      And these facts
        | Hull | (PartOf, Ship) |
        | Mast | (PartOf, Ship) |
        | Flag | (PartOf, Ship) |
      When Flag is moved before Mast in (PartOf, Ship)
      Then the order of (PartOf, Ship) is Hull, Flag, Mast
      When Hull is moved after Mast in (PartOf, Ship)
      Then the order of (PartOf, Ship) is Flag, Mast, Hull
      When Hull is moved before Flag in (PartOf, Ship)
      Then the order of (PartOf, Ship) is Hull, Flag, Mast
      When Flag is moved after Hull in (PartOf, Ship)
      And Flag is moved before Mast in (PartOf, Ship)
      And Mast is moved after Mast in (PartOf, Ship)
      Then the order of (PartOf, Ship) is Hull, Flag, Mast

    @ordered-11 @ordered.reorder
    Scenario: Only sources of one Ordered pair can be moved among each other
      Given a relationship PartOf with Ordered
      And a relationship Likes
      And an entity Ship
      And an entity Sail
      And an entity Hull with (PartOf, Ship), (Likes, Ship)
      And an entity Mast with (PartOf, Ship), (Likes, Ship)
      And an entity Wreck
      And Wreck is deleted
      When Hull is moved before Mast in (Likes, Ship)
      Then it fails with invalid
      When Hull is moved before Sail in (PartOf, Ship)
      Then it fails with invalid
      When Sail is moved before Hull in (PartOf, Ship)
      Then it fails with invalid
      When Hull is moved before Hull in (PartOf, Mast)
      Then it fails with invalid
      When Wreck is moved before Hull in (PartOf, Ship)
      Then it fails with not_alive
      When Hull is moved after Wreck in (PartOf, Ship)
      Then it fails with not_alive
      When Hull is moved after Mast in (PartOf, *)
      Then it fails with invalid
      When Hull is moved after Mast in PartOf
      Then it fails with invalid
      When the operation {"op":"reorder","entity":"Hull","id":["PartOf","Ship"]}
      Then it fails with invalid
      When the operation {"op":"reorder","entity":"Hull","id":["PartOf","Ship"],"before":"Mast","after":"Mast"}
      Then it fails with invalid
      And the order of (PartOf, Ship) is Hull, Mast

    @ordered-12 @QRY-102 @QRY-103
    Scenario: A move waits while the world is deferred
      Given a relationship PartOf with Ordered
      And an entity Ship
      And these facts
        | Hull | (PartOf, Ship) |
        | Mast | (PartOf, Ship) |
        | Flag | (PartOf, Ship) |
      And the world is deferred
      When Flag is moved before Hull in (PartOf, Ship)
      And Mast is deleted
      And Hull is moved after Mast in (PartOf, Ship)
      And Sail gets (PartOf, Ship)
      And Sail is moved before Hull in (PartOf, Ship)
      And Ship is moved before Hull in (PartOf, Ship)
      Then the order of (PartOf, Ship) is Hull, Mast, Flag
      When the world is no longer deferred
      Then the answer is reorder Ship (PartOf, Ship) invalid
      And the order of (PartOf, Ship) is Flag, Sail, Hull

    @ordered-13 @REL-212 @REL-220
    Scenario: The sources of a Union pair have an order like those of other pairs
      Given a relationship Mood with Ordered, Union
      And an entity Calm
      And an entity Angry
      And these facts
        | Ann | (Mood, Calm) |
        | Bob | (Mood, Calm) |
        | Cat | (Mood, Calm) |
      When Cat is moved before Ann in (Mood, Calm)
      And Ann gets (Mood, Angry)
      And Ann gets (Mood, Calm)
      Then the order of (Mood, Calm) is Cat, Bob, Ann
      When Bob loses (Mood, Angry)
      Then the order of (Mood, Calm) is Cat, Ann
