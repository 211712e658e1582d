@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: The order of cleanup

  Background:
    Given a tag Node
    And an observer o is prepared for "Node", on OnRemove

  @order-01 @REL-141 @REL-142 @REL-140 @REL-143 @F41-062
  Scenario: A child is cleaned up before its parent
    Given an entity p with Node
    And an entity c below p with Node
    And an entity g below c with Node
    When p is deleted
    Then the events in order are
      | o | OnRemove | g | Node |
      | o | OnRemove | c | Node |
      | o | OnRemove | p | Node |

  @order-02 @REL-144 @REL-145 @REL-147
  Scenario: Deleting a tag removes it from its entities in any order, and the entities stay
    Given an entity p with Node
    And an entity c below p with Node
    When Node is deleted
    Then the events are
      | o | OnRemove | p | Node |
      | o | OnRemove | c | Node |
    And p is alive
    And the parent of c is p

  @order-03 @REL-146 @REL-143
  Scenario: A cycle is cleaned up in any order
    Given a relationship Needs with (OnDeleteTarget, Delete)
    And these facts
      | a | (Needs, b), Node |
      | b | (Needs, c), Node |
      | c | (Needs, a), Node |
    When b is deleted
    Then the events are
      | o | OnRemove | a | Node |
      | o | OnRemove | b | Node |
      | o | OnRemove | c | Node |

  @order-04 @REL-141 @REL-131
  Scenario: A cascade over any relationship begins at the leaves
    Given a relationship Needs with (OnDeleteTarget, Delete)
    And these facts
      | lamp   | (Needs, cable), Node |
      | cable  | (Needs, socket)      |
      | socket | Node                 |
      | bulb   | (Needs, lamp), Node  |
    When socket is deleted
    Then the events in order are
      | o | OnRemove | bulb   | Node |
      | o | OnRemove | lamp   | Node |
      | o | OnRemove | socket | Node |

  @order-05 @REL-141 @REL-119
  Scenario: A deletion that a policy refuses causes no events
    Given a relationship Holds with (OnDeleteTarget, Panic)
    And an entity p with Node
    And an entity c below p with Node
    And these facts
      | x | (Holds, c) |
    When p is deleted
    Then it fails with policy
    And the events are none
