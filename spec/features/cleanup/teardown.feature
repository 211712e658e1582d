@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Teardown of a world

  Rule: Teardown first deletes the roots that have children

    @teardown-01 @REL-155 @REL-156 @REL-158 @REL-159 @teardown.roots @cleanup.event-order
    Scenario: Teardown deletes roots that have children before other roots, and children before their parents
      Given a tag Node
      And an observer o is prepared for "Node", on OnRemove
      And an entity lone with Node
      And an entity p with Node
      And an entity c below p with Node
      And an entity g below c with Node
      And an entity q with Node
      And an entity d below q
      When the world is torn down
      Then the answer in order is
        | o | OnRemove | g    | Node |
        | o | OnRemove | c    | Node |
        | o | OnRemove | p    | Node |
        | o | OnRemove | q    | Node |
        | o | OnRemove | lone | Node |

    @teardown-02 @REL-156
    Scenario: A root is an entity without a parent, whatever other pairs it has
      Given a tag Node
      And an observer o is prepared for "Node", on OnRemove
      And an entity base with Node
      And an entity below_base below base
      And an entity p with (IsA, Stone), (Likes, base), Node
      And an entity c below p
      And an entity middle below c with Node
      And an entity leaf below middle
      And an entity last with Node
      And an entity below_last below last
      When the world is torn down
      Then the answer in order is
        | o | OnRemove | base   | Node |
        | o | OnRemove | middle | Node |
        | o | OnRemove | p      | Node |
        | o | OnRemove | last   | Node |

    @teardown-03 @REL-155
    Scenario: After teardown, every operation fails until the world is reset
      Given a tag Node
      And an observer o is prepared for "Node", on OnAdd and OnRemove
      And an entity e with Node
      When the world is torn down
      Then the answer is o OnAdd e Node, o OnRemove e Node
      When an entity f
      Then it fails with invalid
      When it is asked whether e has Node
      Then it fails with invalid
      When the events are asked
      Then it fails with invalid
      When the world is torn down
      Then it fails with invalid
      When the world is reset
      And an entity e
      Then the ids of e are none
      And the events are none

  Rule: Teardown deletes modules, components, observers and systems last

    @teardown-11 @REL-150 @REL-152 @REL-157 @REL-162
    Scenario Outline: Teardown deletes modules, systems and observers after the other roots that have children
      Given a tag Node
      And an observer o is prepared for "Node", on OnRemove
      And an entity kept with <mark>, Node
      And an entity part below kept
      And an entity p with Node
      And an entity c below p with Node
      When the world is torn down
      Then the answer in order is
        | o | OnRemove | c    | Node |
        | o | OnRemove | p    | Node |
        | o | OnRemove | kept | Node |

      Examples:
        | mark     |
        | Module   |
        | System   |
        | Observer |

    @teardown-12 @REL-157
    Scenario: A component at the root is deleted last, even if it has children
      Given a component Mass {value i32}
      And a component Held {value i32}
      And an entity unit below Held
      And an observer o is prepared for "Mass", on OnRemove
      And an entity p
      And an entity c below p
      And p gets Mass {value: 1}
      And c gets Mass {value: 2}
      And Held gets Mass {value: 3}
      When the world is torn down
      Then the answer in order is
        | o | OnRemove | c    | Mass |
        | o | OnRemove | p    | Mass |
        | o | OnRemove | Held | Mass |

    @teardown-13 @REL-150 @REL-152 @REL-154
    Scenario: An observer in a module gets the events of entities deleted before the module
      Given a tag Node
      And an entity Physics with Module
      And an entity part below Physics
      And an entity p with Node
      And an entity c below p with Node
      And an observer o is prepared for "Node", on OnRemove, below Physics
      When the world is torn down
      Then the answer in order is o OnRemove c Node, o OnRemove p Node

    @teardown-14 @REL-153 @REL-154
    Scenario: An observer below an entity that is not a module is released with that entity
      Given a tag Node
      And an entity Physics
      And an entity part below Physics
      And an entity p with Node
      And an entity c below p with Node
      And an observer o is prepared for "Node", on OnRemove, below Physics
      When the world is torn down
      Then the answer is none

    @teardown-15 @REL-150 @REL-151
    Scenario: A component in a module is removed from its entities as they are deleted
      Given a tag Node
      And an entity Physics with Module
      And the scope is Physics
      And a component Mass {value i32}
      And the scope is the root
      And an observer o is prepared for `Mass || Node`, on OnRemove
      And an entity e
      And an entity c below e with Node
      And e gets Mass {value: 1}
      When the world is torn down
      Then the answer in order is o OnRemove c Node, o OnRemove e Mass

    @teardown-16 @REL-153
    Scenario: A component below a root that is not a module is deleted with the root, before the entities that own the component
      Given a tag Node
      And an entity Stuff
      And the scope is Stuff
      And a component Mass {value i32}
      And the scope is the root
      And an observer o is prepared for `Mass || Node`, on OnRemove
      And an entity e
      And an entity c below e with Node
      And e gets Mass {value: 1}
      When the world is torn down
      Then the answer in order is o OnRemove e Mass, o OnRemove c Node

  Rule: Policies act on the roots that are deleted first, not on the entities that are deleted at the end

    @teardown-21 @REL-148 @REL-159 @REL-161
    Scenario: An entity that a policy deletes together with a root is not deleted at the end
      Given a tag Node
      And a relationship Needs with (OnDeleteTarget, Delete)
      And an observer o is prepared for "Node", on OnRemove
      And an entity other with Node
      And an entity lone with Node
      And an entity p with Node
      And an entity c below p
      And lone gets (Needs, c)
      When the world is torn down
      Then the answer in order is
        | o | OnRemove | lone  | Node |
        | o | OnRemove | p     | Node |
        | o | OnRemove | other | Node |

    @teardown-22 @REL-148 @REL-160 @REL-161
    Scenario: If a policy protects a root, teardown deletes it at the end
      Given a tag Node with (OnDelete, Panic)
      And a relationship Guards with (OnDeleteTarget, Panic)
      And an observer o is prepared for "Node", on OnRemove
      And an entity vault with Node
      And an entity coin below vault
      And an entity guard with (Guards, coin)
      And an entity p with Node
      And an entity c below p with Node
      When the world is torn down
      Then the answer in order is
        | o | OnRemove | c     | Node |
        | o | OnRemove | p     | Node |
        | o | OnRemove | vault | Node |

    @teardown-23 @REL-160
    Scenario: Teardown deletes roots without children, and modules, in any order
      Given a tag Node
      And an observer o is prepared for "Node", on OnRemove
      And an entity a with Node
      And an entity b with Node, Module
      And an entity d below b with Node
      When the world is torn down
      Then the answer is
        | o | OnRemove | a | Node |
        | o | OnRemove | b | Node |
        | o | OnRemove | d | Node |

    @teardown-24 @REL-148
    Scenario: A root that was deleted with an earlier root is skipped
      Given a tag Node
      And a relationship Needs with (OnDeleteTarget, Delete)
      And an observer o is prepared for "Node", on OnRemove
      And an entity p with Node
      And an entity c below p
      And an entity q with Node
      And an entity d below q with Node
      And q gets (Needs, p)
      When the world is torn down
      Then the answer in order is
        | o | OnRemove | d | Node |
        | o | OnRemove | q | Node |
        | o | OnRemove | p | Node |
