/// Which columns of a recorded log mean what.
public struct RecordingFormat: Sendable, Equatable {
  /// A column, taken where another one is above 0.
  public struct Source: Sendable, Equatable {
    /// The column.
    public var column: String
    /// Taken only where the number in this column is above 0; `nil` for always.
    public var positive: String?

    /// Makes a source.
    public init(column: String, positive: String? = nil) {
      self.column = column
      self.positive = positive
    }
  }

  /// The policy the branch worked under, or `nil` for the config's.
  public var policy: String?
  /// The separator, or `nil` for the tab, semicolon or comma that the heading has.
  public var separator: Character?
  /// The column of the date, or `nil` where times carry it or all is one day.
  public var date: String?
  /// When a client joined the line: the first source that applies.
  public var arrival: [Source] = []
  /// The column of the service.
  public var service = ""
  /// When serving began.
  public var start = ""
  /// When serving ended.
  public var end = ""
  /// For how long a client waited, where no column says when serving began; `nil` where one does.
  public var wait: String?
  /// How long serving took, where no column says when it ended; `nil` where one does.
  public var duration: String?
  /// When somebody left unserved, or `nil` where nobody did.
  public var left: String?
  /// Who served, or `nil` where the log does not say.
  public var teller: String?
  /// How it ended, or `nil` where everybody was served.
  public var outcome: String?
  /// The priority class, or `nil` for none.
  public var priority: String?
  /// How dates are written.
  public var dateFormat = TimePattern("yyyy-MM-dd")
  /// How times are written.
  public var timeFormat = TimePattern("H:mm:ss")
  /// How lengths of time are written: of waits and of serving.
  public var lengthFormat = TimePattern("seconds")
  /// The outcomes of those who were served.
  public var served: Set<String> = ["served"]
  /// The outcomes of those who left unserved.
  public var abandoned: Set<String> = ["abandoned"]
  /// The outcomes of those who left as they came: out of stock, or too many waited.
  public var turnedAway: Set<String> = []
  /// The outcomes of rows to leave out.
  public var skipped: Set<String> = []
  /// Names of services by what the log calls them; others keep their name.
  public var services: [String: String] = [:]
  /// Names of tellers that are nobody's.
  public var nobody: Set<String> = [""]
  /// How the log writes the time of what did not happen.
  public var never: Set<String> = []
  /// A teller is there between two services at most so far apart, in seconds.
  public var gap = 300.0
  /// When a day begins, in seconds from midnight: who comes before is of the evening before.
  ///
  /// `nil` where the log is to show it.
  public var dayBegins: Double?
  /// The weekdays to replay (`mon` … `sun`), or `nil` for all.
  public var weekdays: Set<String>?

  /// Makes a format with the defaults.
  public init() {}
}
