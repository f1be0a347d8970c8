import Foundation
import Testing

/// No interval is given where what everything hangs on comes rarely, in whichever way a branch may have it.
@Suite struct `A rare long service` {
  private static let often =
    "{ name: 'x', time: { exponential: { mean: '1min' } }, target: '5min', arrivals: { poisson: { rate: '30/h' } } }"

  private func simulate(_ branch: String, _ words: String...) throws -> Tool.Result {
    let folder = try Folder()
    let file = try folder.file("b.json5", "{ policy: 'shared-pool', unit: 'min', \(branch) }")
    let done = try Tool.run(["simulate", "--config", file.path] + words)
    #expect(done.status == 0, "\(done.errors)")
    return done
  }

  /// Ten hours of one in a thousand: long times, a slow teller, a share of who are there at opening, the end of a route.
  @Test(arguments: [
    "opens: '09:00', closes: '17:00', tellers: 2, services: [\(often), { name: 'r', time: { exponential: { mean: '10h' } }, arrivals: { poisson: { rate: '0.03/h' } } }]",
    "opens: '09:00', closes: '17:00', tellers: [{ speed: { r: 0.01 } }, {}], services: [\(often), { name: 'r', time: { exponential: { mean: '6min' } }, arrivals: { poisson: { rate: '0.03/h' } } }]",
    "clients: 40, tellers: 1, services: [{ name: 'x', time: { exponential: { mean: '1min' } }, target: '30min', share: 0.999 }, { name: 'r', time: { exponential: { mean: '10h' } }, share: 0.001 }]",
    "opens: '09:00', closes: '17:00', tellers: 1, services: [\(often), { name: 'r', time: { exponential: { mean: '10h' } } }], routes: [{ name: 'q', steps: ['x', 'r'], share: 0.001 }]",
  ])
  func `leaves no interval`(_ branch: String) throws {
    let done = try simulate(branch, "--replications", "10")
    #expect(
      done.errors.contains("no interval: the times of all services together (\"r\" is rarer"),
      "\(done.errors)")
    #expect(done.output.contains(#/all .* –/#), "\(done.output)")
  }

  /// Nobody for the other service leaves, and all hangs on it.
  @Test func `that loses clients is no reason to trust a run that is too short`() throws {
    let busy =
      "{ name: 'x', time: { exponential: { mean: '1min' } }, target: '10min', arrivals: { poisson: { rate: '57/h' } } }"
    for branch in [
      "tellers: 1, services: [\(busy)]",
      "tellers: 1, stock: { cash: 5 }, services: [\(busy), { name: 'y', time: '1s', needs: { cash: 1 }, arrivals: { poisson: { rate: '6/h' } } }]",
    ] {
      let done = try simulate(branch, "--clients", "2000")
      #expect(done.errors.contains("tellers are busy 95.0 % of the time"), "\(done.errors)")
    }
  }
}
