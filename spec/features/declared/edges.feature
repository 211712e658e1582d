@profile:tecs
Feature: Edges of declared relationships

  Rule: An edge is directed and has a target

    @edges-01 @TECS-001 @TECS-011 @TECS-015
    Scenario: An edge has one direction
      Given a relationship Likes
      When Alice gets (Likes, Bob)
      Then the changes are
        | + | Alice | (Likes, Bob) |
      And Alice has (Likes, Bob)
      And Bob does not have (Likes, Alice)
      And Bob does not have Likes
      And the value of (Likes, Bob) on Alice is {target: Bob}
      And the value of (Likes, Alice) on Bob is none

    @edges-02 @TECS-130 @declared.any-target
    Scenario Outline: An edge without a target, or with a wildcard as its target, is refused
      Given a relationship Likes
      And an entity Alice
      When the operation <operation>
      Then it fails with invalid

      Examples:
        | operation                                                |
        | {"op":"set","entity":"Alice","id":"Likes"}               |
        | {"op":"set","entity":"Alice","id":["Likes","*"]}         |
        | {"op":"set","entity":"Alice","id":["Likes","_"]}         |
        | {"op":"entity","entity":"Carl","ids":["Likes"]}          |

    @edges-03 @TECS-001 @declared.kinds
    Scenario: A relationship is not an entity
      Given a relationship Likes
      And an entity Alice
      When the operation {"op":"set","entity":"Likes","id":["Likes","Alice"]}
      Then it fails with invalid
      When the operation {"op":"set","entity":"Alice","id":["Likes","Likes"]}
      Then it fails with invalid
      When Likes is deleted
      Then it fails with invalid

    @edges-04 @TECS-018
    Scenario: Edges are set in the same way as components
      Given a relationship Likes
      And a component Ripe
      When Apple gets Ripe
      And Alice gets (Likes, Apple)
      Then Apple has Ripe
      And Alice has Likes
      When Alice loses (Likes, Apple)
      And Apple loses Ripe
      Then Apple does not have Ripe
      And Alice does not have Likes

    @edges-05 @TECS-130 @declared.create
    Scenario: An entity is spawned with all its edges or not at all
      Given a relationship Likes
      And an entity Bob
      When an entity Alice with (Likes, Bob)
      Then Alice has (Likes, Bob)
      When the operation {"op":"entity","entity":"Carl","ids":[["Likes","Bob"],["Likes","Nobody"]]}
      Then it fails with unresolved
      And Carl is not alive

  Rule: An entity may have several targets, each once

    @edges-06 @TECS-018 @TECS-028 @TECS-029 @TECS-109
    Scenario: Setting a second target keeps the first
      Given a relationship Likes
      When Alice gets (Likes, Bob)
      And Alice gets (Likes, Carl)
      Then the targets of Likes on Alice are Bob and Carl
      And Alice has (Likes, Bob)
      And Alice has (Likes, Carl)

    @edges-07 @TECS-030
    Scenario: Setting an edge again replaces its value
      Given a relationship Follows {delay}
      When Duck gets (Follows, Duckling) [1]
      And Duck gets (Follows, Duckling) [2]
      Then the targets of Follows on Duck are Duckling
      And the value of (Follows, Duckling) on Duck is {delay: 2, target: Duckling}
      And the count of (Follows, Duckling) is 1

    @edges-08 @TECS-030 @TECS-006
    Scenario: The value of an edge belongs to its source
      Given a relationship Follows {delay, distance}
      When Duckling gets (Follows, Duck) [1, 2]
      And Swan gets (Follows, Duck) [3, 4]
      Then the value of (Follows, Duck) on Duckling is {delay: 1, distance: 2, target: Duck}
      And the value of (Follows, Duck) on Swan is {delay: 3, distance: 4, target: Duck}

    @edges-09 @TECS-028 @declared.set
    Scenario: Edges may form cycles, and point to their own source
      Given a relationship Likes
      When Alice gets (Likes, Alice)
      And Alice gets (Likes, Bob)
      And Bob gets (Likes, Alice)
      Then the targets of Likes on Alice are Alice and Bob
      And the targets of Likes on Bob are Alice

  Rule: An exclusive relationship has one target

    @edges-10 @TECS-016 @TECS-019 @TECS-031 @TECS-032 @declared.set
    Scenario: A new target replaces the old one
      Given a relationship Attacks with exclusive
      When Ship gets (Attacks, Pirate)
      Then the targets of Attacks on Ship are Pirate
      When Ship gets (Attacks, Kraken)
      Then the changes are
        | + | Ship | (Attacks, Kraken) |
        | - | Ship | (Attacks, Pirate) |
      And the targets of Attacks on Ship are Kraken
      And Ship does not have (Attacks, Pirate)

    @edges-11 @TECS-031
    Scenario: Several entities can have the same target of an exclusive relationship
      Given a relationship Attacks with exclusive
      When Ship gets (Attacks, Pirate)
      And Boat gets (Attacks, Pirate)
      And Boat gets (Attacks, Kraken)
      Then the targets of Attacks on Ship are Pirate
      And the targets of Attacks on Boat are Kraken

  Rule: Edges are removed one by one or all at once

    @edges-12 @TECS-105 @TECS-106 @declared.any-target
    Scenario: Removing a relationship without naming a target removes all its edges
      Given a relationship Likes
      And these facts
        | Alice | (Likes, Bob), (Likes, Carl) |
      When Alice loses (Likes, Carl)
      Then the targets of Likes on Alice are Bob
      When Alice gets (Likes, Carl)
      And Alice loses Likes
      Then the targets of Likes on Alice are none
      And Alice does not have Likes

    @edges-13 @TECS-106
    Scenario: A wildcard matches every target
      Given a relationship Likes
      And these facts
        | Alice | (Likes, Bob), (Likes, Carl) |
        | Dora  | (Likes, Bob)                |
      Then the count of (Likes, *) is 2
      And the count of (Likes, Carl) is 1
      And Alice has (Likes, *)
      When Alice loses (Likes, *)
      Then Alice does not have (Likes, *)
      And the count of Likes is 1

    @edges-14 @TECS-105 @declared.remove
    Scenario: Removing an edge that is not there does nothing
      Given a relationship Likes
      And these facts
        | Alice | (Likes, Bob) |
      When Alice loses (Likes, Carl)
      Then the world is unchanged
      When Bob loses Likes
      Then the world is unchanged

    @edges-15 @TECS-105 @declared.remove
    Scenario: Clearing an entity leaves the edges to it
      Given a relationship Likes
      And a component Ripe
      And these facts
        | Alice | (Likes, Bob), Ripe |
        | Bob   | (Likes, Alice)     |
      When Alice is cleared
      Then the changes are
        | - | Alice | (Likes, Bob) |
        | - | Alice | Ripe         |
      And Bob has (Likes, Alice)
