@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: OneOf

  Rule: OneOf limits the targets

    @oneof-01 @REL-235 @REL-236 @REL-237 @F41-026
    Scenario: OneOf allows the children of the relationship
      Given a relationship Food with OneOf
      And an entity Apples below Food
      And an entity Peel below Apples
      And an entity Fork
      When a gets (Food, Apples)
      Then a has (Food, Apples)
      When b gets (Food, Fork)
      Then it fails with one_of
      When b gets (Food, Peel)
      Then it fails with one_of

    @oneof-02 @REL-235 @REL-238 @REL-239 @F41-027
    Scenario: (OneOf, X) allows the children of X
      Given a relationship Eats with (OneOf, Food)
      And an entity Apples below Food
      And an entity Fork below Eats
      When a gets (Eats, Apples)
      Then a has (Eats, Apples)
      When b gets (Eats, Fork)
      Then it fails with one_of
      And b does not have (Eats, *)

    @oneof-03 @REL-235 @one-of.children
    Scenario: OneOf is checked when a pair is added, not later
      Given a relationship Food with OneOf
      And an entity Apples below Food
      And these facts
        | a | (Food, Apples) |
      When Apples gets (ChildOf, Shelf)
      Then a has (Food, Apples)
      When b gets (Food, Apples)
      Then it fails with one_of
      When Food is not OneOf
      And b gets (Food, Apples)
      Then b has (Food, Apples)

    @oneof-04 @REL-235 @REL-237
    Scenario: A pair that OneOf refuses does not replace an exclusive target
      Given a relationship Color with OneOf, Exclusive
      And an entity Red below Color
      And an entity Loud
      And these facts
        | a | (Color, Red) |
      When a gets (Color, Loud)
      Then it fails with one_of
      And the targets of Color on a are Red
