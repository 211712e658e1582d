@profile:flecs-4 @profile:flecs-4.1
Feature: Scopes

  Rule: A scope applies an operator to several terms

    Background:
      Given these facts
        | good  | SpaceShip, (Engine, e1), (Engine, e2) |
        | half  | SpaceShip, (Engine, e1), (Engine, e3) |
        | bad   | SpaceShip, (Engine, e3)               |
        | glide | SpaceShip                             |
        | e1    | Healthy                               |
        | e2    | Healthy                               |

    @language-82 @FQL-154 @FQL-156 @FQL-157 @FQL-159
    Scenario: A negated scope finds ships without a healthy engine
      When a query queries "SpaceShip, !{ (Engine, $engine), Healthy($engine) }"
      Then the result is, in any order
        | $this |
        | bad   |
        | glide |

    @language-83 @FQL-154 @FQL-156 @FQL-158 @FQL-159
    Scenario: A negated scope finds ships without a damaged engine
      When a query queries "SpaceShip, !{ (Engine, $engine), !Healthy($engine) }"
      Then the result is, in any order
        | $this |
        | good  |
        | glide |

    @language-84 @FQL-155
    Scenario Outline: A scope needs Not
      When a query queries "<query>"
      Then it fails with invalid

      Examples:
        | query                      |
        | SpaceShip, { Healthy }     |
        | SpaceShip, ?{ Healthy }    |
