@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1
Feature: Queries for relationships

  Background:
    Given a relationship Likes
    And a relationship Eats
    And these facts
      | Bob   | (Eats, Apples), (Eats, Pears), (Likes, Alice) |
      | Alice | (Eats, Pears), (Knows, Bob)                   |
      | Carl  | (Knows, Alice), Npc                           |
      | Dora  | Eats, Npc                                     |

  Rule: A pair matches the entities that have it

    @relquery-01 @REL-017 @REL-018 @REL-037 @QRY-146 @QRY-165
    Scenario: A query can name a pair in text
      When a query queries "(Eats, Apples)"
      Then the result is, in any order
        | $this | 1              |
        | Bob   | (Eats, Apples) |
      When a query queries "(Eats, Pears)"
      Then the result is, in any order
        | $this | 1             |
        | Bob   | (Eats, Pears) |
        | Alice | (Eats, Pears) |

    @relquery-02 @REL-020 @QRY-012 @QRY-146 @QRY-151 @QRY-153 @QRY-160 @QRY-162
    Scenario Outline: A query of terms gives the same answer as its text
      When a filter queries <query>
      Then the result is, in any order
        | $this | 1             |
        | Bob   | (Eats, Pears) |
        | Alice | (Eats, Pears) |

      Examples:
        | query                                                    |
        | "(Eats, Pears)"                                          |
        | `(Eats, Pears)`                                          |
        | [{"first":"Eats","second":"Pears"}]                      |
        | [{"first":{"name":"Eats"},"second":"Pears"}]             |
        | [{"first":{"name":"Eats"},"second":{"name":"Pears"}}]    |

  Rule: A wildcard gives a row for each pair that it matches

    @relquery-03 @REL-019 @REL-039 @REL-041 @REL-042 @REL-065 @REL-067 @REL-272
    Scenario: (R, *) gives a row for every target
      When a query queries "(Eats, *)"
      Then the result is, in any order
        | $this | 1              |
        | Bob   | (Eats, Apples) |
        | Bob   | (Eats, Pears)  |
        | Alice | (Eats, Pears)  |

    @relquery-04 @REL-066 @REL-068
    Scenario: (*, T) gives a row for every relationship
      When a query queries "(*, Alice)"
      Then the result is, in any order
        | $this | 1              |
        | Bob   | (Likes, Alice) |
        | Carl  | (Knows, Alice) |
      When a query queries "(*, Pears)"
      Then the result is, in any order
        | $this | 1             |
        | Bob   | (Eats, Pears) |
        | Alice | (Eats, Pears) |

    @relquery-05 @REL-066 @REL-069
    Scenario: (*, *) gives a row for every pair and for no other id
      When a query queries "(*, *)"
      Then the result is, in any order
        | $this | 1              |
        | Bob   | (Eats, Apples) |
        | Bob   | (Eats, Pears)  |
        | Bob   | (Likes, Alice) |
        | Alice | (Eats, Pears)  |
        | Alice | (Knows, Bob)   |
        | Carl  | (Knows, Alice) |

    @relquery-06 @REL-043 @REL-063 @QRY-155 @QRY-156 @QRY-163
    Scenario: The field names the pair that matched
      When a query queries "(Likes, *)"
      Then the result is, in any order
        | $this | 1.id           | 1.set |
        | Bob   | (Likes, Alice) | yes   |
      When a query queries "Npc, (Knows, *)"
      Then the result is, in any order
        | $this | 1   | 2              |
        | Carl  | Npc | (Knows, Alice) |

    @relquery-07 @REL-286 @REL-287
    Scenario: An entity can match several times
      Given these facts
        | Eva | Npc, (Likes, Apples), (Likes, Pears), (Likes, Bananas), (Eats, Apples), (Eats, Pears) |
      When a query queries "(Likes, *)", with $this = Eva
      Then the result is, in any order
        | 1                |
        | (Likes, Apples)  |
        | (Likes, Pears)   |
        | (Likes, Bananas) |
      When a query queries "(*, Pears)", with $this = Eva
      Then the result is, in any order
        | 1              |
        | (Likes, Pears) |
        | (Eats, Pears)  |

  Rule: A cached query finds pairs of entities that are created later

    @relquery-08 @REL-268 @REL-269
    Scenario Outline: A cached query finds pairs that are added later
      Given a cached query q is prepared for "<query>"
      When Eva gets (Likes, Apples)
      And query q is iterated, with $this = Eva
      Then the result is, in any order
        | $this | 1               |
        | Eva   | (Likes, Apples) |
      When Eva gets Npc
      And query q is iterated, with $this = Eva
      Then the result is, in any order
        | $this | 1               |
        | Eva   | (Likes, Apples) |
      When Eva loses (Likes, Apples)
      And query q is iterated, with $this = Eva
      Then the result is empty

      Examples:
        | query           |
        | (Likes, Apples) |
        | (Likes, *)      |
        | (*, Apples)     |
        | (*, *)          |

    @relquery-09 @REL-037
    Scenario: Each match comes once, whatever else the entity has
      Given these facts
        | e1 | (Hates, Pears)                 |
        | e2 | (Hates, Pears), Npc            |
        | e3 | (Hates, Pears), Npc, (Eats, Pears) |
        | e4 | (Hates, Bob), Npc              |
      When a query queries "(Hates, Pears)"
      Then the result is, in any order
        | $this |
        | e1    |
        | e2    |
        | e3    |

    @relquery-10 @REL-039 @REL-041
    Scenario: Each match is in one batch
      Given these facts
        | e1 | (Hates, Pears)                      |
        | e2 | (Hates, Pears), Npc                 |
        | e3 | (Hates, Pears), (Hates, Apples)     |
        | e4 | (Hates, Pears)                      |
      And a cached query q is prepared for "(Hates, *)"
      When query q is opened as i
      And iterator i is advanced
      Then the result is, in any order
        | $this | 1              |
        | e1    | (Hates, Pears) |
        | e4    | (Hates, Pears) |
      When iterator i is advanced
      Then the result is, in any order
        | $this | 1              |
        | e2    | (Hates, Pears) |
      When iterator i is advanced
      Then the result is, in any order
        | $this | 1               |
        | e3    | (Hates, Apples) |
      When iterator i is advanced
      Then the result is, in any order
        | $this | 1              |
        | e3    | (Hates, Pears) |
      When iterator i is advanced
      Then the result is empty
