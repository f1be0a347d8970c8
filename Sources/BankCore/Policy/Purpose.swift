/// What a policy is good for, by which `bank policies` lists it.
public enum Purpose: String, CaseIterable, Sendable {
  /// Everybody is treated alike.
  case fair
  /// The urgent go first, or those whose waiting costs most.
  case urgent
  /// Cheap to explain at the counter.
  case simple
  /// Who serves whom goes by what tellers are good at.
  case skill
  /// Waits are kept within targets.
  case target
  /// As good as can be, in a branch small enough to work that out.
  case best
}
