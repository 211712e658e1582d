@profile:tecs
Feature: Deletion and declared relationships

  Rule: No edge mentions a dead entity

    @despawn-01 @TECS-002 @TECS-003 @TECS-144 @TECS-148 @declared.delete
    Scenario: Edges to a deleted entity are removed, and their sources stay
      Given a relationship Likes
      And these facts
        | Alice | (Likes, Bob), (Likes, Carl) |
        | Dora  | (Likes, Bob)                |
        | Bob   | (Likes, Alice)              |
      When Bob is deleted
      Then the changes are
        | - | Bob   |              |
        | - | Alice | (Likes, Bob) |
        | - | Dora  | (Likes, Bob) |
      And Alice is alive
      And the targets of Likes on Alice are Carl
      And Dora does not have Likes

    @despawn-02 @TECS-147 @declared.delete
    Scenario Outline: Deleting a target removes the edges to it, with or without a reverse index
      Given a relationship Likes <flags>
      And these facts
        | Alice | (Likes, Bob) |
      When Bob is deleted
      Then Alice is alive
      And Alice does not have Likes
      And the value of Likes on Alice is none
      When a query queries `Likes`
      Then the result is empty

      Examples:
        | flags                      |
        | with reverse_index         |
        | with transient             |
        | with sparse                |
        | with exclusive             |
        | with sparse, exclusive     |
        | with sparse, reverse_index |

    @despawn-03 @TECS-002 @declared.dead-target
    Scenario: A dead entity cannot be a target or a source
      Given a relationship Likes with reverse_index
      And these facts
        | Alice | (Likes, Bob) |
      When Bob is deleted
      And the operation {"op":"set","entity":"Alice","id":["Likes","Bob"]}
      Then it fails with not_alive
      When the operation {"op":"set","entity":"Bob","id":["Likes","Alice"]}
      Then it fails with not_alive
      And Alice does not have (Likes, Bob)

    @despawn-14 @TECS-002 @declared.dead-entity
    Scenario: A dead entity has no edges, and removing them changes nothing
      Given a relationship Likes with reverse_index
      And these facts
        | Alice | (Likes, Bob) |
        | Bob   | (Likes, Alice) |
      When Bob is deleted
      Then Bob does not have Likes
      And the value of Likes on Bob is none
      And the targets of Likes on Bob are none
      And the sources of (Likes, Bob) are none
      And the ancestors of Bob along Likes are none
      When Bob loses Likes
      And Bob is cleared
      And Bob is deleted
      Then the world is unchanged

  Rule: A cascade deletes the sources of the target

    @despawn-04 @TECS-008 @TECS-070 @TECS-071 @TECS-145 @declared.cascade
    Scenario: Children and grandchildren die with their parent
      Given a relationship Parent with exclusive, sparse, reverse_index, cascade_delete
      And these facts
        | Duckling | (Parent, Duck)     |
        | Egg      | (Parent, Duckling) |
        | Cygnet   | (Parent, Swan)     |
      When Duck is deleted
      Then Duckling is not alive
      And Egg is not alive
      And Cygnet is alive
      And Swan is alive

    @despawn-05 @TECS-077 @TECS-146
    Scenario: Dense relationships cascade in the same way as sparse ones
      Given a relationship Parent with exclusive, reverse_index, cascade_delete
      And these facts
        | Duckling | (Parent, Duck)     |
        | Egg      | (Parent, Duckling) |
      When Duck is deleted
      Then Duckling is not alive
      And Egg is not alive

    @despawn-06 @TECS-070
    Scenario: A cascade follows only relationships that cascade
      Given a relationship Parent with exclusive, reverse_index, cascade_delete
      And a relationship Owner with exclusive, reverse_index, cascade_delete
      And a relationship Likes with reverse_index
      And these facts
        | Duckling | (Parent, Duck)                 |
        | Toy      | (Owner, Duckling), (Likes, Egg) |
        | Friend   | (Likes, Duckling)              |
      When Duck is deleted
      Then Toy is not alive
      And Friend is alive
      And Egg is alive
      And Friend does not have Likes

    @despawn-07 @TECS-070
    Scenario: A cascade deletes a whole cycle
      Given a relationship Parent with exclusive, sparse, reverse_index, cascade_delete
      And these facts
        | A | (Parent, B) |
        | B | (Parent, C) |
        | C | (Parent, A) |
        | D | (Parent, A) |
      When B is deleted
      Then A is not alive
      And C is not alive
      And D is not alive

    @despawn-08 @TECS-073
    Scenario: A child that was removed from its parent survives the parent
      Given a relationship Parent with exclusive, sparse, reverse_index, cascade_delete
      And these facts
        | Duckling | (Parent, Duck) |
      When Duckling loses Parent
      Then Duckling is alive
      And Duck is alive
      When Duck is deleted
      Then Duckling is alive

    @despawn-09 @TECS-074
    Scenario: A child with a new parent survives the old one
      Given these facts
        | Duckling | (ChildOf, Duck) |
      When Duckling gets (ChildOf, Swan)
      Then Duck is alive
      And Duckling is alive
      And the sources of (ChildOf, Duck) are none
      When Duck is deleted
      Then Duckling is alive
      When Swan is deleted
      Then Duckling is not alive

    @despawn-10 @TECS-002 @declared.cascade
    Scenario: The order of two deletions makes no difference
      Given a relationship Parent with exclusive, reverse_index, cascade_delete
      And a relationship Likes
      And these facts
        | Duckling | (Parent, Duck), (Likes, Swan) |
        | Cygnet   | (Parent, Swan), (Likes, Duck) |
        | Pond     | (Likes, Duck), (Likes, Swan)  |
      And the world is kept as before
      When Duck is deleted
      And Swan is deleted
      Then Duckling is not alive
      And Cygnet is not alive
      And Pond does not have Likes
      When the world is taken back to before
      And Swan is deleted
      And Duck is deleted
      Then Duckling is not alive
      And Cygnet is not alive
      And Pond does not have Likes

  Rule: A handle is never used for another entity

    @despawn-11 @declared.handles @entities.identity
    Scenario: The handle of a dead entity is not used again
      Given a relationship Likes
      And these facts
        | Bob | (Likes, Ann) |
      When Ann is deleted
      And the operation {"op":"entity","entity":"Ann"}
      Then it fails with exists
      When Bob gets (Likes, Eve)
      Then Ann is not alive
      And the targets of Likes on Bob are Eve
