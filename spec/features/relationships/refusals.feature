@profile:flecs-3 @profile:flecs-4
Feature: What is refused, and with which code

  Rule: Who is unknown, who is dead

    @refused-01 @REL-118 @REL-003
    Scenario Outline: A question or change about somebody who is not there
      Given an entity gone
      And an entity e
      And a tag T
      When gone is deleted
      And the operation <operation>
      Then it fails with <code>

      Examples:
        | operation                                                     | code       |
        | {"op":"has","entity":"gone","id":"T"}                         | not_alive  |
        | {"op":"has","entity":"nobody","id":"T"}                       | unresolved |
        | {"op":"has","entity":"e","id":["T","nobody"]}                 | unresolved |
        | {"op":"owns","entity":"gone","id":"T"}                        | not_alive  |
        | {"op":"ids","entity":"gone"}                                  | not_alive  |
        | {"op":"targets","entity":"gone","relationship":"T"}           | not_alive  |
        | {"op":"targets","entity":"e","relationship":"nobody"}         | unresolved |
        | {"op":"path","entity":"gone"}                                 | not_alive  |
        | {"op":"parent","entity":"gone"}                               | not_alive  |
        | {"op":"depth","entity":"nobody","relationship":"ChildOf"}     | unresolved |
        | {"op":"add","entity":"gone","id":"T"}                         | not_alive  |
        | {"op":"add","entity":"e","id":"gone"}                         | not_alive  |
        | {"op":"add","entity":"e","id":["gone","T"]}                   | not_alive  |
        | {"op":"add","entity":"e","id":["T","gone"]}                   | not_alive  |
        | {"op":"add","entity":"e","id":"nobody"}                       | unresolved |
        | {"op":"remove","entity":"e","id":"nobody"}                    | unresolved |
        | {"op":"delete","entity":"gone"}                               | not_alive  |
        | {"op":"delete","entity":"nobody"}                             | unresolved |
        | {"op":"clear","entity":"gone"}                                | not_alive  |
        | {"op":"set_name","entity":"gone","name":"x"}                  | not_alive  |
        | {"op":"scope","entity":"gone"}                                | not_alive  |
        | {"op":"entity","entity":"n","parent":"gone"}                  | not_alive  |
        | {"op":"entity","entity":"n","ids":["gone"]}                   | not_alive  |
        | {"op":"entity","entity":"n","ids":["n"]}                      | unresolved |
        | {"op":"entity","entity":"gone"}                               | exists     |
        | {"op":"component","entity":"e"}                               | exists     |
        | {"op":"entity","entity":"ChildOf"}                            | exists     |
        | {"op":"enable","entity":"gone"}                               | not_alive  |
        | {"op":"remove_all","id":"nobody"}                             | unresolved |
        | {"op":"count","id":["nobody","*"]}                            | unresolved |
        | {"op":"restore","as":"nothing"}                               | unresolved |

    @refused-02 @REL-118 @REL-003
    Scenario: What a dead entity is an element of is not there
      Given an entity gone
      And these facts
        | e | (R, gone), gone, Npc |
      When gone is deleted
      Then e does not have gone
      And e does not have (R, gone)
      And e does not have (gone, *)
      And the targets of R on e are none
      And the targets of gone on e are none
      And the target of gone on e is none
      And the count of (*, gone) is 0
      When e loses gone
      Then the world is unchanged
      When e loses (gone, *)
      Then the world is unchanged
      When every entity loses (R, gone)
      Then the world is unchanged
      When every entity with gone is deleted
      Then the world is unchanged

  Rule: What is missing or has a wildcard is said before what is dead, and that before what the world forbids

    @refused-03 @REL-003 @REL-175
    Scenario Outline: Of several reasons the first is told
      Given an entity gone
      And an entity e
      And a tag T
      And a relationship R with OneOf
      And a component Mass {value i32}
      When gone is deleted
      And the operation <operation>
      Then it fails with <code>

      Examples:
        | operation                                                            | code       |
        | {"op":"add","entity":"gone","id":["T","nobody"]}                     | not_alive  |
        | {"op":"add","entity":"nobody","id":["T","gone"]}                     | unresolved |
        | {"op":"add","entity":"e","id":["nobody","*"]}                        | unresolved |
        | {"op":"add","entity":"e","id":["gone","*"]}                          | invalid    |
        | {"op":"add","entity":"e","id":["R","gone"]}                          | not_alive  |
        | {"op":"add","entity":"e","id":["R","e"]}                             | one_of     |
        | {"op":"set","entity":"e","id":["Mass","gone"],"value":{"no":1}}      | not_alive  |
        | {"op":"set","entity":"e","id":"Mass","value":{"value":"text"}}       | invalid    |
        | {"op":"set","entity":"e","id":["Mass","_"],"value":{"value":1}}      | invalid    |
        | {"op":"set","entity":"e","id":"T","value":{"value":1}}               | invalid    |
        | {"op":"modified","entity":"e","id":"Mass"}                           | invalid    |
        | {"op":"type_of","id":["Mass","*"]}                                   | invalid    |
        | {"op":"add","entity":"e","id":["ChildOf","e"]}                       | cycle      |
        | {"op":"add","entity":"e","id":["IsA","e"]}                           | cycle      |

  Rule: Names

    @refused-04 @REL-103 @REL-104
    Scenario Outline: What is no name, and what is taken
      Given an entity p
      And an entity e
      And an entity c named "Child" below p
      When the operation <operation>
      Then it fails with <code>

      Examples:
        | operation                                                   | code    |
        | {"op":"set_name","entity":"e","name":"a\tb"}                | invalid |
        | {"op":"set_name","entity":"e","name":"*"}                   | exists  |
        | {"op":"set_name","entity":"e","name":"_"}                   | exists  |
        | {"op":"set_name","entity":"e","name":"IsA"}                 | exists  |
        | {"op":"set_name","entity":"e","name":"p"}                   | exists  |
        | {"op":"entity","entity":"n","name":"p"}                     | exists  |
        | {"op":"entity","entity":"n","name":"Child","parent":"p"}    | exists  |
        | {"op":"entity","entity":"n","name":"p.x"}                   | invalid |

    @refused-05 @REL-103 @REL-104
    Scenario: The same below a parent is allowed, and an entity keeps its own name
      Given an entity p
      And an entity e below p
      When e is named "*"
      Then the path of e is "p.*"
      When e is named "IsA"
      Then the lookup of "p.IsA" is e
      When e is named "IsA"
      Then the world is unchanged
      When e loses (ChildOf, p)
      Then it fails with exists
      When p is deleted
      Then e is not alive

  Rule: Builtin entities keep what they have from the start

    @refused-06 @REL-077 @REL-118
    Scenario Outline: What cannot be done to them
      Given an entity p
      When the operation <operation>
      Then it fails with invalid

      Examples:
        | operation                                                        |
        | {"op":"delete","entity":"IsA"}                                   |
        | {"op":"clear","entity":"ChildOf"}                                |
        | {"op":"set_name","entity":"Prefab","name":"x"}                   |
        | {"op":"add","entity":"Transitive","id":["ChildOf","p"]}          |
        | {"op":"disable","entity":"IsA"}                                  |
        | {"op":"remove","entity":"ChildOf","id":"Exclusive"}              |
        | {"op":"remove","entity":"ChildOf","id":["OnDeleteTarget","*"]}   |
        | {"op":"override","entity":"IsA","id":"p"}                        |
        | {"op":"disable","entity":"ChildOf","id":"Exclusive"}             |

    @refused-07 @REL-077 @REL-122
    Scenario: What they got since can go again, what they have stays when all are asked
      Given a tag T
      When IsA gets T
      And ChildOf gets (R, T)
      And every entity loses Exclusive
      Then ChildOf has Exclusive
      When every entity with T is deleted
      Then IsA has T
      When IsA loses T
      And T is deleted
      Then ChildOf does not have (R, *)
      And the count of (R, *) is 0

  Rule: Scopes, snapshots and deferral

    @refused-08 @REL-110 @REL-111
    Scenario: A snapshot has its own scope, names and policies
      Given an entity p
      And a tag T with (OnDelete, Panic)
      And the scope is p
      When the world is kept as s
      And the scope is the root
      And T loses (OnDelete, Panic)
      And p is deleted
      And T is deleted
      And the world is taken back to s
      And an entity e
      Then the parent of e is p
      When T is deleted
      Then it fails with policy
      When the world is kept as s
      And e is named "Eve"
      And an entity f named "e"
      Then the lookup of "e" is f
      When the world is taken back to s
      Then the path of e is "p.e"
      And the lookup of "Eve" is none
      And the lookup of "e" is e
      When e is deleted
      And the world is taken back to s
      Then e is alive
