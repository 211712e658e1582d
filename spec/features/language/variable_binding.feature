@profile:flecs-4 @profile:flecs-4.1
Feature: Variable binding

  Background:
    Given an entity Fast
    And an entity Docked
    And an entity Tows
    And an entity Guards
    And an entity Lost
    And an entity buoy
    And these facts
      | tug   | Fast, (Tows, barge)    |
      | barge | Docked                 |
      | ferry | Fast, (Guards, barge)  |

  Rule: And terms, Not terms and scopes have no order

    @binding-01 @FQL-149 @FQL-153 @variables.unset
    Scenario Outline: If an ignored term would have bound a variable, another And term binds it
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this | $x | $y    |
        | -     | -  | tug   |
        | -     | -  | ferry |

      Examples:
        | kind           | query                                |
        | a filter       | ?Lost($x), Tows($y, $x), Fast($y)    |
        | a filter       | ?Lost($x), Fast($y), Tows($y, $x)    |
        | a cached query | ?Lost($x), Tows($y, $x), Fast($y)    |
        | a cached query | Fast($y), ?Lost($x), Tows($y, $x)    |
        | a rule         | ?Lost($x), Tows($y, $x), Fast($y)    |
        | a rule         | ?Lost($x), Fast($y), Tows($y, $x)    |

    @binding-02 @FQL-149 @FQL-153
    Scenario Outline: If no variable is left unset, no term is ignored
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this | $x    | $y  |
        | -     | barge | tug |

      Examples:
        | kind           | query                                  |
        | a filter       | ?Docked($x), Tows($y, $x), Fast($y)    |
        | a cached query | ?Docked($x), Fast($y), Tows($y, $x)    |
        | a rule         | Fast($y), ?Docked($x), Tows($y, $x)    |

    @binding-03 @FQL-149
    Scenario: A variable that only an ignored term could bind stays unset
      When a query queries "?Lost($x), Tows($y, $x), ?Fast($y)"
      Then the result is, in any order
        | $this | fields | $x | $y |
        | -     | 3      | -  | -  |
      When a query queries "?Lost($x), Tows($y, $x), ?Fast($y), Docked($y)"
      Then the result is, in any order
        | $this | $x | $y |
        | -     | -  | -  |
      When a query queries "?Lost($x), Tows($y, $x), !{ Docked(barge), Fast($y) }, !Docked($y)"
      Then the result is, in any order
        | $this | $x | $y |
        | -     | -  | -  |
      When a query queries "?Lost($x), Tows($y, $x), !Docked(barge)"
      Then the result is empty

    @binding-04 @FQL-149 @FQL-151 @variables.ignored-binding
    Scenario Outline: If one And term is ignored, another one binds the variable
      Given these facts
        | pier  | (Holds, barge) |
        | light | (Sees, tug)    |
      When a query queries "<query>"
      Then the result is, in any order
        | $this | $a    | $b | $y  |
        | pier  | barge | -  | tug |
      When ferry gets (Guards, tug)
      And a query queries "<query>"
      Then the result is, in any order
        | $this | $a    | $b  | $y    |
        | pier  | barge | -   | tug   |
        | light | -     | tug | ferry |

      Examples:
        | query                                                          |
        | (Holds, $a) \|\| (Sees, $b), Tows($y, $a), Guards($y, $b)      |
        | (Holds, $a) \|\| (Sees, $b), Guards($y, $b), Tows($y, $a)      |

    @binding-05 @FQL-126 @FQL-149
    Scenario Outline: Two variables of one term are bound together
      When <kind> queries "Tows($y, $x), ?Lost($x)"
      Then the result is, in any order
        | $this | $x    | $y  | 2 |
        | -     | barge | tug | - |
      When <kind> queries "Tows($y, $x), ?Fast($x), Docked($x)"
      Then the result is, in any order
        | $this | $x    | $y  | 2 |
        | -     | barge | tug | - |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @binding-06 @FQL-149 @FQL-151
    Scenario: An Or chain binds a variable that all alternatives have
      When a query queries "Fast($x) || Docked($x), ?Lost($x), Tows($x, $y)"
      Then the result is, in any order
        | $this | $x  | $y    |
        | -     | tug | barge |
      When a query queries "?Lost($x), Fast($x) || Docked($x), Tows($x, $y)"
      Then the result is, in any order
        | $this | $x | $y |
        | -     | -  | -  |
      When a query queries "?Lost($w), Tows($x, $w) || Guards($x, $w), ?Fast($x)"
      Then the result is, in any order
        | $this | $w | $x |
        | -     | -  | -  |

  Rule: An equality of two variables binds one to the value of the other

    @binding-11 @FQL-128 @FQL-135 @operator.equality-binds
    Scenario Outline: $x == $this binds $x to $this
      When <kind> queries "<query>"
      Then the result is, in any order
        | $this | $x    |
        | tug   | tug   |
        | ferry | ferry |

      Examples:
        | kind           | query                       |
        | a filter       | Fast, $x == $this           |
        | a cached query | Fast, $x == $this           |
        | a rule         | Fast, $x == $this           |
        | a filter       | $this == $x, Fast           |
        | a cached query | $x == $this, Fast($x)       |
        | a rule         | $x == $y, $y == $this, Fast |

    @binding-12 @FQL-135 @FQL-149
    Scenario Outline: An equality binds if it is before an Optional term, and tests if it is after it
      When <kind> queries "Fast, $x == $this, ?Tows($x, barge)"
      Then the result is, in any order
        | $this | $x    | 2                      |
        | tug   | tug   | (Tows, barge) from tug |
        | ferry | ferry | -                      |
      When <kind> queries "Fast, ?Tows($x, barge), $x == $this"
      Then the result is, in any order
        | $this | $x  | 2                      |
        | tug   | tug | (Tows, barge) from tug |
      When <kind> queries "Fast, ?Lost($x), $x == $this"
      Then the result is, in any order
        | $this | $x |
        | tug   | -  |
        | ferry | -  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @binding-13 @FQL-128 @FQL-135
    Scenario Outline: Equalities bind along a chain in any written order
      When a query queries "<query>"
      Then the result is, in any order
        | $this | $x  | $y  | $z  |
        | -     | tug | tug | tug |

      Examples:
        | query                                    |
        | $z == $y, $x == $y, Tows($x, barge)      |
        | Tows($x, barge), $x == $y, $y == $z      |
        | $y == $z, $x == $y, $x == tug            |
        | $x == $y, $z == $y, $x == tug            |

    @binding-14 @FQL-135 @FQL-149
    Scenario: A variable that may be unset does not bind another one
      When a query queries "?Fast($x), ?Docked($y), $x == $y"
      Then the result is empty
      When a query queries "?Lost($x), $x == $y, Docked($y)"
      Then the result is, in any order
        | $this | $x | $y    |
        | -     | -  | barge |
      When a query queries "?Lost($x), $x == $y"
      Then it fails with invalid
      When a query queries "$x == $y, Fast($x), Docked($y)"
      Then the result is empty

    @binding-15 @FQL-124 @FQL-135 @operator.equality-binds
    Scenario: An equality with an entity constrains terms before and after it, but is ignored if an Optional term before it leaves its variable unset
      When a query queries "Tows($y, $x), $y == ferry"
      Then the result is empty
      When a query queries "$y == tug, Tows($y, $x)"
      Then the result is, in any order
        | $this | $x    | $y  |
        | -     | barge | tug |
      When a query queries "?Lost($x), $x == tug, Guards($y, $x)"
      Then the result is, in any order
        | $this | $x | $y |
        | -     | -  | -  |

  Rule: A comparison that binds nothing needs a variable that has a value

    @binding-21 @FQL-128 @FQL-130 @operator.unbound-comparison
    Scenario Outline: A comparison of a variable that nothing binds is refused
      When a query queries '<query>'
      Then it fails with invalid

      Examples:
        | query                          |
        | $x == "tug"                    |
        | Fast, $x ~= "u"                |
        | Fast, $x != tug                |
        | Fast, !$x == tug               |
        | Fast, !Docked($x), $x != tug   |
        | Fast, $x == $y                 |
        | Fast, !{ Docked($x) }, $x != tug |
        | Fast, !{ $x == $this }         |
        | Fast, $x == $this \|\| Docked  |
        | Fast, $x == $x                 |

    @binding-22 @FQL-124 @FQL-128 @FQL-130
    Scenario: A comparison that binds nothing is tested after all other terms
      When a query queries '$x != tug, Fast($x)'
      Then the result is, in any order
        | $this | $x    |
        | -     | ferry |
      When a query queries '$x == "tug", ?Fast($x)'
      Then the result is, in any order
        | $this | $x  |
        | -     | tug |
      When a query queries '?Lost($x), $x == "tug"'
      Then the result is, in any order
        | $this | $x |
        | -     | -  |
      When a query queries '$x == tug, $x ~= "u"'
      Then the result is, in any order
        | $this | $x  |
        | -     | tug |

    @binding-23 @FQL-126 @FQL-151
    Scenario: In an Or chain, an equality with an entity binds its variable; another comparison is left out if its variable has no value
      When a query queries "$x == tug || $x == ferry, Fast"
      Then the result is, in any order
        | $this | $x    |
        | tug   | tug   |
        | ferry | ferry |
        | tug   | ferry |
        | ferry | tug   |
      When a query queries "Fast, $x == $this || Docked($x)"
      Then the result is, in any order
        | $this | $x    | 2                 |
        | tug   | barge | Docked from barge |
        | ferry | barge | Docked from barge |
      When a query queries "Tows($x, barge), Fast, $x == $this || Docked($x)"
      Then the result is, in any order
        | $this | $x  |
        | tug   | tug |
      When a query queries "Fast, $x != tug || Lost($x)"
      Then the result is empty

  Rule: Prepared queries follow the same rules

    @binding-31 @FQL-149 @QRY-052
    Scenario Outline: A prepared query notices when a variable gains or loses a value
      Given <kind> q is prepared for "?Lost($x), Tows($y, $x), Fast($y), $z == $y"
      When query q is iterated
      Then the result is, in any order
        | $this | $x | $y    | $z    |
        | -     | -  | tug   | tug   |
        | -     | -  | ferry | ferry |
      When barge gets Lost
      And query q is iterated
      Then the result is, in any order
        | $this | $x    | $y  | $z  |
        | -     | barge | tug | tug |
      When barge loses Lost
      And buoy gets Fast
      And query q is iterated
      Then the result is, in any order
        | $this | $x | $y    | $z    |
        | -     | -  | tug   | tug   |
        | -     | -  | ferry | ferry |
        | -     | -  | buoy  | buoy  |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
