// ConnectionModel owns what a connection's state machine must do whatever happens, told by a client
// and a system that do whatever bytes decide. It must not know how the machine does it.

import NIOCore

@testable import Delivery

/// One connection from its beginning to its end, and what was wrong with it.
package struct ConnectionScenario: ~Copyable {
  private var machine: ConnectionStateMachine
  private let script: ClientScript
  private var decisions: Decisions
  private var now = MonotonicTime(elapsed: .zero)
  private var faults: [String] = []
  private var client = Client()
  private var system = System()
  private var answered = Answered()

  /// What the client has done.
  private struct Client {
    var deliveredBytes = 0
    /// Nothing that comes is looked at any more: too much had come, or the end.
    var isCut = false
    var hasEnded = false
  }

  /// What the system has done, and whoever carries the machine's actions out.
  private struct System {
    var handedBytes = 0
    var takenBytes = 0
    /// The number of the request that is with the fallback.
    var pending: Int?
    var isListening = false
    /// The places among those who wait for the fallback, and among those who listen, that this
    /// connection has; they are taken and given back where the handler does that.
    var places = 0
    var eventNumber = 0
    var outputIsClosed = false
    var isClosed = false
  }

  /// What was answered.
  private struct Answered {
    /// The requests that were routed or refused.
    var asked = 0
    var responses = 0
    var isLast = false
    /// Whether a reset or a wait ended the connection, so that not all need be answered.
    var wasEnded = false
    /// When the process was told to stop, and how many requests had come whole.
    var stopped: (at: MonotonicTime, whole: Int)?
  }

  private static var head: HeadLimits {
    var limits = HeadLimits()
    limits.maxTargetBytes = 64
    limits.maxFieldBytes = 128
    return limits
  }

  private static var connection: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.pausedHeldBytes = 64
    limits.maxHeldBytes = 400
    limits.maxDiscardedBytes = 128
    limits.maxRequests = 6
    limits.pace.minBytesPerSecond = 8
    return limits
  }

  private init(_ bytes: [UInt8]) {
    decisions = Decisions(bytes)
    script = ClientScript(&decisions)
    machine = ConnectionStateMachine(
      SharedConnectionState(head: Self.head, connection: Self.connection), at: now)
  }

  /// Runs what `bytes` decide to its end; nothing if all was as it must be.
  package static func faults(_ bytes: [UInt8]) -> [String] {
    var scenario = ConnectionScenario(bytes)
    while !scenario.decisions.isOver, scenario.faults.isEmpty { scenario.step() }
    scenario.finish()
    return scenario.faults
  }

  private mutating func expect(_ isTrue: Bool, _ fault: StaticString) {
    if !isTrue { faults.append("\(fault)") }
  }

  // MARK: What happens

  private mutating func step() {
    switch decisions.next(below: 16) {
    case 0...5: deliver(1 + decisions.next(below: 120))
    case 6: endInput()
    case 7, 8: answerPending()
    case 9: take(decisions.next(below: 256))
    case 10: takeAll()
    case 11: wait(seconds: 1 + decisions.next(below: 12))
    case 12 where decisions.next(below: 4) == 0: stop()
    case 13 where decisions.next(below: 4) == 0: evict()
    case 14: offer()
    case 15 where decisions.next(below: 8) == 0: reset()
    default: perform(machine.beat())
    }
  }

  /// The system hands bytes over, mostly when they are asked for.
  private mutating func deliver(_ count: Int) {
    guard machine.mayRead || decisions.next(below: 4) == 0, !client.hasEnded, !system.isClosed
    else { return }
    let rest = script.bytes[client.deliveredBytes...].prefix(count)
    guard !rest.isEmpty else { return }
    let isLookedAt = !client.isCut && machine.input.discardedBytes == 0 && !answered.isLast
    if isLookedAt, machine.input.heldBytes + rest.count > Self.connection.maxHeldBytes {
      client.isCut = true
    }
    if !client.isCut { client.deliveredBytes += rest.count }
    perform(machine.received(ByteBuffer(bytes: rest), at: now))
  }

  private mutating func endInput() {
    guard !client.hasEnded, !system.isClosed else { return }
    client.hasEnded = true
    perform(machine.inputEnded(at: now))
  }

  private mutating func answerPending() {
    guard let number = system.pending else { return }
    system.pending = nil
    // The place lives as long as the work, whether the connection does or not.
    system.places -= 1
    perform(machine.respond(Self.response(number), at: now))
  }

  private static func response(_ number: Int) -> Response {
    Response(.ok, group: 0, fields: [], body: ByteBuffer(string: "\(number)"))
  }

  /// The client takes some of what was written.
  private mutating func take(_ count: Int) {
    system.takenBytes = min(system.handedBytes, system.takenBytes + count)
    if system.takenBytes == system.handedBytes { takeAll() }
  }

  private mutating func takeAll() {
    guard !system.isClosed else { return }
    system.takenBytes = system.handedBytes
    perform(machine.written(at: now))
  }

  private mutating func wait(seconds: Int) {
    now = now + .seconds(seconds)
    guard let deadline = machine.deadline, deadline <= now else { return }
    perform(
      machine.timeout(
        handedBytes: system.handedBytes, takenBytes: system.takenBytes, at: now), isEnd: true)
  }

  private mutating func stop() {
    guard answered.stopped == nil else { return }
    answered.stopped = (now, script.wholeItems(in: client.deliveredBytes))
    perform(machine.stop(at: now))
  }

  /// Whether the next response may be the last because the process ends.
  private var mayStop: Bool {
    guard let stopped = answered.stopped else { return false }
    return answered.responses >= stopped.whole || stopped.at + Self.connection.waits.stop <= now
  }

  private mutating func evict() {
    perform(machine.evict(), isEnd: true)
  }

  private mutating func offer() {
    system.eventNumber += 1
    perform(machine.offer(event))
  }

  private var event: StreamEvent {
    StreamEvent(id: "\(system.eventNumber)", bytes: ByteBuffer(string: "event"))
  }

  private mutating func reset() {
    answered.wasEnded = true
    machine.closed()
    close()
  }

  private mutating func close() {
    system.isClosed = true
    leaveListeners()
  }

  private mutating func leaveListeners() {
    guard system.isListening else { return }
    system.isListening = false
    system.places -= 1
  }

  // MARK: What is done

  /// Does what the machine wants; `isEnd`: it may end the connection before all is answered.
  private mutating func perform(_ first: ConnectionAction, isEnd: Bool = false) {
    var action = first
    for _ in 0..<200 {
      expect(
        machine.input.heldBytes <= Self.connection.maxHeldBytes,
        "too much is held")
      switch action {
      case .wait: return
      case .close(.stalled): answered.wasEnded = true
      case .close where isEnd:
        let whole = script.wholeItems(in: client.deliveredBytes)
        let isDone = answered.responses >= min(whole, script.items.count)
        expect(isDone || answered.isLast || client.isCut, "it ends before all is answered")
        answered.wasEnded = true
      case .refuse where isEnd: answered.wasEnded = true
      default: break
      }
      expect(!system.isClosed, "an action behind the end")
      action = next(after: action)
    }
    faults.append("no end of actions")
  }

  private mutating func next(after action: ConnectionAction) -> ConnectionAction {
    switch action {
    case .wait: return .wait
    case .route(let head): return route(head)
    case .refuse: return refuse()
    case .write(let response):
      noteWrite(response)
      return machine.next(at: now)
    case .beginEvents(let response):
      noteWrite(response)
      expect(!system.isListening, "two streams")
      system.isListening = true
      return machine.offer(event)
    case .writeEvent(let bytes):
      expect(system.isListening, "an event for nobody")
      hand(bytes.readableBytes)
      return system.takenBytes == system.handedBytes ? machine.written(at: now) : .wait
    case .skipEvent: return .wait
    case .offerEvent: return machine.offer(event)
    case .endEvents(let bytes):
      expect(system.isListening, "an end of nothing")
      leaveListeners()
      hand(bytes.readableBytes)
      return machine.next(at: now)
    case .flush: return system.takenBytes == system.handedBytes ? machine.written(at: now) : .wait
    case .closeOutput:
      expect(!system.outputIsClosed, "closed twice")
      expect(system.takenBytes == system.handedBytes, "closed before all was taken")
      expect(system.places == 0, "a place is kept behind the last response")
      system.outputIsClosed = true
      return .wait
    case .close:
      machine.closed()
      close()
      return .wait
    }
  }

  private mutating func route(_ head: RequestHead) -> ConnectionAction {
    let number = answered.asked
    answered.asked += 1
    expect(system.pending == nil, "two requests at once")
    expect(!answered.isLast, "a request behind the last one")
    guard number < script.wholeItems(in: client.deliveredBytes) else {
      faults.append("request \(number) was never sent")
      return .wait
    }
    let target = "/\(letter(of: script.items[number].expectation))\(number)"
    expect(head.target == target, "another request is routed")
    switch script.items[number].expectation {
    case .ready: return machine.respond(Self.response(number), at: now)
    case .events:
      system.places += 1
      let action = machine.beginEvents(Self.response(number))
      if !machine.isStreaming { system.places -= 1 }
      return action
    case .fallback, .refusal:
      system.pending = number
      system.places += 1
      return .wait
    }
  }

  private func letter(of expectation: ClientScript.Expectation) -> String {
    switch expectation {
    case .ready: "r"
    case .fallback: "s"
    case .events: "e"
    case .refusal: "?"
    }
  }

  private mutating func refuse() -> ConnectionAction {
    let number = answered.asked
    answered.asked += 1
    let isExpected =
      number < script.items.count && script.items[number].expectation == .refusal
      || answered.wasEnded
    expect(isExpected, "a request was refused that need not be")
    return machine.respond(Self.response(number), at: now)
  }

  private mutating func noteWrite(_ outgoing: OutgoingResponse) {
    let number = answered.responses
    answered.responses += 1
    expect(!system.outputIsClosed && !answered.isLast, "a response behind the last one")
    expect(outgoing.response.body == ByteBuffer(string: "\(number)"), "not in order")
    answered.isLast = outgoing.option == .close || outgoing.option == .closeAfterChunks
    if number < script.items.count, !answered.wasEnded {
      let isLast = script.items[number].isLast || number + 1 == Self.connection.maxRequests
      expect(answered.isLast == isLast || answered.isLast && mayStop, "the last one, or not")
    }
    hand(20)
  }

  /// What is written is taken at once, or later.
  private mutating func hand(_ count: Int) {
    expect(!system.outputIsClosed, "written behind the end")
    let isBehind = system.takenBytes < system.handedBytes
    system.handedBytes += count
    if isBehind || decisions.next(below: 4) == 0 {
      machine.queued(
        handedBytes: system.handedBytes, takenBytes: system.takenBytes,
        isBlocked: decisions.next(below: 2) == 0, at: now)
    } else {
      system.takenBytes = system.handedBytes
    }
  }

  // MARK: The end

  /// Lets all that was begun come to its end; then all that came whole must be answered.
  private mutating func finish() {
    for _ in 0..<20 where faults.isEmpty {
      answerPending()
      takeAll()
    }
    if !answered.wasEnded {
      let whole = script.wholeItems(in: client.deliveredBytes)
      let last = script.items.firstIndex { $0.isLast }.map { $0 + 1 } ?? script.items.count
      let stopped = answered.stopped == nil || !answered.isLast ? whole : answered.responses
      let expected = min(whole, last, Self.connection.maxRequests, stopped)
      // What is refused may be refused before it is whole.
      let isEarly =
        answered.responses == expected + 1 && expected < script.items.count
        && script.items[expected].expectation == .refusal
      expect(
        answered.responses == expected || isEarly,
        "too few or too many responses")
      let mustEnd = client.hasEnded || client.isCut || answered.isLast && !system.isListening
      expect(
        !mustEnd || system.outputIsClosed || system.isClosed, "it goes on after its last response")
    }
    if !system.isClosed { reset() }
    expect(machine.input.heldBytes == 0, "bytes are held behind the end")
    expect(machine.deadline == nil, "a timer behind the end")
    expect(system.places == 0, "a place was not given back")
  }
}
