Feature: Numbers as targets

  Background:
    Given a relationship Level

  @profile:flecs-4.1
  Rule: The target of a pair can be a number, which is not an entity

    @numbers-01 @F41-085 @pairs.numbers
    Scenario: A pair with a number can be added, queried, listed and removed
      When Flag gets (Level, @12)
      And Flag gets (Level, Mast)
      And Flag gets (Level, @3)
      Then Flag has (Level, @3)
      And Flag does not have (Level, @4)
      And the ids of Flag are (Level, Mast), (Level, @3) and (Level, @12)
      And the target 1 of Level on Flag is @3
      And the targets of Level on Flag are Mast, @3 and @12
      When a query queries "(Level, @3)"
      Then the result is, in any order
        | $this | 1           |
        | Flag  | (Level, @3) |
      When Flag loses (Level, @3)
      Then the changes are
        | - | Flag | (Level, @3) |
      When a query queries "(Level, @3)"
      Then the result is empty

    @numbers-02 @pairs.numbers
    Scenario: Wildcards match numbers, but variables do not
      Given these facts
        | Mast | (Level, @0)   |
        | Flag | (Level, Mast) |
      When a query queries "(Level, *)"
      Then the result is, in any order
        | $this | 1             |
        | Mast  | (Level, @0)   |
        | Flag  | (Level, Mast) |
      When a query queries "(Level, _)"
      Then the result is, in any order
        | $this | 1          |
        | Mast  | (Level, *) |
        | Flag  | (Level, *) |
      When a query queries "(*, @0)"
      Then the result is, in any order
        | $this | 1           |
        | Mast  | (Level, @0) |
      When a query queries "(Level, $level)"
      Then the result is, in any order
        | $this | $level |
        | Flag  | Mast   |
      When a query queries "Level($any, $this)"
      Then the result is, in any order
        | $this | $any |
        | Mast  | Flag |
      And the count of (Level, @0) is 1

    @numbers-03 @pairs.numbers
    Scenario Outline: A relationship refuses numbers as targets if one of its properties needs entities as targets
      Given Level is <property>
      When Flag gets (Level, @3)
      Then it fails with <code>
      And Flag does not have (Level, *)

      Examples:
        | property    | code    |
        | Acyclic     | invalid |
        | Traversable | invalid |
        | Symmetric   | invalid |
        | Transitive  | invalid |
        | OneOf       | one_of  |

    @numbers-04 @pairs.numbers
    Scenario Outline: A relationship that has a number as a target refuses properties that need entities as targets
      Given Flag gets (Level, @3)
      When Level gets <property>
      Then it fails with in_use
      When Flag loses (Level, @3)
      And Level gets <property>
      And Mast gets (Level, @3)
      Then it fails with invalid

      Examples:
        | property    |
        | Acyclic     |
        | Traversable |
        | Symmetric   |
        | Transitive  |

    @numbers-05 @pairs.numbers
    Scenario Outline: Reserved relationships cannot have a number as a target
      When Flag gets (<relationship>, @3)
      Then it fails with invalid

      Examples:
        | relationship |
        | ChildOf      |
        | IsA          |
        | With         |
        | OnDelete     |
        | SlotOf       |

    @numbers-06 @pairs.numbers
    Scenario Outline: Exclusive and With treat a number like any target
      Given Level gets <property>
      And Level is Exclusive
      And Level gets (With, Height)
      When Flag gets (Level, @3)
      And Flag gets (Level, Mast)
      And Flag gets (Level, @4294967295)
      Then the ids of Flag are (Level, @4294967295), (Height, Mast), (Height, @3) and (Height, @4294967295)

      Examples:
        | property     |
        | PairIsTag    |
        | DontFragment |

    @numbers-07 @pairs.numbers
    Scenario Outline: A number can only be the target of a pair, and is at most 4294967295
      Given Flag gets (Level, @3)
      When the operation <operation>
      Then it fails with <code>

      Examples:
        | operation                                                                              | code       |
        | {"op":"add","entity":"Flag","id":"@3"}                                                 | unresolved |
        | {"op":"add","entity":"Flag","id":["@3","Flag"]}                                        | unresolved |
        | {"op":"add","entity":"@3","id":"Level"}                                                | unresolved |
        | {"op":"delete","entity":"@3"}                                                          | unresolved |
        | {"op":"sources","relationship":"Level","entity":"@3"}                                  | unresolved |
        | {"op":"query","terms":[{"first":{"entity":"Level"},"src":{"entity":"@3"}}]}            | unresolved |
        | {"op":"query","terms":[{"first":{"entity":"@3"}}]}                                     | unresolved |
        | {"op":"entity","entity":"@3"}                                                          | exists     |
        | {"op":"add","entity":"Flag","id":["Level","@4294967296"]}                              | limit      |
        | {"op":"query","expr":"(Level, @4294967296)"}                                           | limit      |
        | {"op":"query","expr":"Level(@3, Flag)"}                                                | syntax     |

    @numbers-08 @pairs.numbers
    Scenario: A pair with a number is cleaned up only with its relationship or its source
      Given Flag gets (Level, @3)
      And the world is kept as before
      And Level gets (OnDeleteTarget, Delete)
      When Flag is deleted
      And Mast gets (Level, @3)
      And the world is saved and loaded
      Then the ids of Mast are (Level, @3)
      When Level is deleted
      Then the ids of Mast are none

    @numbers-09 @pairs.numbers
    Scenario: A restored world has its pairs with numbers, and a prepared query for a number continues
      Given the world is kept as empty
      And Flag gets (Level, @3)
      And the world is kept as full
      And a cached query q is prepared for "(Level, @3)"
      When the world is taken back to empty
      And Level gets (Level, @3)
      And query q is iterated
      Then the result is, in any order
        | $this |
        | Level |
      When the world is taken back to full
      And query q is iterated
      Then the result is, in any order
        | $this |
        | Flag  |

    @numbers-10 @pairs.numbers
    Scenario: Clones and instances get pairs with numbers
      Given a prefab Ship
      And an entity Flag below Ship
      And these facts
        | Ship | (Level, @0) |
        | Flag | (Level, @3) |
      When an entity twin cloned from Flag
      And an entity ship instantiated from Ship together with flag and flag2
      Then twin has (Level, @3)
      And ship owns (Level, @0)
      And the targets of Level on flag are @3
      And flag2 has (Level, @3)

    @numbers-11 @pairs.numbers @F41-090
    Scenario: Groups of numbers are in numeric order, after groups of entities
      Given these facts
        | Flag | (Level, @12)  |
        | Mast | (Level, @3)   |
        | Hull | (Level, Flag) |
      And a cached query q is prepared for "(Level, _)", grouped by Level
      When query q is iterated
      Then the result is, in order
        | $this | group |
        | Hull  | Flag  |
        | Mast  | @3    |
        | Flag  | @12   |
      When query q is iterated, in group @3
      Then the result is, in order
        | $this |
        | Mast  |

    @numbers-12 @pairs.numbers
    Scenario: Observers get events of pairs with numbers
      Given an observer o is prepared for "(Level, *)", on OnAdd and OnRemove
      And an observer three is prepared for "(Level, @3)", on OnAdd
      When Flag gets (Level, @3)
      And Flag gets (Level, @4)
      And Flag loses (Level, *)
      Then the events are
        | o     | OnAdd    | Flag | (Level, @3) |
        | three | OnAdd    | Flag | (Level, @3) |
        | o     | OnAdd    | Flag | (Level, @4) |
        | o     | OnRemove | Flag | (Level, @3) |
        | o     | OnRemove | Flag | (Level, @4) |

    @numbers-13 @pairs.numbers
    Scenario: A pair of a component and a number has a value of the component
      Given a component Cost {amount i32}
      When Flag gets (Cost, @3) {amount: 5}
      And Flag gets (Cost, @4)
      Then the value of (Cost, @3) on Flag is {amount: 5}
      And the value of (Cost, @4) on Flag is {amount: 0}
      And the type of (Cost, @3) is Cost

  @profile:flecs-3 @profile:flecs-4
  Rule: Other profiles have no numbers as targets

    @numbers-14 @pairs.numbers
    Scenario Outline: A number is an unknown handle
      When the operation <operation>
      Then it fails with <code>

      Examples:
        | operation                                                                                             | code       |
        | {"op":"add","entity":"Level","id":["Level","@3"]}                                                     | unresolved |
        | {"op":"has","entity":"Level","id":["Level","@4294967296"]}                                            | unresolved |
        | {"op":"query","terms":[{"first":{"entity":"Level"},"second":{"entity":"@3"}}]}                        | unresolved |
