"use strict";
const words = {
  ko: {
    bank: "은행", juice: "맛있는 쥬스를 만들어 드려요!", work: "업무시간 -",
    add: "고객 10명 추가", reset: "초기화", speed: "빠르기", policy: "다음 정책",
    now: (name, text) => `지금 정책: ${name}. ${text}`, waiting: "대기중", serving: "업무중",
    service: "업무", queued: "대기", inService: "진행", served: "완료", teller: "창구",
    idle: "비어 있음", away: "자리 비움", stale: (t) => `${t}부터 연결이 끊겼습니다`,
    other: "English", order: (title) => `${title} 주문`, can: "주문 가능", cannot: "재료 부족",
    stock: "재고", edit: "재고수정", done: (title) => `${title} 나왔습니다! 맛있게 드세요!`,
    short: "재료가 모자라요. 재고를 수정할까요?", yes: "예", no: "아니오", add1: "재고 추가",
    apply: "적용", close: "닫기", needs: (i, n, a) => `${i}: ${n}개 필요, ${a}개 남음`,
    changed: "그 사이에 재고가 바뀌었습니다. 확인하고 다시 적용하세요.", applied: "적용했습니다.",
    kept: "아직 적용하지 않은 수정이 있습니다.", full: "더 기다릴 수 없어 돌아갔습니다.",
    call: (t, s, c) => `${t}번 고객 ${s}업무 시작, 창구 ${c}`, ticket: (t, s) => `${t} - ${s}`,
    files: "내려받기", events: "기록", clients: "고객", report: "보고서",
    under: (name) => `이 하루를 ${name} 정책으로`, dropped: "정책이 중단되었습니다: ",
    noAnswer: "서버가 답하지 않았습니다. 반영되었는지 알 수 없습니다.",
    refused: (why) => `반영되지 않았습니다: ${why}`
  },
  en: {
    bank: "Bank", juice: "Delicious juice, made for you!", work: "Work time -",
    add: "Add 10 clients", reset: "Reset", speed: "Speed", policy: "Next policy",
    now: (name, text) => `Policy now: ${name}. ${text}`, waiting: "Waiting", serving: "Serving",
    service: "Service", queued: "Waiting", inService: "In service", served: "Served",
    teller: "Teller", idle: "idle", away: "away", stale: (t) => `not live since ${t}`,
    other: "한국어", order: (title) => `Order ${title}`, can: "can be made",
    cannot: "out of stock", stock: "Stock", edit: "Change the stock",
    done: (title) => `Your ${title} is ready! Enjoy!`,
    short: "We are short of ingredients. Change the stock?", yes: "Yes", no: "No",
    add1: "Stock", apply: "Apply", close: "Close",
    needs: (i, n, a) => `${i}: ${n} needed, ${a} left`,
    changed: "The stock has changed meanwhile. Look again, then apply.", applied: "Applied.",
    kept: "Some changes are not applied yet.", full: "Turned away: too many are waiting.",
    call: (t, s, c) => `Client ${t}, ${s}: teller ${c}`, ticket: (t, s) => `${t} - ${s}`,
    files: "Download", events: "events", clients: "clients", report: "report",
    under: (name) => `this session under ${name}`, dropped: "The policy was dropped: ",
    noAnswer: "The server did not answer. Whether it was done is not known.",
    refused: (why) => `Not done: ${why}`
  }
};
const $ = (id) => document.getElementById(id);
const make = (tag, text, parent) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (parent) parent.append(element);
  return element;
};
let branch, language, t;
let services = {};
// The floor, as the events so far make it.
let expected = -1, waiting = [], gone = new Set(), serving = new Map(), present = new Set();
let served = {}, clock = null, isDirty = true, source = null, stale = null;
// When the server was last heard: on this page's clock, and on the wall.
let heard = performance.now(), heardAt = new Date();
const finished = new Set(), mine = new Map(), edits = new Map(), seen = new Map();

const title = (name) => services[name].title[language];
const label = (client) =>
  branch.profile === "003"
    ? `${client.ticket}번 - ${title(client.service)}`
    : t.ticket(client.ticket, title(client.service));

async function start() {
  branch = await (await fetch("/api/branch")).json();
  for (const service of branch.services) services[service.name] = service;
  language = new URLSearchParams(location.search).get("lang") ?? branch.language;
  if (!(language in words)) language = branch.language;
  for (const policy of branch.policies) make("option", policy.name, $("policy"));
  write();
  connect();
  requestAnimationFrame(frame);
}

