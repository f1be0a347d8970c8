const $ = (id) => document.getElementById(id);
const make = (tag, text, parent) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (parent) parent.append(element);
  return element;
};
let branch, language, t;
// A table by names, which may be any.
const table = () => Object.create(null);
const services = table();
// The floor, as the events so far make it: who waits, by service and in the order of joining; who is served
// by which teller since when; who is there; and what the session came to so far.
let expected = -1, began = 0, lines = table(), joined = 0, serving = new Map(), present = new Set();
// When a teller has handed over, by teller.
const freeAt = new Map();
// When it changed how many wait for each service, on this day: see trend.js.
let tracks = table();
// Today is the session; earlier are the sessions of the day before it.
let served = {}, today = {}, earlier = {}, doneAt = [], samples = [], marks = [], day = null;
// Who was called in the last quarter of an hour: when, for what, after what wait.
let calls = [];
// Who gave up in that time.
let gone = [];
// Which bank this is: another one for another policy.
let epoch = null;
let clock = null, isDirty = true, source = null, stale = null, beside = null;
// When the server was last heard: on this page's clock, and on the wall.
let heard = performance.now(), heardAt = new Date();
const finished = new Set(), mine = new Map(), edits = new Map(), seen = new Map();

const phone = matchMedia("(max-width: 46rem)");
// On a phone what is to be seen comes before what can be set.
function placeControls() {
  (phone.matches ? $("news") : $("fault")).before($("controls"), $("policy-now"));
}
phone.addEventListener("change", placeControls);

const title = (name) => services[name].title[language] || name;
const classOf = (client) => client.priority && branch.classes[client.priority] ? ` · ${branch.classes[client.priority][language]}` : "";
const label = (client) =>
  branch.profile === "003"
    ? `${client.ticket}번 - ${title(client.service)}`
    : t.ticket(client.ticket, title(client.service)) + classOf(client);
// The same where the service is said already.
const shortLabel = (client) => branch.profile === "003" ? `${client.ticket}번` : client.ticket + classOf(client);
const waitingCount = () => Object.values(lines).reduce((sum, line) => sum + line.length, 0);
// The bank's time, in seconds.
const now = () =>
  clock ? clock.time + (stale ? 0 : (performance.now() - clock.at) / 1000 * clock.speed) : 0;

async function start() {
  branch = await (await fetch("/api/branch")).json();
  document.body.dataset.role = branch.role;
  for (const service of branch.services) services[service.name] = service;
  const kept = (() => { try { return localStorage.getItem("language"); } catch { return null; } })();
  const ofBrowser = branch.followsBrowser ? navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in words) : undefined;
  language = new URLSearchParams(location.search).get("lang") ?? kept ?? ofBrowser ?? branch.language;
  if (!Object.hasOwn(words, language)) language = branch.language;
  for (const policy of branch.policies) {
    make("option", policy.name, $("policy"));
    make("option", policy.name, $("shadow")).value = policy.name;
  }
  $("wall").hidden = branch.opens === null;
  placeControls();
  write();
  connect();
  requestAnimationFrame(frame);
}

function write() {
  t = words[language];
  document.documentElement.lang = language;
  document.title = $("title").textContent = branch.profile === "004" ? t.juice : branch.name ?? t.bank;
  const texts = {
    "timer-label": t.work, "wall-label": t.branchTime, "clock-unit": t.clockUnit, add: t.add, reset: t.reset, "speed-label": t.speed,
    "policy-label": t.policy, "waiting-label": t.waiting, "serving-label": t.serving,
    "service-label": t.service, "queued-label": t.queued, "now-label": t.inService,
    "served-label": t.served, "kept-label": t.inTarget, language: t.other, "stock-label": t.stock, "stock-open": t.edit,
    "short-text": t.short, "short-yes": t.yes, "short-no": t.no, "stocking-title": t.add1,
    "stocking-apply": t.apply, "stocking-close": t.close, "shadow-label": t.shadow,
    "trend-label": t.trend, "lost-label": t.lost, undo: t.undo, "add-one": t.addOne, "ask-yes": t.sendAway, "ask-no": t.keepAll
  };
  for (const [id, text] of Object.entries(texts)) $(id).textContent = text;
  if (!$("shadow").querySelector("[value='']")) {
    const none = make("option", "");
    none.value = "";
    $("shadow").prepend(none);
  }
  $("shadow").options[0].textContent = t.none;
  $("juice").hidden = branch.stock.length === 0;
  const chosen = $("one").value;
  $("one").replaceChildren(...branch.services.map((service) => {
    const option = make("option", title(service.name));
    option.value = service.name;
    return option;
  }));
  $("one").setAttribute("aria-label", t.service);
  if (chosen) $("one").value = chosen;
  $("waiting").setAttribute("aria-label", t.waiting);
  $("tellers").replaceChildren();
  $("status").replaceChildren();
  writeFiles();
  writeOrders();
  showClock();
  showStale();
  showBeside();
  redraw();
}

