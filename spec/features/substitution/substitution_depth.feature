@profile:flecs-3-beta
Feature: Depth of a substitution

  Rule: Depth is the number of steps

    Background:
      Given a component Position {x f32}
      And these facts
        | Sun    | Position                 |
        | Planet | (ChildOf, Sun)           |
        | Moon   | (ChildOf, Planet)        |
        | Base   | (ChildOf, Moon), Position |
        | Rover  | (ChildOf, Base)          |

    @beta-depth-01 @SET-232 @SET-233 @sets.depth
    Scenario Outline: A maximum depth ends the search
      When <kind> queries "Position(super(ChildOf, 1))"
      Then the result is, in any order
        | $this  | 1                  |
        | Planet | Position from Sun  |
        | Rover  | Position from Base |
      When <kind> queries "Position(super(ChildOf, 3))"
      Then the result is, in any order
        | $this  | 1                  |
        | Planet | Position from Sun  |
        | Moon   | Position from Sun  |
        | Base   | Position from Sun  |
        | Rover  | Position from Base |
      When <kind> queries "Position(self|super(ChildOf, 2))"
      Then the result is, in any order
        | $this  | 1                  |
        | Sun    | Position           |
        | Planet | Position from Sun  |
        | Moon   | Position from Sun  |
        | Base   | Position           |
        | Rover  | Position from Base |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-depth-02 @SET-232 @SET-234
    Scenario Outline: A minimum depth skips the nearest entities
      When <kind> queries "Position(super(ChildOf, 2, 4))"
      Then the result is, in any order
        | $this | 1                 |
        | Moon  | Position from Sun |
        | Base  | Position from Sun |
        | Rover | Position from Sun |
      When <kind> queries "Position(super(ChildOf, 3, 3))"
      Then the result is, in any order
        | $this | 1                 |
        | Base  | Position from Sun |
      When <kind> queries "Position(super(ChildOf, 5, 9))"
      Then the result is empty

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-depth-03 @SET-232 @sets.depth
    Scenario Outline: An entity counts at every depth at which a walk reaches it
      Given a relationship PartOf with Acyclic
      And these facts
        | Top    | Mark                             |
        | Middle | (PartOf, Top)                    |
        | Bottom | (PartOf, Middle), (PartOf, Top)  |
      When <kind> queries "Mark(super(PartOf, 1))"
      Then the result is, in any order
        | $this  | 1             |
        | Middle | Mark from Top |
        | Bottom | Mark from Top |
      When <kind> queries "Mark(super(PartOf, 2, 2))"
      Then the result is, in any order
        | $this  | 1             |
        | Bottom | Mark from Top |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-depth-04 @SET-232
    Scenario Outline: A walk may go round a cycle
      Given a relationship Near
      And these facts
        | North | (Near, East), Mark |
        | East  | (Near, North)      |
      When <kind> queries "Mark(super(Near, 1))"
      Then the result is, in any order
        | $this | 1               |
        | East  | Mark from North |
      When <kind> queries "Mark(super(Near, 2, 2))"
      Then the result is, in any order
        | $this | 1               |
        | North | Mark            |
      When <kind> queries "Mark(super(Near, 3, 3))"
      Then the result is, in any order
        | $this | 1               |
        | East  | Mark from North |

      Examples:
        | kind           |
        | a filter       |
        | a cached query |
        | a rule         |

    @beta-depth-05 @SET-218 @SET-232
    Scenario Outline: Predicates and objects have depths too
      Given these facts
        | Artwork      | Mark            |
        | Painting     | (IsA, Artwork)  |
        | Portrait     | (IsA, Painting) |
        | SelfPortrait | (IsA, Portrait) |
        | MonaLisa     | Portrait        |
        | Copy         | SelfPortrait    |
        | Ann          | (Likes, Painting) |
      When <kind> queries "Artwork[sub(IsA, 2)]"
      Then the result is, in any order
        | $this    | 1        |
        | MonaLisa | Portrait |
      When <kind> queries "Artwork[sub(IsA, 3, 3)]"
      Then the result is, in any order
        | $this | 1            |
        | Copy  | SelfPortrait |
      When <kind> queries "SelfPortrait[super(IsA, 1)]"
      Then the result is, in any order
        | $this    | 1        |
        | MonaLisa | Portrait |
      When <kind> queries "(Likes, SelfPortrait[super(IsA, 2, 2)])"
      Then the result is, in any order
        | $this | 1                 |
        | Ann   | (Likes, Painting) |
      When <kind> queries "(Likes, SelfPortrait[super(IsA, 1)])"
      Then the result is empty

      Examples:
        | kind     |
        | a filter |
        | a rule   |

  Rule: Cascade orders by depth

    Background:
      Given a component Transform {x f32}
      And these facts
        | Rover  | Transform                    |
        | Moon   | Transform                    |
        | Sun    | Transform                    |
        | Planet | Transform, (ChildOf, Sun)    |
        | Moon   | (ChildOf, Planet)            |
        | Rover  | (ChildOf, Moon)              |
        | Comet  | Transform, (ChildOf, Sun)    |

    @beta-depth-11 @SET-235 @SET-236
    Scenario: Parents come before their children
      When a cached query queries "Transform, Transform(cascade|super(ChildOf))"
      Then the result is, in blocks
        | block | $this  | 1         | 2                     |
        | 0     | Planet | Transform | Transform from Sun    |
        | 0     | Comet  | Transform | Transform from Sun    |
        | 1     | Moon   | Transform | Transform from Planet |
        | 2     | Rover  | Transform | Transform from Moon   |

    @beta-depth-12 @SET-235 @SET-237
    Scenario Outline: With an Optional term, roots match, too, and come first
      When a cached query queries "Transform, ?Transform(<set>)"
      Then the result is, in blocks
        | block | $this  | 1         | 2                     |
        | 0     | Sun    | Transform | -                     |
        | 1     | Planet | Transform | Transform from Sun    |
        | 1     | Comet  | Transform | Transform from Sun    |
        | 2     | Moon   | Transform | Transform from Planet |
        | 3     | Rover  | Transform | Transform from Moon   |

      Examples:
        | set                     |
        | cascade\|super(ChildOf) |
        | super(ChildOf)\|cascade |
        | cascade\|parent         |