function write() {
  t = words[language];
  document.documentElement.lang = language;
  const isJuice = branch.stock.length > 0;
  document.title = $("title").textContent = branch.profile === "004" ? t.juice : t.bank;
  const texts = {
    "timer-label": t.work, add: t.add, reset: t.reset, "speed-label": t.speed,
    "policy-label": t.policy, "waiting-label": t.waiting, "serving-label": t.serving,
    "service-label": t.service, "queued-label": t.queued, "now-label": t.inService,
    "served-label": t.served, language: t.other, "stock-label": t.stock, "stock-open": t.edit,
    "short-text": t.short, "short-yes": t.yes, "short-no": t.no, "stocking-title": t.add1,
    "stocking-apply": t.apply, "stocking-close": t.close
  };
  for (const [id, text] of Object.entries(texts)) $(id).textContent = text;
  $("juice").hidden = !isJuice;
  $("waiting").setAttribute("aria-label", t.waiting);
  writeFiles();
  writeOrders();
  showClock();
  showStale();
  isDirty = true;
}

function writeFiles() {
  $("files").replaceChildren(t.files + ": ");
  const link = (text, path) => {
    const a = make("a", text, $("files"));
    a.href = path;
    $("files").append(" · ");
  };
  link(t.events, "/export/events.jsonl");
  link(t.clients, "/export/clients.csv");
  link(t.report, "/export/report.html");
  for (const policy of branch.policies) {
    if (clock && policy.name !== clock.policy) {
      link(t.under(policy.name), "/export/compare.html?policy=" + policy.name);
    }
  }
}

// MARK: What the server tells

function connect() {
  source?.close();
  source = new EventSource("/events");
  source.onerror = () => {
    becomeStale();
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
  };
  const listen = (name, taken) => source.addEventListener(name, (event) => {
    hear();
    taken(JSON.parse(event.data));
  });
  listen("floor", takeFloor);
  listen("clock", takeClock);
  listen("message", take);
}

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

function takeFloor(floor) {
  expected = floor.index;
  waiting = floor.waiting;
  gone = new Set();
  serving = new Map(floor.serving.map((one) => [one.teller, one.client]));
  present = new Set(floor.present);
  served = floor.served;
  isDirty = true;
}

function take(one) {
  if (expected < 0 || one.i < expected) return;
  // A gap would be a lie: the whole floor anew.
  if (one.i > expected) { expected = -1; return connect(); }
  expected += 1;
  const client = { ticket: one.ticket, service: one.service };
  switch (one.event) {
  case "arrived":
    // On a route a client who was called waits again, with the same ticket.
    if (one.step > 1 && gone.delete(one.ticket)) {
      waiting = waiting.filter((other) => other.ticket !== one.ticket);
    }
    waiting.push(client);
    break;
  case "started":
    gone.add(one.ticket);
    serving.set(one.teller, client);
    $("news").textContent =
      t.call(one.ticket, title(one.service), branch.tellers[one.teller]);
    break;
  case "finished":
    serving.delete(one.teller);
    served[one.service] += 1;
    if (mine.delete(one.session + ":" + one.ticket)) {
      $("message").textContent = t.done(title(one.service));
    } else {
      finished.add(one.session + ":" + one.ticket);
    }
    break;
  case "abandoned": case "balked": gone.add(one.ticket); break;
  case "came": present.add(one.teller); break;
  case "left": present.delete(one.teller); break;
  case "reset":
    waiting = [];
    gone = new Set();
    serving = new Map();
    for (const name in served) served[name] = 0;
    mine.clear();
    finished.clear();
    break;
  }
  isDirty = true;
}

function takeClock(reading) {
  // A server that was started again: perhaps another branch.
  if (reading.boot !== branch.boot) return location.reload();
  const isNew = !clock || clock.policy !== reading.policy;
  clock = reading;
  clock.at = performance.now();
  showClock();
  if (isNew) writeFiles();
  isDirty = true;
}

function showClock() {
  if (!clock) return;
  const policy = branch.policies.find((one) => one.name === clock.policy);
  $("policy-now").textContent = t.now(clock.policy, policy?.summary ?? "");
  if (document.activeElement !== $("policy")) $("policy").value = clock.next;
  if (document.activeElement !== $("speed")) $("speed").value = String(clock.speed);
  $("fault").hidden = !clock.fault;
  $("fault").textContent = clock.fault ? t.dropped + clock.fault : "";
  showStock();
}

// MARK: What is seen

