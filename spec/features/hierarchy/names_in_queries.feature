@profile:flecs-3 @profile:flecs-4 @profile:flecs-4.1 @profile:flecs-3-beta
Feature: Names in query text

  Background:
    Given an entity hall named "Town hall"

  @names-14 @text.names
  Scenario Outline: Every name can be written in query text
    Given an entity c named "<name>" below hall
    And these facts
      | e | c, (Likes, c) |
      | c | Happy         |
    When a query queries "<text>, (Likes, <text>), Happy(<text>)"
    Then the result is, in any order
      | $this | 1 | 2          | 3            |
      | e     | c | (Likes, c) | Happy from c |

    Examples:
      | name     | text                     |
      | Bay 2    | `Town hall`.`Bay 2`      |
      | Bay 2    | `Town hall`::`Bay 2`     |
      | 2nd      | `Town hall`.2nd          |
      | 2nd      | `Town hall`.`2nd`        |
      | 100      | `Town hall`.`100`        |
      | Größe    | `Town hall`.Größe        |
      | 地図      | `Town hall`.地図          |
      | a`b      | `Town hall`.`a``b`       |
      | `        | `Town hall`.````         |
      | Vec<int> | `Town hall`.`Vec<int>`   |
      | a:b, (c) | `Town hall`.`a:b, (c)`   |
      | //a /* b | `Town hall`.`//a /* b`   |
      | $this    | `Town hall`.`$this`      |
      | *        | `Town hall`.`*`          |
      | _        | `Town hall`._            |
      | IsA      | `Town hall`.IsA          |

  @names-15 @text.names
  Scenario Outline: A keyword or number in backquotes is a name
    Given an entity c named "<name>"
    And these facts
      | e | c, (Likes, c) |
      | c | Happy         |
    When a query queries "`<name>`, (Likes, `<name>`), Happy(`<name>`)"
    Then the result is, in any order
      | $this | 1 | 2          | 3            |
      | e     | c | (Likes, c) | Happy from c |

    Examples:
      | name |
      | self |
      | up   |
      | AND  |
      | and  |
      | in   |
      | This |
      | 100  |
      | 2nd  |

  @names-16 @text.names
  Scenario Outline: Backquotes enclose exactly one name
    Given an entity c named "Bay" below hall
    And an entity b named "2nd" below c
    When a query queries <query>
    Then it fails with <code>

    Examples:
      | query               | code       |
      | "`Town hall.Bay`"   | syntax     |
      | "`Town hall::Bay`"  | syntax     |
      | "`Town\\nhall`"      | syntax     |
      | "``"                | syntax     |
      | "`Town hall"        | syntax     |
      | "`Town hall``"      | syntax     |
      | "'Town hall'"       | syntax     |
      | "Town hall"         | syntax     |
      | "`town hall`"       | unresolved |
      | "`Town hall`.`2nd`" | unresolved |
      | "`*`"               | unresolved |
      | "`_`"               | unresolved |
