@profile:tecs
Feature: Snapshots and deferrals of declared relationships

  Rule: Changes in a deferral take effect at its end

    @stages-01 @TECS-072
    Scenario: A cascade in a deferral takes effect at its end
      Given a relationship Parent with exclusive, sparse, reverse_index, cascade_delete
      And these facts
        | Duckling | (Parent, Duck) |
      When the world is deferred
      And Duck is deleted
      Then Duck is alive
      And Duckling is alive
      When the world is no longer deferred
      Then Duck is not alive
      And Duckling is not alive

    @stages-02 @TECS-072 @TECS-141 @declared.deferral
    Scenario: A command that fails in a deferral is reported, and the others are applied
      Given a relationship Likes
      And a relationship Custom {data required}
      And an entity Alice
      And an entity Bob
      When the world is deferred
      And Alice gets (Custom, Bob)
      And Alice gets (Likes, Bob)
      And the world is no longer deferred
      Then the answer is set Alice (Custom, Bob) invalid
      And Alice has (Likes, Bob)
      And Alice does not have Custom

    @stages-03 @TECS-072 @TECS-002 @declared.deferral
    Scenario: A command that mentions an entity that died in the deferral is dropped
      Given a relationship Likes
      And an entity Alice
      And an entity Bob
      When the world is deferred
      And Bob is deleted
      And Alice gets (Likes, Bob)
      And the world is no longer deferred
      Then the answer is none
      And Alice does not have Likes

    @stages-04 @TECS-072 @declared.staged
    Scenario: An entity that is created in a deferral is alive only after the deferral
      Given a relationship Likes with reverse_index
      And a component Wet
      And an entity Bob
      When the world is deferred
      And an entity Alice with (Likes, Bob)
      And an entity Carl with (Likes, Alice)
      And an entity Dora
      And Dora is deleted
      Then Alice is not alive
      And Alice does not have Likes
      And the sources of (Likes, Alice) are none
      When a query queries `!Wet`
      Then the result is, in any order
        | $this |
        | Bob   |
      When the operation {"op":"observe","as":"o","terms":[{"first":"Likes"}],"monitor":true,"parent":"Alice"}
      Then it fails with not_alive
      When the world is no longer deferred
      Then Alice is alive
      And Alice has (Likes, Bob)
      And Carl has (Likes, Alice)
      And Dora is not alive

    @stages-09 @TECS-072 @declared.early-value
    Scenario: In a deferral, replacing a value takes effect at once, unless a removal of the component waits
      Given a component Position {x f64}
      And an entity Duck with Position
      And an entity Swan
      When the world is deferred
      And Duck gets Position {x: 1}
      And Swan gets Position {x: 1}
      Then the value of Position on Duck is {x: 1}
      And the value of Position on Swan is none
      When Duck loses Position
      And Duck gets Position {x: 2}
      Then the value of Position on Duck is {x: 1}
      When the world is no longer deferred
      Then the value of Position on Duck is {x: 2}
      And the value of Position on Swan is {x: 1}

    @stages-10 @TECS-072 @declared.early-value
    Scenario: In a deferral, wrong data for a value that the entity already has is refused at once
      Given a component Position {x f64}
      And an entity Duck with Position
      When the world is deferred
      And the operation {"op":"set","entity":"Duck","id":"Position","value":{"y":1}}
      Then it fails with invalid
      When the world is no longer deferred
      Then the answer is none

  Rule: A snapshot contains the edges

    @stages-05 @TECS-142 @declared.snapshot
    Scenario: A restored snapshot has the edges and their values
      Given a relationship Follows {delay = 0.5, distance = 100}
      And an entity Bob
      When Alice gets (Follows, Bob) [0.1]
      And Carl gets (ChildOf, Alice)
      And the world is kept as before
      And Alice is deleted
      Then Carl is not alive
      When the world is taken back to before
      Then Carl is alive
      And the value of (Follows, Bob) on Alice is {delay: 0.1, distance: 100, target: Bob}
      And the sources of (ChildOf, Alice) are Carl
      And the descendants of Alice are Carl at 0

    @stages-06 @TECS-120
    Scenario: A restored snapshot has no edges of a transient relationship
      Given a relationship Aims with transient, reverse_index
      And a relationship Likes
      And these facts
        | Archer | (Aims, Apple), (Likes, Apple) |
      When the world is kept as before
      Then Archer has Aims
      When the world is taken back to before
      Then Archer does not have Aims
      And the sources of (Aims, Apple) are none
      And Archer has (Likes, Apple)
      When a query queries `Aims`
      Then the result is empty

    @stages-07 @TECS-142
    Scenario: Restoring a snapshot twice is the same as once
      Given a relationship Likes
      And these facts
        | Alice | (Likes, Bob) |
      When the world is kept as before
      And Alice loses Likes
      And the world is taken back to before
      Then Alice has (Likes, Bob)
      When the world is taken back to before
      Then the world is unchanged

    @stages-08 @TECS-142 @declared.snapshot
    Scenario: Restoring a snapshot keeps later declarations and removes later entities
      Given an entity Alice
      When the world is kept as before
      And a relationship Likes
      And an entity Bob with (Likes, Alice)
      And the world is taken back to before
      Then Bob is not alive
      When a relationship Likes
      Then it fails with exists
      And the count of Likes is 0
