public import BankCore

/// A day in the trace event format of Chrome and Perfetto: a track for each teller with a slice for
/// each service, a counter for each line, and marks for those who left.
public struct TraceEvents: BankObserver {
  private let plan: BranchPlan
  private let write: (String) -> Void
  private var floor: ObservedFloor
  private var isFirst = true

  /// Makes a writer that hands each line to `write`; the beginning at once.
  public init(plan: BranchPlan, write: @escaping (String) -> Void) {
    self.plan = plan
    self.write = write
    floor = ObservedFloor(plan: plan)
    write("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[")
    name("process_name", "bank", track: 0)
    for (teller, staff) in plan.tellers.enumerated() {
      name("thread_name", "teller \(staff.name)", track: teller + 1)
    }
  }

  /// Takes note of `event`.
  public mutating func observe(_ event: BankEvent) {
    let now = event.time
    floor.observe(event)
    switch event.kind {
    case .arrived(let client, _), .started(let client, _, _): count(client.service, now)
    case .finished(let client, let teller, let started):
      let service = JSON.quoted("\(plan.services[client.service].name) \(client.ticket)")
      let length = Self.microseconds(now - started)
      append(
        "\"name\":\(service),\"ph\":\"X\",\"pid\":1,\"tid\":\(teller + 1),"
          + "\"ts\":\(Self.microseconds(started)),\"dur\":\(length),"
          + "\"args\":{\"waited\":\(started - client.arrival)}")
    case .abandoned(let client, _):
      count(client.service, now)
      mark("client \(client.ticket) lost patience", now)
    case .balked(let client, _):
      count(client.service, now)
      mark("client \(client.ticket) balked", now)
    case .refused(let client, _): mark("client \(client.ticket) refused", now)
    case .reset: mark("reset", now)
    case .ejected(let fault):
      mark("\(fault.isOfQueue ? "queue" : "policy") dropped: \(fault.law)", now)
    case .came, .left, .restocked: break
    }
  }

  /// Ends the document.
  public func finish() { write("]}") }

  private mutating func count(_ service: Int, _ now: Time) {
    let name = JSON.quoted("waiting for \(plan.services[service].name)")
    append(
      "\"name\":\(name),\"ph\":\"C\",\"pid\":1,\"ts\":\(Self.microseconds(now)),"
        + "\"args\":{\"clients\":\(floor.waitingByService[service])}")
  }

  private mutating func mark(_ text: String, _ now: Time) {
    append(
      "\"name\":\(JSON.quoted(text)),\"ph\":\"i\",\"s\":\"g\",\"pid\":1,\"tid\":0,"
        + "\"ts\":\(Self.microseconds(now))")
  }

  private mutating func name(_ kind: String, _ text: String, track: Int) {
    append(
      "\"name\":\"\(kind)\",\"ph\":\"M\",\"pid\":1,\"tid\":\(track),"
        + "\"args\":{\"name\":\(JSON.quoted(text))}")
  }

  private mutating func append(_ fields: String) {
    write((isFirst ? "" : ",") + "{" + fields + "}")
    isFirst = false
  }

  /// Microseconds, exact to the nanosecond.
  private static func microseconds(_ time: Time) -> String {
    let rest = String(time.nanoseconds % 1000)
    return "\(time.nanoseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}
