@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Reflexive relationships

  Rule: A reflexive relationship relates every entity to itself

    @reflexive-01 @REL-195 @REL-196 @REL-198 @QRY-608 @QRY-610 @QRY-611 @QRY-613 @QRY-615
    Scenario: IsA is reflexive
      Given these facts
        | Oak  | (IsA, Tree) |
        | Rock | Hard        |
      When a rule queries "(IsA, Tree)"
      Then the result is, in any order
        | $this |
        | Tree  |
        | Oak   |
      When a rule queries "(IsA, Rock)"
      Then the result is, in any order
        | $this |
        | Rock  |
      When a rule queries "IsA(Tree, Oak)"
      Then the result is empty
      When a rule queries "IsA(Tree, Tree)"
      Then the result is, in any order
        | 1.id        | 1.set |
        | (IsA, Tree) | yes   |

    @reflexive-02 @REL-194 @REL-197 @REL-199 @QRY-608 @QRY-609
    Scenario: Adding Reflexive makes a relationship reflexive
      Given these facts
        | SanFrancisco | (LocatedIn, UnitedStates) |
      When a rule queries "(LocatedIn, SanFrancisco)"
      Then the result is empty
      When a rule queries "(LocatedIn, UnitedStates)"
      Then the result is, in any order
        | $this        |
        | SanFrancisco |
      When LocatedIn is Reflexive
      And a rule queries "(LocatedIn, SanFrancisco)"
      Then the result is, in any order
        | $this        |
        | SanFrancisco |
      When a rule queries "(LocatedIn, UnitedStates)"
      Then the result is, in any order
        | $this        |
        | SanFrancisco |
        | UnitedStates |
      When LocatedIn is not Reflexive
      And a rule queries "(LocatedIn, SanFrancisco)"
      Then the result is empty

    @reflexive-03 @QRY-609 @REL-194
    Scenario: The value of a variable can be the entity itself
      Given a relationship R with Reflexive
      And these facts
        | a | (R, b), T |
        | b | T         |
      When a rule queries "T, (R, $x)"
      Then the result is, in any order
        | $this | $x |
        | a     | a  |
        | a     | b  |
        | b     | b  |

    @reflexive-04 @QRY-608 @wildcard.stored
    Scenario: A wildcard finds no reflexive match, so Not (R, *) finds entities without a pair
      Given these facts
        | Oak  | (IsA, Tree), T |
        | Rock | T              |
        | Tree | T              |
      When a rule queries "T, !(IsA, *)"
      Then the result is, in any order
        | $this |
        | Rock  |
        | Tree  |
      When a rule queries "T, (IsA, *)"
      Then the result is, in any order
        | $this | 2.id        |
        | Oak   | (IsA, Tree) |

    @reflexive-05 @REL-196 @QRY-608
    Scenario: Not and Optional follow a reflexive relationship
      Given these facts
        | Oak  | (IsA, Tree), T |
        | Rock | T              |
        | Tree | T              |
      When a rule queries "T, !(IsA, Tree)"
      Then the result is, in any order
        | $this |
        | Rock  |
      When a rule queries "T, ?(IsA, Tree)"
      Then the result is, in any order
        | $this | 2.set |
        | Oak   | yes   |
        | Tree  | yes   |
        | Rock  | no    |

    @reflexive-06 @REL-194
    Scenario: Only queries match reflexively; has and targets do not
      Given these facts
        | Oak | (IsA, Tree) |
      Then Tree does not have (IsA, Tree)
      And the targets of IsA on Tree are none
      And Oak has (IsA, Tree)
