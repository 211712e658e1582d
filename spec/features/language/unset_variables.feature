@profile:flecs-4 @profile:flecs-4.1
Feature: Unset variables

  Background:
    Given these facts
      | cat  | Friendly                           |
      | wolf | Wild                               |
      | ann  | Person, (Likes, cat), (Eats, hay)  |
      | bob  | Person, (Eats, hay), (Eats, cake)  |
      | cyd  | Person, (Likes, wolf)              |
      | dan  | Person                             |

  Rule: A variable that occurs in every alternative takes the values of all of them

    @language-201 @FQL-021 @FQL-126 @QRY-218 @operator.or
    Scenario Outline: For each value of a variable, the first alternative that matches counts
      When <kind> queries "Person, (Likes, $x) || (Eats, $x)"
      Then the result is, in any order
        | $this | $x   | 2             |
        | ann   | cat  | (Likes, cat)  |
        | ann   | hay  | (Eats, hay)   |
        | bob   | hay  | (Eats, hay)   |
        | bob   | cake | (Eats, cake)  |
        | cyd   | wolf | (Likes, wolf) |
      When <kind> queries "Person, (Likes, $x) || (Eats, $x), !Friendly($x)"
      Then the result is, in any order
        | $this | $x   |
        | ann   | hay  |
        | bob   | hay  |
        | bob   | cake |
        | cyd   | wolf |
      When ann gets (Eats, cat)
      And <kind> queries "Person, (Eats, $x) || (Likes, $x), Friendly($x)"
      Then the result is, in any order
        | $this | $x  | 2           |
        | ann   | cat | (Eats, cat) |
      When <kind> queries "Friendly($x) || Wild($x), (Likes, $x)"
      Then the result is, in any order
        | $this | $x   | 1                 |
        | ann   | cat  | Friendly from cat |
        | cyd   | wolf | Wild from wolf    |
      When <kind> queries "(Likes, _), Friendly($x) || Wild($x)"
      Then the result is, in any order
        | $this | $x   | 2                 |
        | ann   | cat  | Friendly from cat |
        | ann   | wolf | Wild from wolf    |
        | cyd   | cat  | Friendly from cat |
        | cyd   | wolf | Wild from wolf    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: A term that uses an unset variable is ignored

    @language-202 @FQL-149 @FQL-151 @variables.or
    Scenario Outline: After an Or chain, a term on a variable that the matching alternative did not bind is ignored
      When <kind> queries "Person, (Likes, $x) || (Eats, $y), !Wild($x)"
      Then the result is, in any order
        | $this | $x  | $y   | 2            |
        | ann   | cat | -    | (Likes, cat) |
        | bob   | -   | hay  | (Eats, hay)  |
        | bob   | -   | cake | (Eats, cake) |
      When <kind> queries "Person, (Likes, $x) || (Eats, $y), !{ Wild($x) }, ?Friendly($x)"
      Then the result is, in any order
        | $this | $x  | $y   | 3                 |
        | ann   | cat | -    | Friendly from cat |
        | bob   | -   | hay  | -                 |
        | bob   | -   | cake | -                 |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-203 @FQL-149 @FQL-153 @QRY-248 @variables.unset
    Scenario Outline: After an Optional term, each kind of term on its unset variable is ignored
      When <kind> queries "Person, ?(Likes, $x), ?Wild($x)"
      Then the result is, in any order
        | $this | $x   | 2             | 3              |
        | ann   | cat  | (Likes, cat)  | -              |
        | bob   | -    | -             | -              |
        | cyd   | wolf | (Likes, wolf) | Wild from wolf |
        | dan   | -    | -             | -              |
      When <kind> queries "Person, ?(Likes, $x), (Eats, $y), !Wild($x)"
      Then the result is, in any order
        | $this | $x  | $y   |
        | ann   | cat | hay  |
        | bob   | -   | hay  |
        | bob   | -   | cake |
      When <kind> queries "Person, ?(Likes, $x), !{ Friendly($x) }"
      Then the result is, in any order
        | $this | $x   |
        | bob   | -    |
        | cyd   | wolf |
        | dan   | -    |
      When <kind> queries "Person, ?(Likes, $x), $x != wolf"
      Then the result is, in any order
        | $this | $x  |
        | ann   | cat |
        | bob   | -   |
        | dan   | -   |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-204 @FQL-153 @QRY-472
    Scenario Outline: A preset variable is never unset
      When <kind> queries "Person, ?(Likes, $x), Friendly($x)", with $x = cat
      Then the result is, in any order
        | $this | $x  | 2            | 3                 |
        | ann   | cat | (Likes, cat) | Friendly from cat |
        | bob   | cat | -            | Friendly from cat |
        | cyd   | cat | -            | Friendly from cat |
        | dan   | cat | -            | Friendly from cat |
      When <kind> queries "Person, ?(Likes, $x), Friendly($x)", with $x = wolf
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-205 @FQL-096 @FQL-025
    Scenario Outline: A source variable that only an Optional term names takes every value that matches, or stays unset if none does
      When <kind> queries "(Likes, _), ?Wild($w)"
      Then the result is, in any order
        | $this | $w   | 2              |
        | ann   | wolf | Wild from wolf |
        | cyd   | wolf | Wild from wolf |
      When wolf loses Wild
      And <kind> queries "(Likes, _), ?Wild($w)"
      Then the result is, in any order
        | $this | $w | 2 |
        | ann   | -  | - |
        | cyd   | -  | - |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: A comparison can be an alternative

    @language-206 @FQL-126 @FQL-127
    Scenario Outline: If a comparison matched, the field is unset
      When <kind> queries "Person, $this == ann || Likes($this, wolf)"
      Then the result is, in any order
        | $this | 2             |
        | ann   | -             |
        | cyd   | (Likes, wolf) |
      When <kind> queries "Person, $this != ann || Likes($this, cat)"
      Then the result is, in any order
        | $this | 2            |
        | ann   | (Likes, cat) |
        | bob   | -            |
        | cyd   | -            |
        | dan   | -            |
      When <kind> queries "Person, Friendly($x) || Wild"
      Then it fails with invalid

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-207 @FQL-135 @FQL-149
    Scenario Outline: A variable that an earlier Optional term or chain may leave unset is not bound by a later comparison or term
      When <kind> queries "Person, ?(Likes, $x), $x == cat"
      Then the result is, in any order
        | $this | $x  | 2            |
        | ann   | cat | (Likes, cat) |
        | bob   | -   | -            |
        | dan   | -   | -            |
      When <kind> queries "Person, $x == cat, ?(Likes, $x)"
      Then the result is, in any order
        | $this | $x  | 2            |
        | ann   | cat | (Likes, cat) |
        | bob   | cat | -            |
        | cyd   | cat | -            |
        | dan   | cat | -            |
      When <kind> queries "Person, ?(Likes, $x), (Eats, $x)"
      Then the result is, in any order
        | $this | $x | 3 |
        | bob   | -  | - |
        | dan   | -  | - |
      When <kind> queries "Person, (Eats, $x), ?(Likes, $x)"
      Then the result is, in any order
        | $this | $x   | 3 |
        | ann   | hay  | - |
        | bob   | hay  | - |
        | bob   | cake | - |
      When <kind> queries "Person, (Likes, $x) || (Eats, $y), $x != $y"
      Then the result is, in any order
        | $this | $x   | $y   |
        | ann   | cat  | -    |
        | bob   | -    | hay  |
        | bob   | -    | cake |
        | cyd   | wolf | -    |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

  Rule: Not matches if no value of an unbound variable matches

    @language-208 @FQL-018 @FQL-072 @FQL-101
    Scenario Outline: Not matches if no value of its variable matches, unless another term binds the variable
      When <kind> queries "Person, !(Likes, $x)"
      Then the result is, in any order
        | $this |
        | bob   |
        | dan   |
      When <kind> queries "Person, !(Likes, $x), Friendly($x)"
      Then the result is, in any order
        | $this | $x  |
        | bob   | cat |
        | cyd   | cat |
        | dan   | cat |
      When <kind> queries "Person, !{ !(Likes, $x), Friendly($x) }"
      Then the result is, in any order
        | $this |
        | ann   |
      When <kind> queries "Person, ($r, $t), !($r, wolf)"
      Then the result is, in any order
        | $this | $r    | $t   |
        | ann   | Likes | cat  |
        | ann   | Eats  | hay  |
        | bob   | Eats  | hay  |
        | bob   | Eats  | cake |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @language-209 @FQL-096 @FQL-018 @FQL-024 @wildcard.source
    Scenario Outline: Not, Optional and wildcards work on sources other than $this
      When <kind> queries "!Person(ann)"
      Then the result is empty
      When <kind> queries "!Person(cat), ?Wild(wolf), ?Wild(cat)"
      Then the result is, in any order
        | $this | 1 | 2              | 3 |
        | -     | - | Wild from wolf | - |
      When <kind> queries "!Wild(*), Person"
      Then the result is empty
      When <kind> queries "Friendly(*), Person, (Likes, _)"
      Then the result is, in any order
        | $this | 1                 |
        | ann   | Friendly from cat |
        | cyd   | Friendly from cat |
      When <kind> queries "Person(_)"
      Then the result is, in any order
        | $this | 1.id   |
        | -     | Person |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |
