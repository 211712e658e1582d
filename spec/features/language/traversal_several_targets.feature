@profile:flecs-4 @profile:flecs-4.1
Feature: Traversal with several targets

  Background:
    Given a relationship In with Traversable
    And a tag Tag
    And an entity near
    And an entity hub
    And an entity far
    And these facts
      | near | (In, hub)            |
      | hub  | Tag, (Likes, ann)    |
      | far  | Tag, (Likes, bob)    |
      | e    | (In, far), (In, near) |
      | f    | (In, near), (In, far) |

  @language-241 @FQL-102 @QRY-369 @QRY-370
  Scenario Outline: Traversal is depth first, and tries the next target if a path finds nothing
    When <kind> queries "Tag(up In)"
    Then the result is, in any order
      | $this | 1            |
      | near  | Tag from hub |
      | e     | Tag from hub |
      | f     | Tag from hub |
    When hub loses Tag
    And <kind> queries "Tag(up In)"
    Then the result is, in any order
      | $this | 1            |
      | e     | Tag from far |
      | f     | Tag from far |
    When near gets Tag
    And <kind> queries "Tag(up In)"
    Then the result is, in any order
      | $this | 1             |
      | e     | Tag from near |
      | f     | Tag from near |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-242 @FQL-102 @FQL-110
  Scenario Outline: Traversal with several targets works under every operator and on sources other than $this
    When <kind> queries "Tag(self|up In)"
    Then the result is, in any order
      | $this | 1            |
      | hub   | Tag          |
      | far   | Tag          |
      | near  | Tag from hub |
      | e     | Tag from hub |
      | f     | Tag from hub |
    When <kind> queries "(In, _), !Tag(up In)"
    Then the result is empty
    When <kind> queries "(Likes, _), ?Tag(up In)"
    Then the result is, in any order
      | $this | 2 |
      | hub   | - |
      | far   | - |
    When <kind> queries "(In, far), Likes || Tag(up In)"
    Then the result is, in any order
      | $this | 2            |
      | e     | Tag from hub |
      | f     | Tag from hub |
    When <kind> queries "Tag(e|up In)"
    Then the result is, in any order
      | $this | 1            |
      | -     | Tag from hub |
    When <kind> queries "Tag(hub|up In)"
    Then the result is empty
    When <kind> queries "(In, $i), Tag($i|self|up In)"
    Then the result is, in any order
      | $this | $i   | 2            |
      | near  | hub  | Tag from hub |
      | e     | near | Tag from hub |
      | e     | far  | Tag from far |
      | f     | near | Tag from hub |
      | f     | far  | Tag from far |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-243 @FQL-102 @QRY-472
  Scenario Outline: Traversal ends at the first entity with any match, even if a preset variable needs another value
    When <kind> queries "Likes($this|up In, $who)"
    Then the result is, in any order
      | $this | $who | 1                     |
      | near  | ann  | (Likes, ann) from hub |
      | e     | ann  | (Likes, ann) from hub |
      | f     | ann  | (Likes, ann) from hub |
    When <kind> queries "Likes($this|up In, $who)", with $who = bob
    Then the result is empty
    When <kind> queries "Likes($this|up In, bob)"
    Then the result is, in any order
      | $this | 1                     |
      | e     | (Likes, bob) from far |
      | f     | (Likes, bob) from far |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-244 @FQL-102
  Scenario Outline: Traversal finds inherited ids of a visited entity, and ids with DontInherit
    Given a tag Style with (OnInstantiate, Inherit)
    And these facts
      | base | Style       |
      | near | (IsA, base) |
    When <kind> queries "Style(up In)"
    Then the result is, in any order
      | $this | 1               |
      | e     | Style from base |
      | f     | Style from base |
    When Tag gets (OnInstantiate, DontInherit)
    And <kind> queries "Tag(up In)"
    Then the result is, in any order
      | $this | 1            |
      | near  | Tag from hub |
      | e     | Tag from hub |
      | f     | Tag from hub |
    When <kind> queries "(In, _), !Tag(up In)"
    Then the result is empty

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-245 @FQL-102 @FQL-114
  Scenario Outline: Traversal does not follow a disabled pair
    When In gets CanToggle
    And (In, near) of e is disabled
    And <kind> queries "Tag(up In)"
    Then the result is, in any order
      | $this | 1            |
      | near  | Tag from hub |
      | e     | Tag from far |
      | f     | Tag from hub |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |

  @language-274 @FQL-102
  Scenario Outline: self|up ends at the entity itself only if one of its targets can be the value of $this
    Given an entity mold with Prefab
    And these facts
      | port | (Likes, a), (Likes, b), (Likes, c), (Likes, d) |
      | a    | (In, port)                                     |
      | b    | (In, port), (Likes, mold)                      |
      | c    | (In, port), (Likes, Prefab)                    |
      | d    | (In, port), (Likes, a)                         |
    When <kind> queries "Likes($this|self|up In, $this)"
    Then the result is, in any order
      | $this | 1                    |
      | a     | (Likes, a) from port |
      | b     | (Likes, b) from port |
      | c     | (Likes, c) from port |
    When <kind> queries "Likes(a|self|up In, $this)"
    Then the result is, in any order
      | $this | 1                    |
      | a     | (Likes, a) from port |
      | b     | (Likes, b) from port |
      | c     | (Likes, c) from port |
      | d     | (Likes, d) from port |
    When <kind> queries "Likes(b|self|up In, $this)"
    Then the result is, in any order
      | $this | 1                    |
      | a     | (Likes, a) from port |
      | b     | (Likes, b) from port |
      | c     | (Likes, c) from port |
      | d     | (Likes, d) from port |
    When <kind> queries "Likes(c|self|up In, $this)"
    Then the result is, in any order
      | $this | 1                    |
      | a     | (Likes, a) from port |
      | b     | (Likes, b) from port |
      | c     | (Likes, c) from port |
      | d     | (Likes, d) from port |
    When <kind> queries "Likes(d|self|up In, $this)"
    Then the result is, in any order
      | $this | 1                 |
      | a     | (Likes, a) from d |

    Examples:
      | kind           |
      | a filter       |
      | a cached query |
      | a rule         |