function writeFiles() {
  $("files").replaceChildren(t.files + ": ");
  const link = (text, path, place = $("files")) => {
    if (place.querySelector(":scope > a")) place.append(" · ");
    const a = make("a", text, place);
    a.href = path + (path.includes("?") ? "&" : "?") + "lang=" + language;
  };
  link(t.events, "/export/events.jsonl");
  link(t.clients, "/export/clients.csv");
  link(t.report, "/export/report.html");
  const others = make("details", undefined, $("files"));
  make("summary", t.elsewhere, others);
  for (const policy of branch.policies) {
    if (clock && policy.name !== clock.policy) {
      link(t.under(policy.name), "/export/compare.html?policy=" + policy.name, others);
    }
  }
}

// MARK: What the server tells

const taken = { floor: takeFloor, clock: takeClock, shadow: takeBeside, message: take };
function takeMessage(name, data) {
  if (name === "error") { askWhetherKnown(); return becomeStale(); }
  hear();
  taken[name](JSON.parse(data));
}

// Whom the server no longer knows the page asks for a token.
let askedAt = -Infinity;
async function askWhetherKnown() {
  if (performance.now() - askedAt < 5000) return;
  askedAt = performance.now();
  try { if ((await fetch("/api/branch")).status === 401) location.reload(); } catch { /* Nobody answers. */ }
}

// All pages of a browser share one stream, where the browser can; those that nobody sees take none.
let shared = null;
function connect() {
  if (document.hidden) return;
  [heard, heardAt] = [performance.now(), new Date()];
  if (shared) return shared.postMessage("look");
  if (typeof SharedWorker === "function") {
    shared = new SharedWorker("/stream.js").port;
    shared.onmessage = ({ data }) => takeMessage(data.name, data.data);
    return shared.postMessage("look");
  }
  source?.close();
  source = new EventSource("/events");
  source.onerror = () => {
    askWhetherKnown();
    becomeStale();
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
  };
  for (const name in taken) source.addEventListener(name, ({ data }) => takeMessage(name, data));
}
function disconnect() {
  shared?.postMessage("leave");
  source?.close();
}
document.addEventListener("visibilitychange", () => document.hidden ? disconnect() : connect());
addEventListener("pagehide", disconnect);
addEventListener("pageshow", ({ persisted }) => { if (persisted) connect(); });

function hear() {
  [heard, heardAt] = [performance.now(), new Date()];
  if (stale) { stale = null; showStale(); }
}

function becomeStale() {
  if (!stale) { stale = heardAt; showStale(); }
}

function showStale() {
  document.body.classList.toggle("stale", stale !== null);
  $("live").textContent = stale ? t.stale(stale.toLocaleTimeString(language)) : "";
}

const emptyLines = () => Object.fromEntries(branch.services.map((service) => [service.name, []]));

