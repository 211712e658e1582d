@profile:flecs-3
Feature: Change detection

  Background:
    Given a component Position {x f32}
    And a component Velocity {x f32}
    And a component Mass {kg f32}
    And these facts
      | e1 | Position {x: 1}                  |
      | e2 | Position {x: 2}                  |
      | e3 | Position {x: 3}, Velocity {x: 3} |
      | e4 | Mass {kg: 4}                     |
    And a cached query q is prepared for "[in] Position"
    When query q is iterated
    Then query q has changed
    When query q is iterated

  Rule: After a change, a query counts as changed until it is iterated

    @changes-01 @QRY-484 @QRY-503 @QRY-504 @QRY-505 @QRY-510 @QRY-511 @QRY-516
    Scenario: A query counts as changed until it is iterated, however often it is asked
      Then query q has not changed
      When e1 gets Position {x: 10}
      Then query q has changed
      And query q has changed
      When query q is iterated
      Then query q has not changed
      And query q has not changed

    @changes-02 @QRY-502 @QRY-503
    Scenario: Change detection begins at the first question, so an earlier iteration does not count
      Given a cached query late is prepared for "[in] Position"
      When query late is iterated
      Then query late has changed
      When query late is iterated
      Then query late has not changed

    @changes-03 @QRY-485 @QRY-505 @QRY-515 @QRY-489 @QRY-517 @changes.tables
    Scenario: Changes are detected for each table separately
      When e1 gets Position {x: 10}
      And query q is iterated, with changes
      Then the result is, in any order
        | $this | changed |
        | e1    | yes     |
        | e2    | yes     |
        | e3    | no      |
      When query q is iterated, with changes
      Then the result is, in any order
        | $this | changed |
        | e1    | no      |
        | e2    | no      |
        | e3    | no      |

    @changes-04 @QRY-485 @QRY-505
    Scenario: An iterator resets the change only of the tables that it returned
      When e1 gets Position {x: 10}
      And e3 gets Position {x: 30}
      And query q is opened as i
      And iterator i is advanced
      And iterator i is closed
      Then query q has changed
      When query q is iterated, with changes
      Then the result is, in any order
        | $this | changed |
        | e1    | no      |
        | e2    | no      |
        | e3    | yes     |
      And query q has not changed

    @changes-05 @QRY-483
    Scenario Outline: Only cached queries detect changes
      Given <kind> p is prepared for "[in] Position"
      When it is asked whether query p has changed
      Then it fails with unsupported

      Examples:
        | kind     |
        | a filter |
        | a rule   |

  Rule: A write, a new table and a move between tables are changes

    @changes-11 @QRY-488 @QRY-491 @QRY-492 @QRY-493 @QRY-494 @QRY-495 @QRY-497 @QRY-500 @QRY-512
    Scenario Outline: Setting, modifying, adding, removing and deleting are changes
      When <change>
      Then query q has changed
      When query q is iterated
      Then query q has not changed

      Examples:
        | change                        |
        | e1 gets Position {x: 10}      |
        | e1 gets Position {x: 1}       |
        | Position of e1 is modified    |
        | e1 gets Mass                  |
        | e1 gets Tag                   |
        | e1 gets (Likes, e2)           |
        | e3 loses Velocity             |
        | e3 loses Position             |
        | e4 gets Position              |
        | e1 is deleted                 |
        | e3 is deleted                 |
        | e2 is cleared                 |
        | every entity loses Position   |
        | every entity with Velocity is deleted |

    @changes-12 @QRY-492 @QRY-488
    Scenario: An entity that leaves a table and comes back is a change
      When e1 gets Tag
      And e1 loses Tag
      Then query q has changed

    @changes-13 @QRY-497 @QRY-487
    Scenario: A new table is a change
      Given these facts
        | e5 | Mass {kg: 5}, Position {x: 5} |
      Then query q has changed
      When query q is iterated, with changes
      Then the result is, in any order
        | $this | changed |
        | e1    | no      |
        | e2    | no      |
        | e3    | no      |
        | e5    | yes     |

    @changes-14 @QRY-496 @QRY-506 @QRY-513 @QRY-517
    Scenario Outline: Iterating a query that may write is a change, whether it wrote or not
      Given <kind> w is prepared for "<query>"
      Then query q has not changed
      When query w is iterated
      Then query q has changed
      When query q is iterated
      Then query q has not changed
      When <kind> queries "<query>"
      Then query q has changed
      When query q is iterated
      And query w is opened as i
      Then query q has not changed
      When iterator i is advanced
      Then query q has changed

      Examples:
        | kind           | query            |
        | a cached query | Position         |
        | a cached query | [inout] Position |
        | a filter       | [out] Position   |
        | a filter       | ?Mass, Position  |
        | a rule         | Position         |

    @changes-15 @QRY-506
    Scenario Outline: Iterating a query that only reads is no change
      When <kind> queries "<query>"
      Then query q has not changed

      Examples:
        | kind           | query                    |
        | a filter       | [in] Position            |
        | a filter       | [none] Position          |
        | a cached query | [in] Position, Velocity  |
        | a rule         | Mass                     |
        | a filter       | Position, Mass           |
        | a filter       | [in] Position, [out] Velocity |
        | a filter       | Mass, Position(e1)       |

    @changes-16 @QRY-506 @QRY-486
    Scenario: A writing query changes only the tables that it returned
      When a filter queries "Position, [in] Velocity"
      And query q is iterated, with changes
      Then the result is, in any order
        | $this | changed |
        | e1    | no      |
        | e2    | no      |
        | e3    | yes     |

    @changes-17 @QRY-507 @QRY-496 @QRY-514 @QRY-517
    Scenario: A writing query that skips a table does not change it
      Given a cached query w is prepared for "Position"
      When query w is iterated, untouched
      Then query q has not changed
      When query w is opened as i
      And iterator i is advanced, untouched
      Then query q has not changed
      When iterator i is advanced
      And iterator i is closed
      And query q is iterated, with changes
      Then the result is, in any order
        | $this | changed |
        | e1    | no      |
        | e2    | no      |
        | e3    | yes     |

    @changes-18 @QRY-508
    Scenario: A query that may write its own rows has changed after each iteration, unless the loop says it wrote nothing
      Given a cached query w is prepared for "Position"
      Then query w has changed
      When query w is iterated
      Then query w has changed
      When query w is iterated
      Then query w has changed
      When query w is iterated, untouched
      Then query w has not changed

    @changes-19 @QRY-500 @QRY-648
    Scenario: Setting a component that is matched on another entity is a change
      Given these facts
        | Game | Mass {kg: 1}             |
        | P    | Velocity {x: 7}          |
        | c    | (ChildOf, P), Mass {kg: 2} |
      And a cached query f is prepared for "[in] Position, [in] Mass(Game)"
      And a cached query u is prepared for "[in] Mass, [in] Velocity(parent)"
      Then query f has changed
      And query u has changed
      When query f is iterated
      And query u is iterated
      And Game gets Mass {kg: 3}
      Then query f has changed
      And query u has not changed
      When query f is iterated
      And P gets Velocity {x: 8}
      Then query u has changed
      And query f has not changed
      When query u is iterated
      And P loses Velocity
      Then query u has changed
      When query u is iterated
      Then the result is empty
      And query u has not changed

    @changes-20 @QRY-485 @QRY-500
    Scenario: An entity that enters or leaves the table of a matched source is not a change, but a write to its value is
      Given these facts
        | Game | Mass {kg: 1} |
      And a cached query f is prepared for "[in] Position, [in] Mass(Game)"
      Then query f has changed
      When query f is iterated
      And e5 gets Mass
      Then query f has not changed
      When e5 gets Mass {kg: 2}
      Then query f has changed
      When query f is iterated
      And e5 is deleted
      Then query f has not changed

  Rule: A change that does not concern the query is ignored

    @changes-21 @QRY-491 @QRY-501 @QRY-490
    Scenario Outline: Other components, other tables, reading and naming are no changes
      When <change>
      Then query q has not changed

      Examples:
        | change                           |
        | e3 gets Velocity {x: 30}         |
        | Velocity of e3 is modified       |
        | e4 gets Mass {kg: 40}            |
        | e4 gets Tag                      |
        | e4 is deleted                    |
        | e1 is named "first"              |
        | e1 loses Velocity                |
        | the value of Position on e1 is asked |

    @changes-22 @QRY-485 @changes.none
    Scenario: A tag is never written, so only adding and removing are changes
      Given these facts
        | a | Tag |
      And a cached query t is prepared for "Tag"
      Then query t has changed
      When query t is iterated
      Then query t has not changed
      When a filter queries "[inout] Tag"
      Then query t has not changed
      When a gets Other
      Then query t has changed

  Rule: Sorting follows changes of the key

    @changes-31 @QRY-522 @QRY-524
    Scenario: Setting and modifying a key change the order at the next iteration
      Given a cached query s is prepared for "[in] Position, !Velocity", ordered by Position
      When query s is iterated
      Then the result is, in order
        | $this |
        | e1    |
        | e2    |
      When e1 gets Position {x: 5}
      And query s is iterated
      Then the result is, in order
        | $this |
        | e2    |
        | e1    |

  Rule: Entities that become prefabs leave the rows

    @changes-41 @QRY-497 @REL-102
    Scenario: A query has changed when a child among its rows becomes a prefab
      Given an entity Ship
      And an entity Mast below Ship with Position
      And a cached query shown is prepared for "[in] Position"
      And a cached query all is prepared for "[in] Position, ?Prefab"
      Then query shown has changed
      And query all has changed
      When query shown is iterated
      And query all is iterated
      Then query shown has not changed
      And query all has not changed
      When Ship is Prefab
      Then query shown has changed
      And query all has changed
      When query shown is iterated
      And query all is iterated
      And Ship is not Prefab
      Then query shown has not changed
      And query all has not changed
      When Mast is not Prefab
      Then query shown has changed
      And query all has changed
