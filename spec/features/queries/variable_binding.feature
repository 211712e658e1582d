@profile:flecs-3
Feature: Variable binding

  Background:
    Given an entity Lost
    And an entity buoy
    And these facts
      | tug   | Fast, (Tows, barge)    |
      | barge | Docked                 |
      | ferry | Fast, (Guards, barge)  |

  Rule: And terms, Not terms and scopes have no order

    @binding-41 @QRY-248
    Scenario Outline: If an ignored term would have bound a variable, another And term binds it
      When a rule queries "<query>"
      Then the result is, in any order
        | $this | $x | $y    |
        | -     | -  | tug   |
        | -     | -  | ferry |

      Examples:
        | query                                |
        | ?Lost($x), Tows($y, $x), Fast($y)    |
        | ?Lost($x), Fast($y), Tows($y, $x)    |
        | Fast($y), ?Lost($x), Tows($y, $x)    |

    @binding-42 @QRY-248
    Scenario: A variable that only an ignored term could bind stays unset
      When a rule queries "?Lost($x), Tows($y, $x), ?Fast($y)"
      Then the result is, in any order
        | $this | fields | $x | $y |
        | -     | 3      | -  | -  |
      When a rule queries "?Lost($x), Tows($y, $x), !Fast($y), !{ Fast($y) }"
      Then the result is, in any order
        | $this | $x | $y |
        | -     | -  | -  |
      When a rule queries "Tows($y, $x), ?Lost($x), !Fast($y)"
      Then the result is empty

  Rule: An equality of two variables binds one to the value of the other

    @binding-43 @QRY-266 @QRY-248
    Scenario: An equality binds if it is before an Optional term, and tests if it is after it
      When a rule queries "Fast, $x == $this"
      Then the result is, in any order
        | $this | $x    |
        | tug   | tug   |
        | ferry | ferry |
      When a rule queries "$x == $this, Fast, ?Tows($x, barge)"
      Then the result is, in any order
        | $this | $x    | 2                      |
        | tug   | tug   | (Tows, barge) from tug |
        | ferry | ferry | -                      |
      When a rule queries "Fast, ?Tows($x, barge), $x == $this"
      Then the result is, in any order
        | $this | $x  | 2                      |
        | tug   | tug | (Tows, barge) from tug |
      When a rule queries "Fast, ?Lost($x), $this == $x"
      Then the result is, in any order
        | $this | $x |
        | tug   | -  |
        | ferry | -  |

    @binding-44 @QRY-266
    Scenario Outline: Equalities bind along a chain in any written order
      When a rule queries "<query>"
      Then the result is, in any order
        | $this | $x  | $y  | $z  |
        | -     | tug | tug | tug |

      Examples:
        | query                                    |
        | $z == $y, $x == $y, Tows($x, barge)      |
        | Tows($x, barge), $x == $y, $y == $z      |
        | $y == $z, $x == $y, $x == tug            |

    @binding-45 @QRY-205 @QRY-257
    Scenario Outline: A comparison of a variable that nothing binds is refused
      When a rule queries '<query>'
      Then it fails with invalid

      Examples:
        | query                            |
        | $x == "tug"                      |
        | Fast, $x ~= "u"                  |
        | Fast, $x != tug                  |
        | Fast, !Docked($x), $x != tug     |
        | Fast, $x == $y                   |
        | ?Lost($x), $x == $y              |
        | Fast, !{ Docked($x) }, $x != tug |
        | Fast, $x == $this \|\| Docked    |
