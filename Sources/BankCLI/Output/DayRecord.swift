import BankConfiguration
import BankCore
import BankRecords
import BankReports
import Synchronization

/// Passes what happens on to the transcript, the events file and the table of clients, whichever
/// are wanted.
final class DayRecord: Sendable {
  private struct State {
    var transcript: Transcript?
    var table: ClientTable?
    var trace: TraceEvents?
    var left = 0
    var refused = 0
  }

  /// Whether anybody wants to know.
  let isWanted: Bool
  private let state: Mutex<State>
  private let events: LineWriter?
  private let lines: EventLines

  init(
    transcript: Transcript? = nil, events: LineWriter? = nil, clients: LineWriter? = nil,
    trace: LineWriter? = nil, plan: BranchPlan, handovers: (any HandoverSource)?
  ) {
    self.events = events
    isWanted = transcript != nil || events != nil || clients != nil || trace != nil
    lines = EventLines(plan: plan, handovers: handovers)
    let table = clients.map { writer in ClientTable(plan: plan) { writer.line($0) } }
    let trace = trace.map { writer in TraceEvents(plan: plan) { writer.line($0) } }
    state = Mutex(State(transcript: transcript, table: table, trace: trace))
  }

  func note(_ event: BankEvent) {
    state.withLock { state in
      // Where people watch, the file is as complete as the screen.
      events?.line(lines.line(event), isFlushed: state.transcript != nil)
      state.table?.observe(event)
      state.trace?.observe(event)
      switch event.kind {
      case .arrived: state.left += 1
      // Who goes on to a further step arrives there again.
      case .finished, .abandoned, .balked: state.left -= 1
      case .refused: state.refused += 1
      default: break
      }
      if let line = state.transcript?.line(for: event) {
        LineWriter.standardOutput.line(line, isFlushed: true)
      }
    }
  }

  /// How many came in and are neither served nor gone.
  var left: Int { state.withLock { $0.left } }

  /// How many were refused.
  var refused: Int { state.withLock { $0.refused } }

  /// Ends the table of clients and the trace.
  func finish() {
    state.withLock { state in
      state.table?.finish()
      state.trace?.finish()
    }
  }

  /// The closing line.
  func closing(workTime: Time) -> String {
    state.withLock { $0.transcript?.closing(workTime: workTime) ?? "" }
  }
}
