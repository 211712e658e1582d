@profile:tecs
Feature: Storage of declared relationships

  Rule: Each target has a table of its own unless the relationship is sparse

    @tables-01 @TECS-033 @TECS-110 @declared.tables
    Scenario: Each target of a dense relationship has a table
      Given a relationship Follows
      And an entity Duck
      And an entity Swan
      And an entity One with (Follows, Duck)
      And an entity Two with (Follows, Duck)
      And an entity Three with (Follows, Swan)
      Then the tables are 3

    @tables-02 @TECS-007 @TECS-037
    Scenario: Sources of a sparse relationship share a table
      Given a relationship Follows with sparse
      And an entity Duck
      And an entity Swan
      And an entity One with (Follows, Duck)
      And an entity Two with (Follows, Swan)
      And an entity Three with (Follows, Swan), (Follows, Duck)
      Then the tables are 2

    @tables-03 @TECS-037 @TECS-050
    Scenario: Sources of a sparse relationship with different components are in different tables
      Given a relationship Follows with sparse
      And a component Wet
      And an entity Duck
      And an entity One with (Follows, Duck)
      And an entity Two with (Follows, Duck), Wet
      Then the tables are 3
      When Two loses Wet
      Then the tables are 2

    @tables-04 @TECS-017 @TECS-059 @TECS-080 @declared.tables
    Scenario Outline: Values, walks, queries and deletions do not depend on whether a relationship is sparse
      Given a relationship Parent {since} with exclusive, reverse_index, cascade_delete<storage>
      And an entity Duck
      And an entity Swan
      When Duckling gets (Parent, Duck) [3]
      And Cygnet gets (Parent, Swan) [4]
      And Chick gets (Parent, Duckling) [5]
      Then the value of Parent on Duckling is {since: 3, target: Duck}
      And the targets of Parent on Cygnet are Swan
      And the sources of (Parent, Duck) are Duckling
      And the descendants of Duck along Parent are Duckling at 0, Chick at 1
      And the ancestors of Chick along Parent are Duckling, Duck
      And the count of Parent is 3
      When a query queries `Parent`
      Then the result is, in any order
        | $this    |
        | Duckling |
        | Cygnet   |
        | Chick    |
      When Duck is deleted
      Then Chick is not alive
      And Cygnet is alive

      Examples:
        | storage  |
        |          |
        | , sparse |
