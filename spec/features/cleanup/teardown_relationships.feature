@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Teardown and relationships

  Background:
    Given a tag Node

  @ending-01 @REL-154 @REL-157
  Scenario Outline: A module, system or observer below another root is deleted with that root
    Given an observer o is prepared for "Node", on OnRemove
    And an entity Stuff
    And an entity inner below Stuff with <mark>, Node
    And an entity part below inner with Node
    And an entity kept with <mark>, Node
    And an entity p with Node
    And an entity c below p with Node
    When the world is torn down
    Then the answer in order is
      | o | OnRemove | part  | Node |
      | o | OnRemove | inner | Node |
      | o | OnRemove | c     | Node |
      | o | OnRemove | p     | Node |
      | o | OnRemove | kept  | Node |

    Examples:
      | mark     |
      | Module   |
      | System   |
      | Observer |

  @ending-02 @REL-155 @REL-156 @REL-158
  Scenario: Teardown deletes each child before the parent that it has when teardown begins
    Given an observer o is prepared for "Node", on OnRemove
    And an entity was with Node
    And an entity child below was with Node
    And an entity becomes with Node
    And an entity lone with Node
    When child gets (ChildOf, becomes)
    And lone gets (ChildOf, child)
    And the world is torn down
    Then the answer in order is
      | o | OnRemove | lone    | Node |
      | o | OnRemove | child   | Node |
      | o | OnRemove | becomes | Node |
      | o | OnRemove | was     | Node |

  @ending-03 @REL-148 @REL-230
  Scenario: At teardown, each pair of a Symmetric relationship causes one event, and so does its mirror
    Given a relationship Married with Symmetric
    And an entity q
    And an entity p
    And an entity c below p
    And p gets (Married, q)
    And c gets (Married, q)
    And an observer o is prepared for "(Married, *)", on OnRemove
    When the world is torn down
    Then the answer is
      | o | OnRemove | p | (Married, q) |
      | o | OnRemove | q | (Married, p) |
      | o | OnRemove | c | (Married, q) |
      | o | OnRemove | q | (Married, c) |

  @ending-04 @REL-155 @REL-152
  Scenario: At teardown, monitors report entities that leave, and there is no OnSet or OnAdd
    Given a component Mass {value i32}
    And an entity p
    And an entity c below p
    And c gets Mass {value: 1}
    And p gets Mass {value: 2}
    And an observer m is prepared for "Mass", monitoring
    And an observer s is prepared for "Mass", on OnSet and OnAdd
    When the world is torn down
    Then the answer in order is
      | m | OnRemove | c | leaving |
      | m | OnRemove | p | leaving |

  @ending-05 @REL-159 @REL-131 @REL-160
  Scenario: If a policy protects a child, teardown deletes the child and its root at the end
    Given a relationship Guards with (OnDeleteTarget, Panic)
    And an observer o is prepared for "Node", on OnRemove
    And an entity vault with Node
    And an entity coin below vault with Node
    And an entity guard with (Guards, coin), Node
    And an entity post below guard with Node
    And an entity other with Node
    And an entity below_other below other with Node
    When the world is torn down
    Then the answer in order is
      | o | OnRemove | post        | Node |
      | o | OnRemove | guard       | Node |
      | o | OnRemove | below_other | Node |
      | o | OnRemove | other       | Node |
      | o | OnRemove | coin        | Node |
      | o | OnRemove | vault       | Node |

  @ending-06 @REL-155 @REL-182
  Scenario: Teardown causes no events for prefabs and disabled entities
    Given an observer o is prepared for "Node", on OnRemove
    And a prefab Base with Node
    And an entity part below Base with Node
    And an entity sleeper with Node
    And sleeper is disabled
    When the world is torn down
    Then the answer is none
