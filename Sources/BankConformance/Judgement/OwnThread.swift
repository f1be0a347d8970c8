import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A thread of its own, for work that the threads of tasks cannot wait for.
package enum OwnThread {
  /// As if the machine gave no thread: for tests.
  @TaskLocal package static var isRefused = false

  /// Begins `work`; returns whether it could, for a machine or a container has only so many threads.
  ///
  /// (`Thread.detachNewThread` does not say so, and then nothing is ever done.)
  package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard !isRefused else { return false }
    let held = Unmanaged.passRetained(Work(work))
    #if canImport(Glibc)
      var thread = pthread_t()
      let answer = pthread_create(
        &thread, nil,
        {
          if let held = $0 { Work.take(held)() }
          return nil
        }, held.toOpaque())
      if answer == 0 { pthread_detach(thread) }
    #else
      var thread: pthread_t?
      let answer = pthread_create(
        &thread, nil,
        {
          Work.take($0)()
          return nil
        }, held.toOpaque())
      if answer == 0, let thread { pthread_detach(thread) }
    #endif
    if answer != 0 { held.release() }
    return answer == 0
  }

  /// What a thread is given through C.
  private final class Work: Sendable {
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    static func take(_ held: UnsafeMutableRawPointer) -> @Sendable () -> Void {
      Unmanaged<Work>.fromOpaque(held).takeRetainedValue().work
    }
  }
}
