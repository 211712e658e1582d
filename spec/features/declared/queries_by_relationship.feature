@profile:tecs
Feature: Queries for declared relationships

  Rule: A relationship in a query matches any target

    @declaredqueries-01 @TECS-005 @TECS-040 @TECS-046 @TECS-047 @TECS-049
    Scenario Outline: Every source of a relationship is found
      Given a relationship Follows <storage>
      And these facts
        | Duckling | (Follows, Duck) |
        | Cygnet   | (Follows, Swan) |
      When a query queries `Follows`
      Then the result is, in any order
        | $this    |
        | Duckling |
        | Cygnet   |

      Examples:
        | storage            |
        | with reverse_index |
        | with sparse        |

    @declaredqueries-02 @TECS-047 @TECS-049
    Scenario: An entity is found once, however many targets it has
      Given a relationship Likes
      And these facts
        | Alice | (Likes, Apple), (Likes, Pear), (Likes, Plum) |
      When a query queries `Likes`
      Then the result is, in order
        | $this | fields |
        | Alice | 0      |

    @declaredqueries-03 @TECS-048
    Scenario: Children of any parent are found by ChildOf
      Given these facts
        | Duckling | (ChildOf, Duck) |
        | Cygnet   | (ChildOf, Swan) |
      When a query queries `ChildOf`
      Then the result is, in any order
        | $this    |
        | Duckling |
        | Cygnet   |

    @declaredqueries-04 @TECS-050 @TECS-107
    Scenario: An entity leaves the query when its last edge is removed
      Given a relationship Likes
      And these facts
        | Alice | (Likes, Apple), (Likes, Pear) |
      And a query fans is prepared for `Likes`
      When Alice loses (Likes, Apple)
      And query fans is iterated
      Then the result is, in any order
        | $this |
        | Alice |
      When Alice loses (Likes, Pear)
      And query fans is iterated
      Then the result is empty

  Rule: Only dense relationships can be queried for one target

    @declaredqueries-05 @TECS-005 @TECS-052 @TECS-062 @TECS-124
    Scenario: A query for one target of a dense relationship finds its sources
      Given a relationship Follows
      And a component Sprite
      And these facts
        | Duckling | (Follows, Duck), Sprite |
        | Cygnet   | (Follows, Swan), Sprite |
        | Chick    | (Follows, Duck)         |
      When a query queries `(Follows, Duck)`
      Then the result is, in any order
        | $this    |
        | Duckling |
        | Chick    |
      When a query queries `Sprite, (Follows, Duck)`
      Then the result is, in any order
        | $this    |
        | Duckling |

    @declaredqueries-06 @TECS-053 @TECS-055 @TECS-125 @declared.query-target
    Scenario: A query for one target of a sparse relationship is refused
      Given a relationship Parent with sparse, reverse_index
      And these facts
        | Duckling | (Parent, Duck) |
      When a query queries `(Parent, Duck)`
      Then it fails with invalid
      When a query q is prepared for `(Parent, Duck)`
      Then it fails with invalid

    @declaredqueries-07 @TECS-054
    Scenario: The sources of one target of a sparse relationship can be read without a query
      Given a relationship Parent with sparse, reverse_index
      And these facts
        | Duckling | (Parent, Duck) |
        | Cygnet   | (Parent, Swan) |
      Then the sources of (Parent, Duck) are Duckling
      And the value of (Parent, Duck) on Duckling is {target: Duck}
      And the value of (Parent, Duck) on Cygnet is none

    @declaredqueries-08 @TECS-063
    Scenario: To find the children of one parent, a program reads the target of each row
      Given a relationship Parent with exclusive, sparse
      And a component Sprite
      And these facts
        | Duckling | (Parent, Duck), Sprite |
        | Cygnet   | (Parent, Swan), Sprite |
      When a query queries `Sprite, Parent`
      Then the result is, in any order
        | $this    |
        | Duckling |
        | Cygnet   |
      And the target of Parent on Duckling is Duck
      And the target of Parent on Cygnet is Swan

    @declaredqueries-09 @TECS-052
    Scenario: A query for a target that died finds nothing
      Given a relationship Follows
      And these facts
        | Duckling | (Follows, Duck) |
      And a query q is prepared for `(Follows, Duck)`
      When Duck is deleted
      And query q is iterated
      Then the result is empty
      When a query queries `(Follows, Duck)`
      Then the result is empty

  Rule: A query can combine relationships and components

    @declaredqueries-10 @TECS-041 @TECS-057 @TECS-058 @TECS-059
    Scenario Outline: A query with a relationship and a component finds the entities that have both
      Given a relationship Parent with exclusive <storage>
      And a component Sprite
      And a component Transform
      And these facts
        | Duck     | Sprite, Transform                 |
        | Duckling | Sprite, Transform, (Parent, Duck) |
        | Cygnet   | Sprite, (Parent, Duck)            |
      When a query queries `Sprite, Transform, Parent`
      Then the result is, in any order
        | $this    |
        | Duckling |
      And the value of Parent on Duckling is {target: Duck}

      Examples:
        | storage  |
        |          |
        | , sparse |

    @declaredqueries-11 @TECS-046 @TECS-064 @declared.query
    Scenario: Excluding ChildOf finds the roots
      Given a component Transform
      And these facts
        | Duck     | Transform                  |
        | Duckling | Transform, (ChildOf, Duck) |
        | Pond     | (ChildOf, Duck)            |
      When a query queries `Transform, !ChildOf`
      Then the result is, in any order
        | $this |
        | Duck  |
      When a query queries `!ChildOf`
      Then the result is, in any order
        | $this |
        | Duck  |

    @declaredqueries-12 @TECS-066 @TECS-067
    Scenario: To read the edges of a row, a program asks for the targets of its entity
      Given a relationship Follows {delay}
      And an entity Duck
      And an entity Swan
      When Duckling gets (Follows, Duck) [1]
      And Duckling gets (Follows, Swan) [2]
      And a query queries `Follows`
      Then the result is, in any order
        | $this    |
        | Duckling |
      And the targets of Follows on Duckling are Duck and Swan
      And the value of (Follows, Duck) on Duckling is {delay: 1, target: Duck}
      And the value of (Follows, Swan) on Duckling is {delay: 2, target: Swan}

    @declaredqueries-13 @TECS-068 @TECS-069
    Scenario: An edge can be read even if the query does not mention its relationship
      Given a relationship Parent with exclusive, sparse
      And a component Sprite
      And these facts
        | Duck     | Sprite                 |
        | Duckling | Sprite, (Parent, Duck) |
      When a query queries `Sprite`
      Then the result is, in any order
        | $this    |
        | Duck     |
        | Duckling |
      And the value of Parent on Duckling is {target: Duck}
      And the value of Parent on Duck is none

    @declaredqueries-14 @TECS-046 @declared.query
    Scenario: Optional terms, wildcards, sources and query text are refused as unsupported
      Given a relationship Likes
      And an entity Alice
      When a query queries `?Likes`
      Then it fails with unsupported
      When a query queries `(Likes, *)`
      Then it fails with unsupported
      When a query queries `Likes(Alice)`
      Then it fails with unsupported
      When a query queries "Likes"
      Then it fails with unsupported
