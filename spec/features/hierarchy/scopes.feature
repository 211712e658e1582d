@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Scopes

  @scope-01 @REL-110 @names.scope
  Scenario: An entity that is created in a scope is a child of it
    Given an entity parent
    And an entity other
    When the scope is parent
    And an entity child_a
    And an entity child_b
    Then child_a has (ChildOf, parent)
    And child_b has (ChildOf, parent)
    And other does not have (ChildOf, parent)
    And the lookup of "parent.child_a" is child_a

  @scope-02 @REL-111
  Scenario: Setting a scope returns the previous scope
    Given an entity outer
    And an entity inner
    When the scope is outer
    Then the answer is none
    When the scope is inner
    Then the answer is outer
    When the scope is outer
    Then the answer is inner
    When the scope is the root
    Then the answer is outer
    When the scope is the root
    Then the answer is none

  @scope-03 @REL-112 @REL-115
  Scenario: After the scope is left, new entities are not its children
    Given an entity parent
    When the scope is parent
    And an entity child
    And the scope is the root
    And an entity later
    Then child has (ChildOf, parent)
    And later does not have (ChildOf, *)

  @scope-04 @REL-113 @names.scope
  Scenario: An entity can be created outside the scope
    Given an entity parent
    And the scope is parent
    When an anonymous entity id outside the scope
    And an anonymous entity scoped
    Then id does not have (ChildOf, *)
    And scoped has (ChildOf, parent)

  @scope-05 @REL-110
  Scenario: An explicit parent overrides the scope
    Given an entity parent
    And an entity other
    And the scope is parent
    When an entity child below other
    Then child has (ChildOf, other)
    And child does not have (ChildOf, parent)

  @scope-06 @REL-117
  Scenario: The components of a module are its children
    Given an entity Physics with Module
    And the scope is Physics
    When a component Velocity {x f32}
    Then Velocity has (ChildOf, Physics)
    And the path of Velocity is "Physics.Velocity"

  @scope-07 @REL-106 @REL-110
  Scenario: Lookup begins in the scope
    Given an entity p
    And an entity a named "Child" below p
    And an entity b named "Child"
    Then the lookup of "Child" is b
    When the scope is p
    Then the lookup of "Child" is a
    And the lookup of "p" is p

  @scope-08 @REL-118
  Scenario: Deleting the scope resets it
    Given an entity parent
    And the scope is parent
    When parent is deleted
    And an entity later
    Then later does not have (ChildOf, *)
    When the scope is later
    Then the answer is none
    When the scope is parent
    Then it fails with not_alive

  @scope-09 @REL-110 @REL-111 @REL-112
  Scenario: Scopes can be nested
    Given an entity outer
    And the scope is outer
    And an entity inner
    And the scope is inner
    And an entity deep
    When the scope is outer
    Then the answer is inner
    When an entity later
    Then the path of deep is "outer.inner.deep"
    And the path of later is "outer.later"
    And the parent of inner is outer

  @scope-10 @REL-110 @REL-118
  Scenario: A scope is reset if a cascade deletes it
    Given an entity outer
    And an entity inner below outer
    And the scope is inner
    When outer is deleted
    Then inner is not alive
    When an entity later
    Then the parent of later is none
    When the scope is the root
    Then the answer is none

  @scope-11 @REL-110
  Scenario: A scope follows its entity when the entity moves
    Given an entity outer
    And an entity inner below outer
    And the scope is inner
    When inner loses (ChildOf, outer)
    And an entity later
    Then the path of later is "inner.later"
    When inner is cleared
    And an entity other
    Then the parent of other is inner
