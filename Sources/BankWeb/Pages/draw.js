// MARK: What is seen

let drawnAt = 0, sampledAt = 0, ringsAt = 0;
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function frame() {
  resting = null;
  const at = performance.now();
  // The server says something every second.
  if (at - heard > 3000) becomeStale();
  // A connection that died without a word never ends by itself.
  if (at - heard > 10000) connect();
  if (clock) {
    // From instants, so nothing that stops frames stops the time; at rest, as the bank says.
    const passed = (at - clock.at) / 1000 * clock.speed;
    const text = written(clock.work + (clock.running && !stale ? passed : 0));
    if ($("clock").textContent !== text) $("clock").textContent = text;
    if (at - sampledAt > 1000 && expected >= 0) {
      sampledAt = at;
      sample();
      // Of an empty branch only the trend goes on.
      if (waitingCount() > 0 || serving.size > 0 || at - drawnAt > 5000) isDirty = true;
      if (branch.opens !== null) put($("wall-time"), moment(now()) + (clock.closed ? ` · ${t.isClosed(moment(branch.closes))}` : ""));
    }
    if (at - ringsAt > 200) { ringsAt = at; drawRings(); }
  }
  // What changes often is drawn ten times a second; ages once.
  if (isDirty && expected >= 0 && at - drawnAt > 80) { drawnAt = at; draw(); }
  // Where the work timer stands, nothing moves by itself: an idle page costs next to nothing.
  const isAtRest = !isDirty && travelling === 0 && !(clock?.running && !stale);
  if (document.hidden || isAtRest) resting = setTimeout(frame, document.hidden ? 1000 : 200);
  else requestAnimationFrame(frame);
}

// Has the page drawn soon, whatever it waits for.
let resting = null;
function redraw() {
  isDirty = true;
  if (resting === null) return;
  clearTimeout(resting);
  requestAnimationFrame(frame);
  resting = null;
}

function written(seconds) {
  const all = Math.floor(seconds + 1e-6), pad = (value) => String(value).padStart(2, "0");
  return `${pad(Math.floor(all / 60))}:${pad(all % 60)}`;
}

// A length of time as people say it: 4.2 s, 3 min 5 s, 49 min, 11 h 30 min.
function length(seconds) {
  const say = (value, unit) => value + t.space + t[unit];
  if (seconds < 59.5) return say(seconds.toFixed(seconds < 9.95 && seconds % 1 !== 0 ? 1 : 0), "second");
  const parts = seconds < 600
    ? [[Math.floor(Math.round(seconds) / 60), "minute"], [Math.round(seconds) % 60, "second"]]
    : [[Math.floor(Math.round(seconds / 60) / 60), "hour"], [Math.round(seconds / 60) % 60, "minute"]];
  return parts.filter(([value]) => value > 0).map(([value, unit]) => say(value, unit)).join(" ");
}

// To what times from a minute on are rounded: to the minute, or beside targets of a few minutes to ten seconds.
const grain = (seconds, target) => target !== null && target < 300 && seconds < 600 ? 10 : 60;
const shortest = () => Math.min(...branch.services.map((service) => service.target ?? Infinity));

// The same, rounded.
function about(seconds) {
  const step = grain(seconds, shortest());
  return length(seconds < 59.5 ? seconds : Math.round(seconds / step) * step);
}

// A wait, rounded, never within a target that it is beyond, nor beyond one that it is within.
function coarse(seconds, target = null) {
  if (seconds < 60) return length(Math.floor(seconds));
  const step = grain(seconds, target), below = Math.floor(seconds / step) * step;
  return length(target !== null && seconds > target && below <= target ? below + step : below);
}

// A time of the bank as the clock on the wall has it; a length since opening where the branch has none.
function moment(seconds) {
  if (branch.opens === null) return length(Math.max(0, seconds));
  const minutes = Math.floor((branch.opens + Math.max(0, seconds)) / 60), pad = (value) => String(value).padStart(2, "0");
  const days = Math.floor(minutes / 1440);
  return `${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}` + (days > 0 ? ` +${days}` : "");
}

const stateOf = (wait, target) =>
  target === null ? "" : wait > target ? "bad" : wait > 0.8 * target ? "risk" : "good";

function draw() {
  isDirty = false;
  const time = now();
  foretell(time);
  drawLanes(time);
  drawTellers();
  drawStatus(time);
  drawDayEnd(time);
  writeAsk();
  $("waiting-count").textContent = waitingCount();
  $("serving-count").textContent = serving.size;
  const busy = table();
  for (const client of serving.values()) busy[client.service] = (busy[client.service] ?? 0) + 1;
  const rows = $("counts");
  branch.services.forEach((service, place) => {
    const row = rows.children[place] ?? make("tr", undefined, rows);
    const { judged, inTime } = kept(service, time);
    const cells = [
      title(service.name), lines[service.name].length, busy[service.name] ?? 0,
      served[service.name] ?? 0, today.lostBy[service.name] ?? 0,
      judged > 0 ? Math.floor(inTime / judged * 100) + " %" : "–"
    ];
    cells.forEach((cell, column) => put(row.children[column] ?? make("td", undefined, row), cell));
  });
}

