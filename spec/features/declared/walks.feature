@profile:tecs
Feature: Walks along declared relationships

  Rule: The sources of an entity are the entities that point to it

    @walks-01 @TECS-081 @TECS-126 @declared.sources
    Scenario: Each source is returned once
      Given a relationship Parent with exclusive, sparse, reverse_index, cascade_delete
      And these facts
        | Duckling | (Parent, Duck)     |
        | Cygnet   | (Parent, Duck)     |
        | Egg      | (Parent, Duckling) |
      Then the sources of (Parent, Duck) are Duckling and Cygnet
      And the sources of (Parent, Duckling) are Egg
      And the sources of (Parent, Egg) are none

    @walks-02 @TECS-081 @TECS-126
    Scenario: The targets of an entity are those that it points to; its sources are those that point to it
      Given a relationship Follows with reverse_index
      And these facts
        | Duckling | (Follows, Duck) |
        | Duck     | (Follows, Swan) |
      Then the sources of (Follows, Duck) are Duckling
      And the targets of Follows on Duck are Swan
      And the sources of (Follows, Duckling) are none
      And the targets of Follows on Swan are none

    @walks-03 @TECS-080
    Scenario: An entity that points to itself is its own source
      Given a relationship Likes with reverse_index
      And these facts
        | Alice | (Likes, Bob) |
        | Bob   | (Likes, Bob) |
      Then the sources of (Likes, Bob) are Alice and Bob

    @walks-04 @TECS-101 @TECS-104 @TECS-111 @declared.reverse-index
    Scenario Outline: Sources, descendants and ancestors need reverse_index
      Given a relationship Parent with exclusive<storage>
      And these facts
        | Duckling | (Parent, Duck) |
      When the <walk> are asked
      Then it fails with invalid
      And the targets of Parent on Duckling are Duck

      Examples:
        | storage  | walk                               |
        |          | sources of (Parent, Duck)          |
        |          | descendants of Duck along Parent   |
        |          | ancestors of Duckling along Parent |
        | , sparse | sources of (Parent, Duck)          |
        | , sparse | descendants of Duck along Parent   |
        | , sparse | ancestors of Duckling along Parent |

    @walks-05 @TECS-101
    Scenario: A walk along a component or an unknown name is refused
      Given a component Wet
      And an entity Duck
      When the operation {"op":"sources","entity":"Duck","relationship":"Wet"}
      Then it fails with invalid
      When the operation {"op":"sources","entity":"Duck","relationship":"Unknown"}
      Then it fails with unresolved
      When the operation {"op":"sources","entity":"Duck"}
      Then it fails with invalid

  Rule: Descendants are in depth-first order

    @walks-06 @TECS-086 @TECS-087 @TECS-088 @TECS-089 @TECS-090 @TECS-128 @declared.traverse
    Scenario: A walk returns an entity before its subtree
      Given a relationship Parent with exclusive, sparse, reverse_index, cascade_delete
      And these facts
        | Duckling | (Parent, Duck)     |
        | Egg      | (Parent, Duckling) |
        | Cygnet   | (Parent, Duck)     |
        | Shell    | (Parent, Egg)      |
      Then the descendants of Duck along Parent are Duckling at 0, Egg at 1, Shell at 2, Cygnet at 0 or Cygnet at 0, Duckling at 0, Egg at 1, Shell at 2
      And the descendants of Duckling along Parent are Egg at 0, Shell at 1
      And the descendants of Cygnet along Parent are none

    @walks-07 @TECS-086
    Scenario: Without a relationship, a walk follows ChildOf
      Given these facts
        | Duckling | (ChildOf, Duck)     |
        | Egg      | (ChildOf, Duckling) |
      Then the descendants of Duck are Duckling at 0, Egg at 1
      And the ancestors of Egg are Duckling, Duck
      And the descendants of Duck within 0 are Duckling at 0, Egg at 1

    @walks-08 @TECS-088 @TECS-090 @declared.traverse
    Scenario: A walk returns an entity on several paths once, and never returns the root
      Given a relationship Likes with reverse_index
      And these facts
        | Bob   | (Likes, Alice)               |
        | Carl  | (Likes, Alice), (Likes, Bob) |
        | Alice | (Likes, Carl)                |
      Then the descendants of Alice along Likes are Bob and Carl
      And the descendants of Bob along Likes are Alice and Carl

    @walks-16 @TECS-086 @TECS-088
    Scenario: A walk with a maximum depth reaches an entity if at least one path to it is short enough
      Given a relationship Likes with reverse_index
      And these facts
        | Bob  | (Likes, Alice)              |
        | Carl | (Likes, Bob)                |
        | Dora | (Likes, Carl), (Likes, Bob) |
        | Egon | (Likes, Dora)               |
      Then the descendants of Alice along Likes within 2 are Bob, Carl, Dora and Egon
      And the descendants of Alice along Likes within 1 are Bob, Carl and Dora

  Rule: Ancestors are in order, nearest first

    @walks-09 @TECS-091 @TECS-093 @TECS-094 @TECS-102 @TECS-129
    Scenario: The chain of parents is walked to its root
      Given a relationship Parent with exclusive, sparse, reverse_index, cascade_delete
      And these facts
        | Duckling | (Parent, Duck)     |
        | Egg      | (Parent, Duckling) |
      Then the ancestors of Egg along Parent are Duckling, Duck
      And the ancestors of Duckling along Parent are Duck
      And the ancestors of Duck along Parent are none
      And the ancestors of Egg along Parent taking 1 are Duckling

    @walks-10 @TECS-092 @TECS-045
    Scenario: A walk up continues at the first target of each entity
      Given a relationship Likes with reverse_index
      And an entity Alice
      And an entity Bob
      And an entity Carl
      And these facts
        | Egg | (Likes, Carl) |
        | Egg | (Likes, Bob)  |
        | Bob | (Likes, Alice) |
      Then the target of Likes on Egg is Bob
      And the ancestors of Egg along Likes are Bob, Alice

    @walks-11 @TECS-097 @TECS-098
    Scenario Outline: A program can end a walk after any number of ancestors
      Given a relationship Parent with exclusive, reverse_index
      And these facts
        | Duckling | (Parent, Duck)     |
        | Egg      | (Parent, Duckling) |
      Then the ancestors of Egg along Parent taking <many> are <seen>

      Examples:
        | many | seen           |
        | 1    | Duckling       |
        | 2    | Duckling, Duck |
        | 9    | Duckling, Duck |

    @walks-12 @TECS-099 @TECS-103
    Scenario: If there are more ancestors than the limit, the walk fails
      Given a relationship Parent with exclusive, reverse_index
      And these facts
        | Duckling | (Parent, Duck)     |
        | Egg      | (Parent, Duckling) |
      Then the ancestors of Egg along Parent within 2 are Duckling, Duck
      When the ancestors of Egg along Parent within 1 are asked
      Then it fails with limit
      And the ancestors of Egg along Parent within 1 taking 1 are Duckling

    @walks-13 @TECS-100 @declared.walk-up
    Scenario: A walk in a cycle ends with an error at the limit
      Given a relationship Parent with exclusive, reverse_index
      And these facts
        | Alice | (Parent, Bob)   |
        | Bob   | (Parent, Alice) |
      When the ancestors of Alice along Parent are asked
      Then it fails with limit
      And the ancestors of Alice along Parent taking 3 are Bob, Alice, Bob
      And the ancestors of Alice along Parent within 100 taking 4 are Bob, Alice, Bob, Alice

    @walks-14 @TECS-099 @declared.walk-up
    Scenario: The default limit of ancestors is 100
      Given a relationship Parent with exclusive, reverse_index
      And these facts
        | Alice | (Parent, Alice) |
      When the ancestors of Alice along Parent taking 101 are asked
      Then it fails with limit
      When the ancestors of Alice along Parent within 101 taking 101 are asked
      And the ancestors of Alice along Parent taking 100 are asked
      Then the ancestors of Alice along Parent taking 2 are Alice, Alice
