@profile:flecs-4 @profile:flecs-4.1
Feature: Terms that depend on a variable

  Rule: A term that depends on a variable is ignored while the variable is unset

    @language-80 @FQL-149 @FQL-151 @FQL-152
    Scenario: If the alternative that matched did not bind a variable, a term on the variable is ignored
      Given these facts
        | a     | (Likes, Cat)                |
        | b     | (Likes, Wolf)               |
        | c     | (Eats, Salad)               |
        | d     | (Eats, Cake)                |
        | e     | (Likes, Wolf), (Eats, Salad) |
        | Cat   | Friendly                    |
        | Salad | Healthy                     |
      When a query queries "(Likes, $animal) || (Eats, $food), Friendly($animal), Healthy($food)"
      Then the result is, in any order
        | $this | $animal | $food | 1              | 2                 | 3                  |
        | a     | Cat     | -     | (Likes, Cat)   | Friendly from Cat | -                  |
        | c     | -       | Salad | (Eats, Salad)  | -                 | Healthy from Salad |

    @language-81 @FQL-149 @FQL-153
    Scenario: If an Optional term did not bind its variable, another term on the variable is ignored
      Given these facts
        | Orbiter | SpaceShip, (DockedTo, Mars)    |
        | Drifter | SpaceShip                      |
        | Lost    | SpaceShip, (DockedTo, Station) |
        | Mars    | Planet                         |
      When a query queries "SpaceShip, ?(DockedTo, $object), Planet($object)"
      Then the result is, in any order
        | $this   | $object |
        | Orbiter | Mars    |
        | Drifter | -       |
