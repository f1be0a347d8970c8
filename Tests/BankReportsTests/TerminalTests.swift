import BankCore
import BankSimulation
import Testing

@testable import BankReports

@Suite struct `On a terminal` {
  @Test func `a sparkline goes from the lowest bar to the highest`() {
    #expect(sparkline([0, 1, 2, 4, 8]) == "▁▂▃▅█")
    #expect(sparkline([0, 0]) == "▁▁")
    #expect(sparkline([]) == "")
  }

  @Test func `a curve is drawn in dots, from the lower left`() {
    var plot = BraillePlot(
      title: "t", xLabels: ("0", "9"), yLabels: ("0", "예"), width: 6, height: 2)
    plot.curve([(0, 0), (1, 1)])
    #expect(
      plot.text == """
        t
        예 │   ⢀⠤⠊
         0 │⣀⠤⠊⠁
           └──────
            0    9
        """)
    // What lies outside is not drawn, and moves nothing.
    let before = plot.text
    plot.curve([(2, 2), (3, .nan)])
    #expect(plot.text == before)
  }

  @Test func `intervals are drawn on one scale from zero`() {
    let plot = IntervalPlot(
      title: "t",
      rows: [
        ("a", Interval(mean: 2, halfWidth: 0.5), "2"),
        ("bb", Interval(mean: 1, halfWidth: nil), "1"),
      ])
    let lines = plot.text.split(separator: "\n")
    #expect(lines[1] == "a  │                             ━━━━━━━━━━●━━━━━━━━━━ 2")
    #expect(lines[2] == "bb │                    ●                              1")
  }

  @Test func `shares are marked by how many are late, and the marks say it without colour`() {
    let marked = TargetState.marked([("1.0 %", 0.01), ("6.0 %", 0.06), ("–", nil), ("30.0 %", 0.3)])
    #expect(marked == ["1.0 %  ", "6.0 % ▲", "–  ", "30.0 % ■"])
    #expect(TargetState.marked([("1.0 %", 0.01), ("–", nil)]) == ["1.0 %", "–"])
    #expect(TerminalColors.marked("a 30.0 ± 2.1 % ■") == "a \u{1B}[31m30.0 ± 2.1 % ■\u{1B}[0m")
    #expect(TerminalColors.marked("a 6.0 % ▲ b") == "a \u{1B}[33m6.0 % ▲\u{1B}[0m b")
    #expect(TerminalColors.marked("1.0 % of ▲") == "1.0 % of ▲")
  }

  /// The first is 대출 in parts, as macOS writes names of files.
  @Test(arguments: [
    ("\u{1103}\u{1162}\u{110E}\u{116E}\u{11AF}", 4),
    ("e\u{301}", 1), ("\u{2764}\u{FE0F}", 2), ("✅", 2), ("⭐", 2), ("👩‍💼", 2), ("🇰🇷", 2),
    ("a\u{2060}b", 2), ("─│■▲●–", 6), ("①", 1), ("가①", 3),
  ])
  func `a letter takes as many columns however it is written`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func `Korean letters take two columns`() {
    #expect("예금 a".columns == 6)
    #expect(SimulationReport.table([["a", "예금"], ["대출", "1"]]) == ["a     예금", "대출     1"])
  }

  @Test func `leave out what a narrow terminal has no room for, and name it`() {
    let rows = [["service", "served", "mean", "max"], ["loan", "12", "3.1", "9.9"]]
    func table(_ columns: Int?) -> [String] {
      SimulationReport.table(rows, columns: columns, spare: ["max", "served"], .en)
    }
    #expect(table(nil) == SimulationReport.table(rows) && table(26) == table(nil))
    #expect(
      table(25) == [
        "service  served  mean", "loan         12   3.1", "On a wider terminal: max.",
      ])
    #expect(table(5).last == "On a wider terminal: max, served.")
  }
}
