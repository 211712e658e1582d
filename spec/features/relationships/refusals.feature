@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Refusals and their codes

  Rule: Unknown and deleted entities are refused

    @refused-01 @REL-118 @REL-003 @entities.unknown-and-dead
    Scenario Outline: An operation on an unknown or deleted entity is refused
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
    Scenario: A pair with a deleted element is not found, and removing it does nothing
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

  Rule: Reasons to refuse are checked in this order: arguments, entity, id, value, everything else

    @refused-03 @REL-003 @REL-175 @errors.order
    Scenario Outline: If an operation fails for several reasons, only the first is reported
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
        | {"op":"component","entity":"new","ids":["T"]}                        | invalid    |
        | {"op":"component","entity":"e","ids":["nobody"]}                     | invalid    |
        | {"op":"entity","entity":"e","members":[["x","f32"]]}                 | invalid    |
        | {"op":"entity","entity":"e","ids":["nobody"]}                        | exists     |
        | {"op":"explain","expr":"T(","entity":"gone"}                         | syntax     |

  Rule: Each reason to refuse has its code

    @refused-11 @errors.codes
    Scenario Outline: A refused operation answers with the code of its reason and changes nothing
      Given an entity gone
      And a tag T
      And a relationship Eats
      And a relationship Team with OneOf
      And a tag Frozen with Final
      And a tag Kept with (OnDelete, Panic)
      And these facts
        | e | (Eats, f) |
      When gone is deleted
      And the operation <operation>
      Then it fails with <code>

      Examples:
        | operation                                                            | code            |
        | {"op":"query","expr":"T("}                                           | syntax          |
        | {"op":"add","entity":"nobody","id":"T"}                              | unresolved      |
        | {"op":"add","entity":"e","id":["T","*"]}                             | invalid         |
        | {"op":"add","entity":"gone","id":"T"}                                | not_alive       |
        | {"op":"entity","entity":"e"}                                         | exists          |
        | {"op":"add","entity":"e","id":["ChildOf","e"]}                       | cycle           |
        | {"op":"add","entity":"e","id":["IsA","Frozen"]}                      | final           |
        | {"op":"add","entity":"e","id":["Team","f"]}                          | one_of          |
        | {"op":"emit","entity":"e","event":"f","relationship":"Eats"}         | not_traversable |
        | {"op":"add","entity":"Eats","id":"Exclusive"}                        | in_use          |
        | {"op":"delete","entity":"Kept"}                                      | policy          |
        | {"op":"define","expr":"T(e)"}                                        | unsupported     |

  Rule: An invalid or taken name is refused

    @refused-04 @REL-103 @REL-104 @names.form
    Scenario Outline: A name that is invalid or taken is refused
      Given an entity p
      And an entity e
      And an entity c named "Child" below p
      When the operation <operation>
      Then it fails with <code>

      Examples:
        | operation                                                   | code    |
        | {"op":"set_name","entity":"e","name":"a\tb"}                | invalid |
        | {"op":"set_name","entity":"e","name":"a\ufffdb"}            | invalid |
        | {"op":"set_name","entity":"e","name":"*"}                   | exists  |
        | {"op":"set_name","entity":"e","name":"_"}                   | exists  |
        | {"op":"set_name","entity":"e","name":"IsA"}                 | exists  |
        | {"op":"set_name","entity":"e","name":"p"}                   | exists  |
        | {"op":"entity","entity":"n","name":"p"}                     | exists  |
        | {"op":"entity","entity":"n","name":"Child","parent":"p"}    | exists  |
        | {"op":"entity","entity":"n","name":"p.x"}                   | invalid |

    @refused-05 @REL-103 @REL-104 @names.reserved
    Scenario: A name that is reserved at the root can be used below a parent
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

  Rule: Reserved entities keep the ids that they have from the start

    @refused-06 @REL-077 @REL-118 @entities.reserved
    Scenario Outline: An operation that would change a reserved entity is refused
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
        | {"op":"remove","entity":"ChildOf","id":["*","*"]}                |
        | {"op":"override","entity":"IsA","id":"p"}                        |
        | {"op":"disable","entity":"ChildOf","id":"Exclusive"}             |

    @refused-07 @REL-077 @REL-122 @entities.reserved
    Scenario: An id that was added to a reserved entity can be removed
      Given a tag T
      When IsA gets T
      And ChildOf gets (R, T), (Q, T)
      And ChildOf loses (Q, *)
      Then ChildOf does not have (Q, *)
      When every entity loses (*, *)
      Then ChildOf has (OnDeleteTarget, Delete)
      And ChildOf does not have (R, *)
      When ChildOf gets (R, T)
      And every entity loses Exclusive
      Then ChildOf has Exclusive
      When every entity with T is deleted
      Then IsA has T
      When IsA loses T
      And T is deleted
      Then ChildOf does not have (R, *)
      And the count of (R, *) is 0

  Rule: Restoring a snapshot restores scopes and policies

    @refused-08 @REL-110 @REL-111
    Scenario: A snapshot restores scope, names and policies
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

  Rule: A wildcard is refused if the operation needs an entity

    @refused-09 @REL-003 @REL-118 @ids.wildcard-refused
    Scenario Outline: A wildcard in place of one entity is refused
      Given a tag T
      And a relationship R
      And a component Mass {value i32}
      And an entity e with T, Mass, (R, T)
      And a cached query q is prepared for "T", grouped by R
      When the operation <operation>
      Then it fails with invalid
      When the world is deferred
      And the operation <operation>
      Then it fails with invalid
      When the world is no longer deferred
      Then the answer is none

      Examples:
        | operation                                                              |
        | {"op":"delete","entity":"*"}                                           |
        | {"op":"delete","entity":"_"}                                           |
        | {"op":"clear","entity":"*"}                                            |
        | {"op":"clear","entity":"_"}                                            |
        | {"op":"alive","entity":"*"}                                            |
        | {"op":"alive","entity":"_"}                                            |
        | {"op":"add","entity":"*","id":"T"}                                     |
        | {"op":"add","entity":"_","id":"T"}                                     |
        | {"op":"remove","entity":"*","id":"T"}                                  |
        | {"op":"remove","entity":"_","id":"T"}                                  |
        | {"op":"set","entity":"*","id":"Mass","value":{"value":1}}              |
        | {"op":"set","entity":"_","id":"Mass","value":{"value":1}}              |
        | {"op":"get","entity":"*","id":"Mass"}                                  |
        | {"op":"get","entity":"_","id":"Mass"}                                  |
        | {"op":"modified","entity":"*","id":"Mass"}                             |
        | {"op":"modified","entity":"_","id":"Mass"}                             |
        | {"op":"has","entity":"*","id":"T"}                                     |
        | {"op":"has","entity":"_","id":"T"}                                     |
        | {"op":"owns","entity":"*","id":"T"}                                    |
        | {"op":"owns","entity":"_","id":"T"}                                    |
        | {"op":"ids","entity":"*"}                                              |
        | {"op":"ids","entity":"_"}                                              |
        | {"op":"target","entity":"*","relationship":"R"}                        |
        | {"op":"target","entity":"_","relationship":"R"}                        |
        | {"op":"targets","entity":"*","relationship":"R"}                       |
        | {"op":"targets","entity":"_","relationship":"R"}                       |
        | {"op":"sources","entity":"*","relationship":"R"}                       |
        | {"op":"sources","entity":"_","relationship":"R"}                       |
        | {"op":"target","entity":"e","relationship":"*"}                        |
        | {"op":"target","entity":"e","relationship":"_"}                        |
        | {"op":"targets","entity":"e","relationship":"*"}                       |
        | {"op":"targets","entity":"e","relationship":"_"}                       |
        | {"op":"sources","entity":"e","relationship":"*"}                       |
        | {"op":"sources","entity":"e","relationship":"_"}                       |
        | {"op":"override","entity":"*","id":"T"}                                |
        | {"op":"override","entity":"_","id":"T"}                                |
        | {"op":"scope","entity":"*"}                                            |
        | {"op":"scope","entity":"_"}                                            |
        | {"op":"lookup","path":"e","from":"*"}                                  |
        | {"op":"lookup","path":"e","from":"_"}                                  |
        | {"op":"path","entity":"*"}                                             |
        | {"op":"path","entity":"_"}                                             |
        | {"op":"path","entity":"e","from":"*"}                                  |
        | {"op":"path","entity":"e","from":"_"}                                  |
        | {"op":"set_name","entity":"*","name":"z"}                              |
        | {"op":"set_name","entity":"_","name":"z"}                              |
        | {"op":"parent","entity":"*"}                                           |
        | {"op":"parent","entity":"_"}                                           |
        | {"op":"children","entity":"*"}                                         |
        | {"op":"children","entity":"_"}                                         |
        | {"op":"depth","entity":"*"}                                            |
        | {"op":"depth","entity":"_"}                                            |
        | {"op":"depth","entity":"e","relationship":"*"}                         |
        | {"op":"depth","entity":"e","relationship":"_"}                         |
        | {"op":"walk_up","entity":"*"}                                          |
        | {"op":"walk_up","entity":"_"}                                          |
        | {"op":"walk_up","entity":"e","relationship":"*"}                       |
        | {"op":"walk_up","entity":"e","relationship":"_"}                       |
        | {"op":"traverse","entity":"*"}                                         |
        | {"op":"traverse","entity":"_"}                                         |
        | {"op":"traverse","entity":"e","relationship":"*"}                      |
        | {"op":"traverse","entity":"e","relationship":"_"}                      |
        | {"op":"enable","entity":"*"}                                           |
        | {"op":"enable","entity":"_"}                                           |
        | {"op":"disable","entity":"*"}                                          |
        | {"op":"disable","entity":"_"}                                          |
        | {"op":"enable","entity":"*","id":"T"}                                  |
        | {"op":"enable","entity":"_","id":"T"}                                  |
        | {"op":"disable","entity":"*","id":"T"}                                 |
        | {"op":"disable","entity":"_","id":"T"}                                 |
        | {"op":"entity","entity":"n","parent":"*"}                              |
        | {"op":"entity","entity":"n","parent":"_"}                              |
        | {"op":"component","entity":"n","parent":"*"}                           |
        | {"op":"component","entity":"n","parent":"_"}                           |
        | {"op":"entity","entity":"*"}                                           |
        | {"op":"entity","entity":"_"}                                           |
        | {"op":"query","expr":"T","vars":{"this":"*"}}                          |
        | {"op":"query","expr":"T","vars":{"this":"_"}}                          |
        | {"op":"query","expr":"T","vars":{"nothing":"*"}}                       |
        | {"op":"query","expr":"T","vars":{"nothing":"_"}}                       |
        | {"op":"iterate","query":"q","vars":{"this":"*"}}                       |
        | {"op":"iterate","query":"q","vars":{"this":"_"}}                       |
        | {"op":"iterate","query":"q","group":"*"}                               |
        | {"op":"iterate","query":"q","group":"_"}                               |
        | {"op":"query","expr":"T","kind":"cached","group_by":"*"}               |
        | {"op":"query","expr":"T","kind":"cached","group_by":"_"}               |
        | {"op":"query","expr":"T","kind":"cached","order_by":{"component":"*"}} |
        | {"op":"query","expr":"T","kind":"cached","order_by":{"component":"_"}} |
        | {"op":"explain","expr":"T","entity":"*"}                               |
        | {"op":"explain","expr":"T","entity":"_"}                               |
        | {"op":"explain","expr":"T","vars":{"this":"*"}}                        |
        | {"op":"explain","expr":"T","vars":{"this":"_"}}                        |
        | {"op":"observe","as":"o","expr":"T","events":["OnAdd"],"parent":"*"}   |
        | {"op":"observe","as":"o","expr":"T","events":["OnAdd"],"parent":"_"}   |

    @refused-10 @REL-003 @REL-034
    Scenario: A wildcard in a pattern is accepted
      Given a tag T
      And a relationship R
      And an entity e with T, (R, T)
      And an entity f with (R, T)
      Then e has *
      And e owns (R, _)
      And the count of (*, T) is 2
      When e loses (R, *)
      Then e has T
      And the count of (*, T) is 1
      When every entity loses (*, T)
      Then the count of (R, T) is 0
      When f gets (R, e)
      And every entity with (R, *) is deleted
      Then f is not alive
