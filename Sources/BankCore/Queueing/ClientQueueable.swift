/// A queue of clients: what a ``Bank`` asks of the lines it is given.
public protocol ClientQueueable: Queueable where Element == Client {}