function frame() {
  // The server says something every second.
  if (performance.now() - heard > 3000) becomeStale();
  if (clock) {
    // From instants, so nothing that stops frames stops the time; at rest, as the bank says.
    const passed = (performance.now() - clock.at) / 1000 * clock.speed;
    $("clock").textContent =
      clock.running && !stale ? written(clock.work + passed) : clock.timer;
  }
  if (isDirty) draw();
  requestAnimationFrame(frame);
}

function written(seconds) {
  const all = Math.floor(seconds * 1000 + 1e-6);
  const pad = (value, size) => String(value).padStart(size, "0");
  return `${pad(Math.floor(all / 60000), 2)}:${pad(Math.floor(all / 1000) % 60, 2)}:`
    + pad(all % 1000, 3);
}

function draw() {
  isDirty = false;
  if (gone.size > 0) {
    waiting = waiting.filter((client) => !gone.has(client.ticket));
    gone = new Set();
  }
  drawWaiting();
  $("waiting-count").textContent = waiting.length;
  $("serving-count").textContent = serving.size;
  const list = $("tellers");
  while (list.children.length < Math.min(branch.tellers.length, 300)) {
    const item = make("li", undefined, list);
    make("span", undefined, item);
    make("span", undefined, item);
  }
  [...list.children].forEach((item, teller) => {
    const client = serving.get(teller);
    const text = client ? label(client) : present.has(teller) ? t.idle : t.away;
    item.children[0].textContent = `${t.teller} ${branch.tellers[teller]}`;
    item.children[1].textContent = text;
    item.classList.toggle("idle", !client);
    item.children[1].classList.toggle(
      "second", client !== undefined && client.service !== branch.services[0].name);
  });
  const queued = {}, busy = {};
  for (const client of waiting) queued[client.service] = (queued[client.service] ?? 0) + 1;
  for (const client of serving.values()) busy[client.service] = (busy[client.service] ?? 0) + 1;
  $("counts").replaceChildren(...branch.services.map((service) => {
    const row = make("tr");
    const cells = [
      title(service.name), queued[service.name] ?? 0, busy[service.name] ?? 0,
      served[service.name] ?? 0
    ];
    for (const cell of cells) make("td", cell, row);
    return row;
  }));
}

// Only what can be seen is in the document.
function drawWaiting() {
  const box = $("waiting");
  const height = 2 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  $("spacer").style.height = waiting.length * height + "px";
  const first = Math.max(0, Math.floor(box.scrollTop / height) - 5);
  const last = Math.min(waiting.length, first + Math.ceil(box.clientHeight / height) + 10);
  const rows = [...box.querySelectorAll(".row")];
  for (let index = first; index < last; index += 1) {
    let row = rows.pop();
    if (!row) {
      row = make("div", undefined, box);
      row.className = "row";
      row.setAttribute("role", "listitem");
    }
    const client = waiting[index];
    row.style.top = index * height + "px";
    row.textContent = label(client);
    row.classList.toggle("second", client.service !== branch.services[0].name);
  }
  for (const row of rows) row.remove();
}
$("waiting").addEventListener("scroll", () => { isDirty = true; });
addEventListener("resize", () => { isDirty = true; });

// MARK: What is asked

// Sent again under the same id where no answer comes: that changes nothing twice.
async function post(path, body) {
  const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (one) => one.toString(36));
  for (let pause = 300; pause < 3000; pause *= 2) {
    try {
      const answer = await fetch(path, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...body, id: id.join("-") })
      });
      const done = { status: answer.status, body: await answer.json() };
      if (done.status >= 400 && done.status !== 409) say(t.refused(done.body.error));
      return done;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  say(t.noAnswer);
  return { status: 0, body: {} };
}
function say(text) {
  $("message").textContent = text;
}
$("add").onclick = () => post("/api/clients", { count: 10 });
$("reset").onclick = () => post("/api/reset", {});
$("speed").onchange = (event) => post("/api/speed", { speed: Number(event.target.value) });
$("policy").onchange = (event) => post("/api/policy", { name: event.target.value });
$("language").onclick = () => { language = language === "ko" ? "en" : "ko"; write(); };

// For tests: what the page holds.
window.floorState = () => ({
  expected, waiting: waiting.filter((one) => !gone.has(one.ticket)).map((one) => one.ticket),
  serving: [...serving].map(([teller, one]) => [teller, one.ticket]).sort((a, b) => a[0] - b[0]),
  served, session: clock?.session
});
start();
