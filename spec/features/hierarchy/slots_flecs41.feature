@profile:flecs-4.1
Feature: Slots of prefabs

  A part with (SlotOf, prefab) is a slot. Each instance has a pair whose relationship is the slot and whose target is
  its own copy of the slot.

    @slots-01 @F41-105 @prefab.slots
    Scenario: The target of a slot on an instance is the instance's own copy of the part
      Given a prefab Ship
      And an entity Cockpit below Ship
      And an entity Seat below Cockpit
      And these facts
        | Cockpit | (SlotOf, Ship) |
        | Seat    | (SlotOf, Ship) |
      When an entity ship instantiated from Ship together with cockpit and seat
      Then the changes are
        | + | ship    |                    |
        | + | ship    | without a name     |
        | + | ship    | (IsA, Ship)        |
        | + | ship    | (Cockpit, cockpit) |
        | + | ship    | (Seat, seat)       |
        | + | cockpit |                    |
        | + | cockpit | named "Cockpit"    |
        | + | cockpit | (ChildOf, ship)    |
        | + | seat    |                    |
        | + | seat    | named "Seat"       |
        | + | seat    | (ChildOf, cockpit) |
      And the target of Cockpit on ship is cockpit
      When a query queries `(Cockpit, $place)`
      Then the result is, in any order
        | $this | $place  |
        | ship  | cockpit |

    @slots-02 @F41-106 @prefab.slots
    Scenario: A part that is a slot can have DontFragment
      Given a prefab Ship
      And an entity Cockpit below Ship
      And Cockpit gets DontFragment
      And Cockpit gets (SlotOf, Ship)
      When an entity one instantiated from Ship together with cockpit1
      And an entity two instantiated from Ship together with cockpit2
      And a query queries `(Cockpit, *)`
      Then the result is, in any order
        | $this | 1                   |
        | one   | (Cockpit, cockpit1) |
        | two   | (Cockpit, cockpit2) |
      And cockpit1 owns DontFragment

    @slots-03 @prefab.slots
    Scenario: If a part of a prefab is an instance with slots, the copy of the part has its own targets for the slots
      Given a prefab Gun
      And an entity Barrel below Gun
      And Barrel gets (SlotOf, Gun)
      And a prefab Ship
      And an entity turret instantiated from Gun together with barrel
      And turret gets (ChildOf, Ship)
      When an entity ship instantiated from Ship together with turret2 and barrel2
      Then the target of Barrel on turret2 is barrel2
      And the target of Barrel on turret is barrel
      And barrel2 does not own (SlotOf, Gun)

    @slots-04 @prefab.slots
    Scenario: A clone of a slot is another slot; a copy on an instance loses (SlotOf, prefab), but no other SlotOf pair
      Given a prefab Ship
      And an entity Cockpit below Ship
      And these facts
        | Cockpit | (SlotOf, Ship), (SlotOf, Other) |
      When an entity twin cloned from Cockpit
      Then twin owns (SlotOf, Ship)
      When an entity ship instantiated from Ship together with cockpit and third
      Then cockpit owns (SlotOf, Other)
      And cockpit does not own (SlotOf, Ship)
      And the target of Cockpit on ship is cockpit
      And the target of twin on ship is third