// Writes a text only where it is another.
function put(element, text) {
  // A sign stays with its word.
  const written = String(text).replace(/([■▲✓]) /g, "$1\u00a0");
  if (element.textContent !== written) element.textContent = written;
}

// Eight hues; those of the ninth service on come again, dashed; all beyond these are grey.
const hues = 16;
const hue = (service) => {
  const place = branch.services.findIndex((one) => one.name === service);
  return place >= hues ? "hue0" : `hue${place % 8 + 1}${place < 8 ? "" : " again"}`;
};

// Lanes of those who wait, the worst first; in each as many chips as there is room for, the oldest first.
const mostLanes = 10;
// On a phone fewer, so that the tellers are not far below.
const mostChips = () => phone.matches ? 20 : 48;
function drawLanes(time) {
  const box = $("waiting");
  const open = branch.services.map((service) => {
    const line = lines[service.name], oldest = line[0];
    const wait = oldest ? Math.max(0, time - oldest.arrival) : 0;
    return { service, line, wait, rank: service.target === null ? wait / 1e6 : wait / service.target };
  }).filter((lane) => lane.line.length > 0).sort((a, b) => b.rank - a.rank);
  const shown = open.slice(0, mostLanes);
  const chips = Math.max(3, Math.floor(mostChips() / Math.max(shown.length, 1)));
  // Many stand two by two, and say in their heads alone what their chips are for.
  box.classList.toggle("many", shown.length > 6);
  const lanes = [...box.querySelectorAll(".lane")];
  shown.forEach((lane, place) => drawLane(lanes[place] ?? newLane(box), lane, chips, shown.length > 6, time));
  for (const lane of lanes.slice(shown.length)) lane.remove();
  const rest = box.querySelector(".rest") ?? make("p", "", box);
  rest.className = "rest hint";
  box.append(rest);
  const empty = branch.services.filter((service) => lines[service.name].length === 0);
  const folded = open.slice(mostLanes).map((lane) => `${title(lane.service.name)}: ${lane.line.length}`);
  const names = empty.slice(0, 8).map((service) => title(service.name)).join(", ") + (empty.length > 8 ? ` +${empty.length - 8}` : "");
  const out = clock ? branch.stock.filter((item) => stateOfItem(item) === "bad").map(itemTitle) : [];
  const calm = () => isSoldOut() ? t.soldOut : out.length > 0 && branch.role !== "look" ? t.runOut(out.join(", ")) : clock?.closed || branch.role === "look" ? t.others(names) : t.calm;
  put(rest, open.length === 0 && serving.size === 0 ? calm() : [...folded, empty.length ? t.others(names) : ""].filter(Boolean).join(" · "));
}

// Whether the stock has nothing left for any service.
function isSoldOut() {
  return clock && branch.stock.length > 0
    && branch.services.every((service) => Object.entries(service.needs).some(([item, n]) => clock.stock[item] < n));
}

function newLane(box) {
  const lane = make("section", undefined, box);
  const head = make("div", undefined, lane);
  head.className = "lane-head";
  make("h3", "", head);
  make("span", "", head).className = "count";
  make("span", "", head).className = "longest state";
  make("ol", undefined, lane).className = "chips";
  make("p", "", lane).className = "more";
  return lane;
}

function drawLane(lane, { service, line, wait }, chips, isOfMany, time) {
  const state = stateOf(wait, service.target);
  const style = `lane ${hue(service.name)} ${state}`;
  if (lane.className !== style) lane.className = style;
  const [head, list, more] = lane.children;
  put(head.children[0], title(service.name));
  put(head.children[1], line.length);
  const longest = longestTo(service, time);
  // Who has not waited for long may have to.
  const will = state !== "bad" && longest !== null && longest.wait < Infinity ? toldOf(longest, service, false) : ["", ""];
  const isTold = will[1] && will[1] !== state;
  const nobody = line.length > 0 ? nobodyServes(service, time) || uncalled(service, wait, time) : "";
  put(head.children[2], [nobody, t.longest(coarse(wait, service.target)), isTold ? will[0] : state ? t[state] : ""].filter(Boolean).join(" · "));
  const told = nobody ? "bad" : worse(state, will[1]);
  head.children[2].classList.toggle("risk", told === "risk");
  head.children[2].classList.toggle("bad", told === "bad");
  const shown = line.slice(0, chips);
  shown.forEach((client, place) => {
    const chip = list.children[place] ?? make("li", undefined, list);
    const wait = Math.max(0, time - client.arrival);
    const style = `row ${stateOf(wait, service.target)}`;
    if (chip.className !== style) chip.className = style;
    put(chip, isOfMany ? client.ticket : shortLabel(client));
    const waited = coarse(wait, service.target);
    if (chip.dataset.wait !== waited) chip.dataset.wait = waited;
    const age = service.target === null ? 0 : Math.min(1, Math.round(wait / service.target * 20) / 20);
    if (chip.dataset.age !== String(age)) {
      chip.dataset.age = age;
      chip.style.setProperty("--age", age);
    }
    client.chip = chip;
  });
  while (list.children.length > shown.length) list.lastChild.remove();
  for (const client of line.slice(chips, chips + 100)) client.chip = undefined;
  put(more, line.length > shown.length ? t.more(line.length - shown.length) : "");
}