function takeFloor(floor) {
  expected = floor.index;
  lines = emptyLines();
  joined = 0;
  // The oldest first; on a route a client joins a line later than the ticket says.
  floor.waiting.sort((one, other) => one.arrival - other.arrival || one.ticket - other.ticket);
  for (const client of floor.waiting) lines[client.service].push({ ...client, order: joined++ });
  serving = new Map(floor.serving.map((one) => [one.teller, { ...one.client, since: one.since }]));
  present = new Set(floor.present);
  freeAt.clear();
  for (const [teller, until] of floor.freeAt) freeAt.set(teller, until);
  // A reset that opened the branch under another policy is told like any other.
  if (epoch !== null && floor.epoch !== epoch && !isResetting && floor.left > 0) say(t.wasReset(floor.left));
  // Another bank has another time, of which the clock tells only after this.
  if (clock && floor.epoch !== epoch) {
    Object.assign(clock, { time: floor.time, at: performance.now(), closed: branch.closes !== null && floor.time >= branch.closes });
    showClock();
    sampledAt = 0;
  }
  offerUndo(floor.undo?.session ?? null, floor.undo?.seconds);
  // Whom tellers were kept from belongs to the session before, and what was asked.
  if (floor.epoch !== epoch || floor.since !== began) { keptFrom.clear(); heldSince.clear(); closeAsk(); }
  epoch = floor.epoch;
  served = floor.served;
  today = floor.today;
  earlier = floor.before;
  doneAt = floor.finishedAt;
  calls = floor.calls.map(([time, service, wait]) => ({ time, service, wait }));
  gone = floor.gone.map(([time, service]) => ({ time, service }));
  began = floor.since;
  beginStock(floor);
  // A new day begins a new trend; of the day before nothing is marked.
  if (floor.day !== day) marks = [];
  day = floor.day;
  floor.trend.forEach((flat, place) => {
    tracks[branch.services[place].name] = flat.flatMap((time, at) => at % 2 === 0 ? [[time, flat[at + 1]]] : []);
  });
  today.back = floor.back;
  // After how many waited for each service come the most who did since the sample before.
  samples = floor.history.map(([time, longest, busy, lost, served, judged, inTime, ...counts]) =>
    ({ time, longest, busy, lost, served, share: shareOf(judged, inTime), waiting: counts.slice(0, branch.services.length) }));
  drawTrend();
  redraw();
}

// Takes a client out of the line, if there; returns whoever it was.
function takeOut(service, ticket) {
  const line = lines[service];
  const place = line.findIndex((client) => client.ticket === ticket);
  return place < 0 ? undefined : line.splice(place, 1)[0];
}

function take(one) {
  if (expected < 0 || one.i < expected) return;
  // A gap would be a lie: the whole floor anew.
  if (one.i > expected) { expected = -1; return connect(); }
  expected += 1;
  const client = { ticket: one.ticket, service: one.service, priority: one.priority ?? 0 };
  switch (one.event) {
  case "arrived":
    // On a route a client joins again, with the same ticket; that is no new client.
    lines[one.service].push({ ...client, arrival: one.t, order: joined++ });
    today.arrived = Math.max(today.arrived, one.ticket);
    break;
  case "started": {
    const waited = takeOut(one.service, one.ticket);
    const place = waited?.chip?.getBoundingClientRect();
    calls.push({ time: one.t, service: one.service, wait: waited ? one.t - waited.arrival : 0 });
    serving.set(one.teller, { ...client, since: one.t, from: place });
    count(one.service, waited ? one.t - waited.arrival : 0);
    break;
  }
  case "finished":
    serving.delete(one.teller);
    // Without a hand-over nobody is between two clients.
    const handover = one.handover ?? branch.handover;
    if (handover > 0) freeAt.set(one.teller, one.t + handover);
    served[one.service] += 1;
    doneAt.push(one.t);
    if (mine.delete(one.session + ":" + one.ticket)) {
      say(t.done(title(one.service)));
    } else {
      finished.add(one.session + ":" + one.ticket);
    }
    break;
  case "abandoned": case "balked":
    takeOut(one.service, one.ticket);
    gone.push({ time: one.t, service: one.service });
    lose(one.service);
    if (services[one.service].target !== null) today.judged[one.service] += 1;
    break;
  case "refused":
    today.arrived = Math.max(today.arrived, one.ticket);
    lose(one.service);
    if (services[one.service].target !== null) today.judged[one.service] += 1;
    break;
  case "came": present.add(one.teller); break;
  case "left": present.delete(one.teller); break;
  case "reset": {
    const inside = serving.size + waitingCount();
    // Of an empty floor nobody is sent away, and what was before can still be undone.
    if (!isResetting && inside > 0) {
      say(t.wasReset(inside));
      offerUndo(one.session);
    }
    lines = emptyLines();
    serving = new Map();
    freeAt.clear();
    keptFrom.clear();
    heldSince.clear();
    closeAsk();
    for (const name in served) served[name] = 0;
    const none = () => Object.fromEntries(branch.services.map((service) => [service.name, 0]));
    earlier = { arrived: earlier.arrived + today.arrived, lost: earlier.lost + today.lost, sentAway: earlier.sentAway + inside };
    today = { arrived: 0, lost: 0, lostBy: table(), judged: none(), inTime: none() };
    doneAt = [];
    [calls, gone] = [[], []];
    mine.clear();
    finished.clear();
    marks.push({ time: one.t, text: t.reset });
    began = one.t;
    beside = null;
    showBeside();
    // What the status strip counts begins anew; who waited stays on the trend.
    samples = samples.map(({ time, waiting }) => ({ time, waiting }));
    break;
  }
  }
  for (const name of one.event === "reset" ? Object.keys(tracks) : [one.service]) if (name in tracks) follow(name, one.t);
  redraw();
}

