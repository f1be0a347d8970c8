import BankLive

/// The stock of the branch of a page.
extension FloorHub {
  /// Sets items of the stock, if they are still what the page saw.
  ///
  /// Of a request that an earlier server began to answer only those are set that were not.
  func restock(_ changes: [StockChange], from origin: Origin?) async -> Bool {
    defer { beatSoon() }
    let set = done[origin?.request ?? ""]?.items ?? []
    let changes = changes.filter { !set.contains($0.item) }
    var isDone: Bool
    repeat {
      await switching?.value
      journal.hold()
      isDone = changes.isEmpty ? true : await session.restock(changes)
      journal.release { origins in
        if isDone { for one in changes { origins.restocks[one.item, default: []].append(origin) } }
      }
      noteUnasked()
      // A bank that was closed for another policy meanwhile takes nothing.
    } while !isDone && switching != nil
    resumeWaiters()
    await recorded()
    return isDone
  }
}