const mostWideTiles = 16;

const canServe = (teller, service) => (branch.staff[teller].skills ?? [service.name]).includes(service.name);

// Since when tellers are free though somebody waits whom they could serve.
const heldSince = new Map();
// From which services tellers were kept, as far as it was seen.
const keptFrom = new Set();

// That nobody who is there serves a service, and when somebody comes who can; nothing where somebody does.
function nobodyServes(service, time) {
  const able = branch.staff.map((one, teller) => teller)
    .filter((teller) => canServe(teller, service) && !keptFrom.has(`${teller} ${service.name}`));
  if (able.some((teller) => present.has(teller) || serving.has(teller))) return "";
  const next = Math.min(...able.flatMap((teller) => (branch.staff[teller].shifts ?? []).map(([from]) => from)).filter((from) => from > time));
  return next < Infinity ? t.nobodyUntil(moment(next)) : t.nobodyNow;
}

// That somebody waits and nobody was called for a quarter of an hour, or is being served; nothing where it is not so.
function uncalled(service, wait, time) {
  if (wait < 900 || time - began < 900 || calls.some((one) => one.service === service.name)) return "";
  return [...serving.values()].some((one) => one.service === service.name) ? "" : t.uncalled;
}

// For how many who wait a teller is kept free, seen for long enough; 0 for one who is not.
function keptFor(teller, time) {
  if (!(time - heldSince.get(teller) >= 5 * (clock?.speed ?? 1))) return 0;
  return branch.services.reduce((sum, service) => sum + (canServe(teller, service) ? lines[service.name].length : 0), 0);
}

// How many of them there are, and how many wait whom one of them could serve; nothing of what lasts for less than five
// seconds, for the next call takes a moment to arrive here.
function held(time) {
  // A call takes a moment to arrive here: one has to be kept for longer, then all are counted.
  if (![...heldSince.values()].some((since) => time - since >= 5 * (clock?.speed ?? 1))) return null;
  const tellers = [...heldSince.keys()];
  const waiting = branch.services.filter((service) => tellers.some((teller) => canServe(teller, service)))
    .reduce((sum, service) => sum + lines[service.name].length, 0);
  return waiting > 0 ? [t.keptFree(tellers.length, waiting), ""] : null;
}

// Whether somebody is between two clients, or was a moment ago: the next call takes a moment to arrive here.
const hasStillToDo = (teller, time) => (freeAt.get(teller) ?? -Infinity) + 0.3 * (clock?.speed ?? 1) > time;

function drawTellers() {
  const list = $("tellers");
  const count = Math.min(branch.tellers.length, 300);
  // Fifty fit a screen.
  const isDense = count > mostWideTiles;
  list.classList.toggle("dense", isDense);
  $("columns").classList.toggle("dense", isDense);
  while (list.children.length < count) {
    const item = make("li", undefined, list);
    const ring = make("div", undefined, item);
    ring.className = "ring";
    make("span", "", ring);
    make("span", nameOf(list.children.length - 1), item).className = "who";
    make("span", "", item).className = "what";
    const { skills } = branch.staff[list.children.length - 1];
    make("span", "", item).className = "skills";
    item.title = skills ? skills.map(title).join(", ") : t.skills;
  }
  for (let teller = 0; teller < count; teller += 1) {
    const item = list.children[teller], client = serving.get(teller);
    const isBetween = !client && hasStillToDo(teller, now());
    const isFree = !client && !isBetween && present.has(teller);
    // Free while somebody waits whom the teller can serve: the policy keeps them for others.
    const isHeld = isFree && branch.services.some((service) => canServe(teller, service) && lines[service.name].length > 0);
    if (!isHeld) heldSince.delete(teller);
    else if (!heldSince.has(teller)) heldSince.set(teller, now());
    // Whom the policy kept free while somebody waited for a service does not serve it, until seen to.
    if (isHeld && now() - heldSince.get(teller) >= 5 * (clock?.speed ?? 1)) {
      for (const service of branch.services) {
        if (canServe(teller, service) && lines[service.name].length > 0) keptFrom.add(`${teller} ${service.name}`);
      }
    }
    if (client) keptFrom.delete(`${teller} ${client.service}`);
    const state = client ? "busy" : isBetween ? "between" : isHeld ? "held" : isFree ? "idle" : "away";
    const style = client ? `${state} ${hue(client.service)}` : state;
    if (item.dataset.state !== style) {
      item.dataset.state = style;
      item.className = style;
      put(item.children[0].children[0], { busy: "▶", between: "◐", held: "◑", idle: "○", away: "–" }[state]);
      item.children[0].style.setProperty("--part", 0);
    }
    const shift = state === "away" && branch.staff[teller].shifts?.find(([from]) => from > now());
    const kept = isHeld ? keptFor(teller, now()) : 0;
    item.classList.toggle("risk", kept > 0);
    // After closing nobody is waited for.
    const isShut = state === "idle" && clock?.closed && waitingCount() === 0;
    if (!client) put(item.children[2], shift ? t.awayUntil(moment(shift[0])) : kept > 0 ? t.heldWhile(kept) : isShut ? t.shut : t[state]);
    put(item.children[3], skillsOf(teller));
    if (client?.from) { travel(client, item); client.from = undefined; }
  }
  drawRings();
}