function lose(service) {
  today.lost += 1;
  today.lostBy[service] = (today.lostBy[service] ?? 0) + 1;
}

// Notes whether somebody was called within the target of the service.
function count(service, wait) {
  const target = services[service].target;
  if (target === null) return;
  today.judged[service] += 1;
  if (wait <= target) today.inTime[service] += 1;
}

function takeClock(reading) {
  // A server that was started again: perhaps another branch.
  if (reading.boot !== branch.boot) return location.reload();
  const isNew = !clock || clock.policy !== reading.policy;
  if (reading.closed !== clock?.closed) closeAsk();
  if (clock && isNew) marks.push({ time: reading.time, text: reading.policy });
  if (isNew) beside = null;
  clock = reading;
  clock.at = performance.now();
  showClock();
  if (isNew) writeFiles();
  redraw();
}

function showClock() {
  if (!clock) return;
  const policy = branch.policies.find((one) => one.name === clock.policy);
  $("policy-now").textContent = t.now(clock.policy, (language === "ko" ? policy?.koreanSummary : policy?.summary) ?? "");
  // After closing nobody comes until a reset: opening the next day is what there is to do.
  $("add").disabled = $("add-one").disabled = clock.closed;
  $("add").hidden = clock.closed;
  // Where there is a stock every service has a card.
  $("one-place").hidden = clock.closed || branch.stock.length > 0;
  $("reset").classList.toggle("primary", clock.closed);
  $("reset").textContent = clock.closed ? t.nextDay : t.reset;
  if (document.activeElement !== $("policy")) $("policy").value = clock.next;
  if (document.activeElement !== $("shadow")) $("shadow").value = clock.shadow ?? "";
  if (!clock.shadow || clock.shadow === clock.policy) beside = null;
  if (!beside) showBeside();
  // Somebody else may have chosen a speed that the list has not.
  const speeds = $("speed"), speed = String(clock.speed);
  for (const one of [...speeds.options]) if (one.dataset.isExtra && one.value !== speed) one.remove();
  if (![...speeds.options].some((one) => one.value === speed)) {
    const extra = make("option", `${speed}×`, speeds);
    [extra.value, extra.dataset.isExtra] = [speed, true];
  }
  if (document.activeElement !== speeds) speeds.value = speed;
  const alarms = [clock.fault && t.dropped + clock.said.fault[language], clock.unwritten && t.unwritten(clock.said.unwritten[language])].filter(Boolean).join(" ");
  if ($("fault").textContent !== alarms) $("fault").textContent = alarms;
  $("fault").hidden = !alarms;
  showStock();
}

