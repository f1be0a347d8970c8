import BankCore

extension Law {
  /// A teller who has left or not yet come is never called.
  static let absentTellers = checkedByBank(
    11, title: "a teller who is not there is never called", tried: "worlds with shifts",
    hint: "ask floor.isIdle(teller): whoever is not there is not idle"
  ) { $0.world.hasShifts }
}