// What a teller can do; where the policy was seen to keep them from some of it, from what.
function skillsOf(teller) {
  const { skills } = branch.staff[teller];
  const able = branch.services.filter((service) => canServe(teller, service));
  const not = able.filter((service) => keptFrom.has(`${teller} ${service.name}`));
  const names = (services) => services.map((service) => title(service.name)).join(", ");
  return not.length > 0 && not.length < able.length ? t.notFor(names(not)) : skills ? names(able) : t.skills;
}

// How long a teller usually takes.
const usual = (teller, service) =>
  services[service].mean / branch.staff[teller].speeds[branch.services.findIndex((one) => one.name === service)];

// Whether a client is served for longer than is rare: than nineteen in twenty services of the kind, or than ninety-nine in
// a hundred. Where that is not known three times the mean is rare, and a little more than the mean never is.
function slowness(teller, client, time) {
  const passed = time - client.since, { mean, rare, veryRare } = services[client.service];
  const is = (limit, least) => passed > 5 && passed > Math.max(limit ?? 3 * mean, least * mean) / mean * usual(teller, client.service);
  return is(veryRare, 2) ? "bad" : is(rare, 1.5) ? "risk" : "";
}

// A teller by name; by number where that is the name, or there is none.
const nameOf = (teller) => /^\d*$/.test(branch.tellers[teller]) ? `${t.teller} ${branch.tellers[teller] || teller + 1}` : branch.tellers[teller];

// How long each has been serving, against the mean; far beyond the mean it stands out.
function drawRings() {
  const time = now();
  for (const teller of freeAt.keys()) {
    if (!hasStillToDo(teller, time)) { freeAt.delete(teller); isDirty = true; }
  }
  for (const [teller, client] of serving) {
    const item = $("tellers").children[teller];
    if (!item) continue;
    const passed = Math.max(0, time - client.since), mean = usual(teller, client.service);
    const state = slowness(teller, client, time);
    const sign = { "": "", risk: "▲ ", bad: "■ " }[state];
    put(item.children[2], branch.tellers.length > mostWideTiles
      ? `${client.ticket} · ${coarse(passed)}${branch.services.length > hues ? ` ${title(client.service)}` : ""}`
      : `${label(client)} · ${coarse(passed)}${state ? ` · ${sign}${t.slow(length(mean))}` : ""}`);
    const part = Math.min(1, Math.round(passed / mean * 24) / 24);
    const ring = item.children[0];
    // In a small tile the sign stands in the ring.
    put(ring.children[0], branch.tellers.length > mostWideTiles && sign || "▶");
    if (ring.dataset.part !== String(part)) {
      ring.dataset.part = part;
      ring.style.setProperty("--part", part);
    }
    item.classList.toggle("risk", state === "risk");
    item.classList.toggle("bad", state === "bad");
  }
}

// A chip goes from its lane to its desk.
let travelling = 0;
function travel(client, item) {
  if (isCalm() || travelling > 2 || document.hidden || client.from.width === 0) return;
  const from = client.from, to = item.getBoundingClientRect();
  const flight = make("div", label(client), document.body);
  flight.className = "flight";
  flight.setAttribute("aria-hidden", "true");
  flight.style.left = from.left + "px";
  flight.style.top = from.top + "px";
  travelling += 1;
  requestAnimationFrame(() => {
    flight.style.transform = `translate(${to.left - from.left + 40}px, ${to.top - from.top + 12}px)`;
  });
  setTimeout(() => { flight.remove(); travelling -= 1; }, 350);
}
