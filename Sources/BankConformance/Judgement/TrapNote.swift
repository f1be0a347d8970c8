import BankCore
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Says in which world a policy trapped, before the process ends.
///
/// A trap cannot be caught. But the signal it raises can be: on standard error then stands the world that was
/// being tried, and the process ends as it would have without.
package enum TrapNote {
  /// Room for writing a world after a policy has used up its own stack.
  private static let stack = 1 << 18
  /// Seconds after which the process ends even where the note gets stuck.
  private static let patience: UInt32 = 5

  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT]

  /// What is tried on a thread, and how to say so.
  private final class Trial {
    let (subject, effort): (Subject, PolicyConformance.Effort)

    init(_ subject: Subject, _ effort: PolicyConformance.Effort) {
      (self.subject, self.effort) = (subject, effort)
    }

    /// What to say of a trap, or where a policy has not answered for so many seconds.
    func note(silentFor seconds: Int? = nil) -> String {
      let (name, world) = (subject.name, subject.trying)
      let count = world?.visitors.count ?? 0
      let clients: Phrase = counted(count, "1 client", "\(count) clients")
      let command = Counterexample.command(
        effort.executable, name + effort.flags, subject.queue?.name, world,
        otherwise: "--isolated")
      return "\n"
        + effort.say(
          seconds.map { "\(name) has not answered for \($0) s, in a world of \(clients)" }
            ?? "\(name) ended the process in a world of \(clients)"
        ) + "\n" + labelled("replay", command, effort.say) + "\n"
        + (command.hasSuffix("--isolated")
          ? "" : labelled("smaller", command + " --isolated", effort.say) + "\n")
    }
  }

  /// The ``Trial`` of this thread.
  private static let current: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The ``Trial`` that was begun last, for a signal that comes from outside on any thread; 0 for none.
  private static let latest = Atomic<UInt>(0)

  /// What was done on these signals before; read once, before the first policy is tried.
  private static let before: [sigaction] = signals.map { signal in
    var (new, old) = (sigaction(), sigaction())
    #if canImport(Darwin)
      new.__sigaction_u.__sa_handler = say
    #else
      new.__sigaction_handler.sa_handler = say
    #endif
    new.sa_flags = Int32(SA_ONSTACK)
    sigaction(signal, &new, &old)
    return old
  }

  /// What to say where the policy that is tried has not answered for so many seconds.
  package static func ofHang(_ seconds: Int) -> String {
    UnsafeRawPointer(bitPattern: latest.load(ordering: .acquiring)).map {
      Unmanaged<Trial>.fromOpaque($0).takeUnretainedValue().note(silentFor: seconds)
    } ?? ""
  }

  /// Does `body`, during which a trap names the world that `subject` is trying.
  static func watching<Result>(
    _ subject: Subject, _ effort: PolicyConformance.Effort, _ body: () -> Result
  ) -> Result {
    _ = before
    let outer = pthread_getspecific(current)
    let trial = Trial(subject, effort)
    let place = Unmanaged.passUnretained(trial).toOpaque()
    pthread_setspecific(current, place)
    latest.store(UInt(bitPattern: place), ordering: .releasing)
    let memory = malloc(stack)
    var (own, other) = (stack_t(), stack_t())
    (own.ss_sp, own.ss_size) = (memory, .init(stack))
    sigaltstack(&own, &other)
    defer {
      sigaltstack(&other, nil)
      free(memory)
      pthread_setspecific(current, outer)
      latest.store(0, ordering: .releasing)
    }
    return withExtendedLifetime(trial) { body() }
  }

  /// The handler.
  ///
  /// Not everything it does is safe in one: it restores the old handler first, so that a second fault goes there.
  private static let say: @convention(c) (Int32) -> Void = { signal in
    if let place = signals.firstIndex(of: signal) {
      var old = before[place]
      sigaction(signal, &old, nil)
    }
    let place = latest.load(ordering: .acquiring)
    if let trial = pthread_getspecific(current) ?? .init(bitPattern: place) {
      alarm(patience)
      let note = Unmanaged<Trial>.fromOpaque(trial).takeUnretainedValue().note()
      _ = note.withCString { write(2, $0, strlen($0)) }
      alarm(0)
    }
    // What was not raised by the policy itself does not come again by going on.
    if signal == SIGABRT { raise(signal) }
  }
}
