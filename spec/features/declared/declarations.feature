@profile:tecs
Feature: Declarations of relationships

  Rule: A relationship is declared once, with a name

    @declarations-01 @TECS-009 @TECS-108
    Scenario: A relationship without a name is refused
      When the operation {"op":"relationship"}
      Then it fails with invalid

    @declarations-02 @TECS-009
    Scenario: A relationship is declared once, before it is used
      Given an entity Alice
      And an entity Bob
      When the operation {"op":"set","entity":"Alice","id":["Likes","Bob"]}
      Then it fails with unresolved
      When a relationship Likes
      And Alice gets (Likes, Bob)
      Then Alice has (Likes, Bob)
      When a relationship Likes
      Then it fails with exists
      When the operation {"op":"entity","entity":"Likes"}
      Then it fails with exists

    @declarations-03 @TECS-048 @declared.child-of
    Scenario: ChildOf is the only relationship that is declared from the start
      When Duckling gets (ChildOf, Duck)
      Then the sources of (ChildOf, Duck) are Duckling
      When a relationship ChildOf
      Then it fails with exists
      When the operation {"op":"has","entity":"Duck","id":"DependsOn"}
      Then it fails with unresolved

  Rule: Flags that contradict each other are refused

    @declarations-04 @TECS-017 @TECS-075 @TECS-076 @TECS-078 @declared.flags
    Scenario Outline: cascade_delete needs exclusive and reverse_index
      When a relationship Parent with <flags>
      Then it fails with invalid

      Examples:
        | flags                          |
        | cascade_delete                 |
        | cascade_delete, exclusive      |
        | cascade_delete, reverse_index  |
        | cascade_delete, sparse         |

    @declarations-05 @TECS-017 @TECS-039 @TECS-111
    Scenario: Flags can be combined, for relationships with and without fields
      When a relationship Parent with exclusive, sparse, reverse_index, cascade_delete
      And a relationship Owner {share = 1} with exclusive, reverse_index, cascade_delete
      And Duckling gets (Parent, Duck)
      And Shop gets (Owner, Alice)
      Then the sources of (Parent, Duck) are Duckling
      And the value of Owner on Shop is {share: 1, target: Alice}

    @declarations-06 @TECS-121
    Scenario: A relationship cannot be transient and serialized at the same time
      When a relationship Aims with transient, serialize
      Then it fails with invalid
      When a relationship Aims with transient
      And a relationship Sees with serialize
      And Archer gets (Aims, Target)
      Then Archer has Aims

    @declarations-07 @TECS-023 @TECS-117 @TECS-119 @TECS-131 @declared.flags
    Scenario Outline: A declaration with wrong fields, defaults or required fields is refused
      When the operation {"op":"relationship","entity":"Follows",<data>}
      Then it fails with invalid

      Examples:
        | data                                            |
        | "defaults":[1]                                  |
        | "fields":["delay"],"defaults":[1,2]             |
        | "require":["delay"]                             |
        | "fields":["delay"],"require":["distance"]       |
        | "fields":["delay","target"]                     |
        | "fields":["delay","delay"]                      |
        | "fields":[""]                                   |

    @declarations-08 @TECS-108
    Scenario: A declaration that is refused leaves the name free
      When a relationship Parent with cascade_delete
      Then it fails with invalid
      When a relationship Parent with exclusive
      And Duckling gets (Parent, Duck)
      Then Duckling has Parent

    @declarations-09 @TECS-115 @declared.create
    Scenario Outline: A component is declared with members; ids, a parent or a scope are refused
      Given a component Mass {value f32}
      When the operation {"op":"component","entity":<component>}
      Then it fails with <code>

      Examples:
        | component                     | code        |
        | "Heavy","ids":["Mass"]        | invalid     |
        | "Mass","ids":["Nobody"]       | invalid     |
        | "Heavy","parent":"Mass"       | unsupported |
        | "Heavy","unscoped":true       | unsupported |