// MARK: What is asked

// Sent again under the same id where no answer comes: that changes nothing twice.
async function post(path, body) {
  const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (one) => one.toString(36));
  for (let pause = 300; pause < 3000; pause *= 2) {
    try {
      const answer = await fetch(path + "?lang=" + language, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...body, id: id.join("-") }), signal: AbortSignal.timeout(8000)
      });
      const done = { status: answer.status, body: await answer.json() };
      if (done.status === 507) say(done.body.error);
      // Of a stock that has changed the sheet tells.
      else if (done.status >= 400 && !(done.status === 409 && path === "/api/stock")) say(t.refused(done.body.error));
      return done;
    } catch {
      say(t.tryingAgain);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  say(t.noAnswer);
  return { status: 0, body: {} };
}

let toasted = 0, isResetting = false;
// The session that began with the reset which the page offers to undo.
let undoable = null;
// Answers an action.
function say(text) {
  $("message").textContent = text;
  clearTimeout(toasted);
  if (text) toasted = setTimeout(() => say(""), 6000);
}
// Offers to undo a reset for as long as that can be done, whatever else is said meanwhile.
let offered = 0;
function offerUndo(session, seconds = 60) {
  undoable = session;
  $("undo").hidden = session === null;
  clearTimeout(offered);
  if (session !== null) offered = setTimeout(() => offerUndo(null), seconds * 1000);
}
$("add").onclick = async () => {
  const answer = await post("/api/clients", { count: 10 });
  if (answer.status === 200) say(t.came(answer.body.came, answer.body.admitted, branch.limit === null ? "stock" : branch.stock.length > 0 ? "any" : "limit"));
};
$("add-one").onclick = () => order(services[$("one").value]);
// A few are sent away at once, for that can be undone. Who was sent away before can come back only until the next reset
// that sends somebody away.
const fewToSend = 5;
$("reset").onclick = () => {
  if (!isAskedAgain() && waitingCount() <= fewToSend) return reset();
  $("ask").showModal();
  writeAsk();
};
const isAskedAgain = () => undoable !== null && serving.size + waitingCount() > 0;
// The question is of now for as long as it stands there, and goes with the session that it was about.
function writeAsk() { if ($("ask").open) put($("ask-text"), (isAskedAgain() ? t.askAgain : t.askFirst)(serving.size + waitingCount())); }
function closeAsk() { if ($("ask").open && !isResetting) $("ask").close(); }
$("ask-yes").onclick = () => { $("ask").close(); reset(); };
$("ask-no").onclick = () => $("ask").close();
async function reset() {
  isResetting = true;
  const isNextDay = clock?.closed;
  const answer = await post("/api/reset", {});
  isResetting = false;
  if (answer.status !== 200) return;
  say((isNextDay ? t.wasOpened : t.wasReset)(answer.body.left));
  // Of an empty floor nobody was sent away, and what was before can still be undone.
  if (answer.body.left > 0) offerUndo(answer.body.session);
}
$("undo").onclick = async () => {
  const session = undoable;
  offerUndo(null);
  const answer = await post("/api/undo", { session });
  if (answer.status === 200) say(t.back(answer.body.back, answer.body.refused));
};
$("speed").onchange = (event) => post("/api/speed", { speed: Number(event.target.value) });
$("policy").onchange = async (event) => {
  const answer = await post("/api/policy", { name: event.target.value });
  if (answer.status === 200) say(t.chosen(answer.body.next));
};
$("shadow").onchange = (event) => {
  post("/api/shadow", { name: event.target.value });
};
$("language").onclick = () => {
  language = language === "ko" ? "en" : "ko";
  try { localStorage.setItem("language", language); } catch { /* Not kept, then. */ }
  write();
};

// For tests: what the page holds.
window.floorState = () => ({
  expected,
  waiting: Object.values(lines).flat().sort((a, b) => a.order - b.order).map((one) => one.ticket),
  serving: [...serving].map(([teller, one]) => [teller, one.ticket]).sort((a, b) => a[0] - b[0]),
  served, session: clock?.session
});
start();
