@profile:tecs
Feature: The data of an edge

  Rule: Data is given by position or by name

    @edgedata-01 @TECS-013 @TECS-024 @TECS-025 @TECS-026 @TECS-115 @TECS-138
    Scenario: Positional and named data make the same edge
      Given a relationship Follows {delay = 0.5, distance = 100}
      When Duckling gets (Follows, Duck) [0.3, 50]
      And Swan gets (Follows, Duck) {delay: 0.3, distance: 50}
      Then the value of (Follows, Duck) on Duckling is {delay: 0.3, distance: 50, target: Duck}
      And the value of (Follows, Duck) on Swan is {delay: 0.3, distance: 50, target: Duck}

    @edgedata-02 @TECS-133 @TECS-134 @TECS-135 @TECS-136 @TECS-137
    Scenario Outline: Defaults fill in the arguments that are left out
      Given a relationship Follows {delay = 0.5, distance = 100}
      When Duckling gets (Follows, Duck) <data>
      Then the value of (Follows, Duck) on Duckling is {delay: <delay>, distance: <distance>, target: Duck}

      Examples:
        | data        | delay | distance |
        |             | 0.5   | 100      |
        | [0.2]       | 0.2   | 100      |
        | [0.2, 50]   | 0.2   | 50       |
        | [none, 50]  | 0.5   | 50       |

    @edgedata-03 @TECS-139
    Scenario Outline: Defaults fill in the names that are left out
      Given a relationship Follows {delay = 0.5, distance = 100}
      When Duckling gets (Follows, Duck) <data>
      Then the value of (Follows, Duck) on Duckling is {delay: <delay>, distance: <distance>, target: Duck}

      Examples:
        | data                        | delay | distance |
        | {delay: 0.2}                | 0.2   | 100      |
        | {distance: 50}              | 0.5   | 50       |
        | {delay: none, distance: 50} | 0.5   | 50       |

    @edgedata-04 @TECS-116
    Scenario: A field without a default has no value until it is set
      Given a relationship Carries {weight, label = "crate", mark}
      When Ship gets (Carries, Rum)
      Then the value of (Carries, Rum) on Ship is {label: "crate", target: Rum}
      When Ship gets (Carries, Rum) [12, none, true]
      Then the value of (Carries, Rum) on Ship is {weight: 12, label: "crate", mark: true, target: Rum}

    @edgedata-05 @TECS-030 @TECS-134
    Scenario: Setting an edge again begins from the defaults
      Given a relationship Follows {delay = 0.5, distance = 100}
      When Duckling gets (Follows, Duck) [0.2, 50]
      And Duckling gets (Follows, Duck) [0.3]
      Then the value of (Follows, Duck) on Duckling is {delay: 0.3, distance: 100, target: Duck}

    @edgedata-06 @TECS-013
    Scenario: A field takes a number, a text or a boolean
      Given a relationship Carries {what}
      When Ship gets (Carries, Rum) [-1.5]
      Then the value of Carries on Ship is {what: -1.5, target: Rum}
      When Ship gets (Carries, Rum) ["Rum"]
      Then the value of Carries on Ship is {what: "Rum", target: Rum}
      When Ship gets (Carries, Rum) [true]
      Then the value of Carries on Ship is {what: true, target: Rum}

  Rule: Every edge has a target, and no field can be named target

    @edgedata-07 @TECS-006 @TECS-022 @TECS-113
    Scenario: The value of an edge without fields has only the target
      Given a relationship Likes
      And a relationship Follows {delay}
      When Alice gets (Likes, Bob)
      And Alice gets (Follows, Bob) [3]
      Then the value of Likes on Alice is {target: Bob}
      And the value of Follows on Alice is {delay: 3, target: Bob}

    @edgedata-08 @TECS-022 @TECS-130 @TECS-131 @declared.fields
    Scenario Outline: Data that does not fit the fields is refused
      Given a relationship Follows {delay, distance}
      And an entity Duck
      And an entity Duckling
      When the operation {"op":"set","entity":"Duckling","id":["Follows","Duck"],<data>}
      Then it fails with invalid
      And Duckling does not have Follows

      Examples:
        | data                               |
        | "value":{"speed":1}                |
        | "value":{"target":"Duck"}          |
        | "args":[1,2,3]                     |
        | "args":[1],"value":{"distance":2}  |
        | "value":{"delay":[1]}              |

    @edgedata-09 @TECS-115
    Scenario: The value of a component is given by name, not by position
      Given a component Position {x f32, y f32}
      When Ship gets Position {x: 1}
      Then the value of Position on Ship is {x: 1}
      When Ship gets Position
      Then the value of Position on Ship is {}
      When the operation {"op":"set","entity":"Ship","id":"Position","args":[1,2]}
      Then it fails with invalid

  Rule: A required field must not be missing

    @edgedata-10 @TECS-118 @TECS-132 @TECS-133 @TECS-140 @TECS-141
    Scenario: An edge without its required data is refused
      Given a relationship Custom {data required}
      When Alice gets (Custom, Bob) ["x"]
      Then the value of (Custom, Bob) on Alice is {data: "x", target: Bob}
      When Alice gets (Custom, Bob)
      Then it fails with invalid
      And the value of (Custom, Bob) on Alice is {data: "x", target: Bob}
      When Alice gets (Custom, Bob) {data: none}
      Then it fails with invalid

    @edgedata-11 @TECS-139 @declared.fields
    Scenario: A required field may get its value from its default
      Given a relationship Custom {data = "y" required, more}
      When Alice gets (Custom, Bob)
      And Carl gets (Custom, Bob) {more: 2}
      Then the value of (Custom, Bob) on Alice is {data: "y", target: Bob}
      And the value of (Custom, Bob) on Carl is {data: "y", more: 2, target: Bob}

  Rule: An edge can be read with its target or without

    @edgedata-12 @TECS-042 @TECS-043 @TECS-044
    Scenario: A missing edge has no value
      Given a relationship Parent with exclusive, sparse, reverse_index, cascade_delete
      And an entity Duck
      And an entity Swan
      When Duckling gets (Parent, Duck)
      Then the value of Parent on Duckling is {target: Duck}
      And the value of (Parent, Duck) on Duckling is {target: Duck}
      And the value of (Parent, Swan) on Duckling is none
      And the value of Parent on Duck is none

    @edgedata-13 @TECS-045 @TECS-065 @declared.value
    Scenario Outline: Reading a relationship without a target reads the edge to the first target
      Given a relationship Likes {much} <storage>
      And an entity Apple
      And an entity Pear
      When Alice gets (Likes, Pear) [2]
      And Alice gets (Likes, Apple) [1]
      Then the value of Likes on Alice is {much: 1, target: Apple}
      And the target of Likes on Alice is Apple
      And the target 1 of Likes on Alice is Pear
      And the target 2 of Likes on Alice is none
      When Alice loses (Likes, Apple)
      Then the value of Likes on Alice is {much: 2, target: Pear}

      Examples:
        | storage     |
        |             |
        | with sparse |
