// MARK: What is seen

let drawnAt = 0, sampledAt = 0, ringsAt = 0;
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function frame() {
  resting = null;
  const at = performance.now();
  // The server says something every second.
  if (at - heard > 3000) becomeStale();
  if (clock) {
    // From instants, so nothing that stops frames stops the time; at rest, as the bank says.
    const passed = (at - clock.at) / 1000 * clock.speed;
    const text = clock.running && !stale ? written(clock.work + passed) : clock.timer;
    if ($("clock").textContent !== text) $("clock").textContent = text;
    if (at - sampledAt > 1000 && expected >= 0) {
      sampledAt = at;
      sample();
      // Of an empty branch only the trend goes on.
      if (waitingCount() > 0 || serving.size > 0 || at - drawnAt > 5000) isDirty = true;
      if (branch.opens !== null) put($("wall"), moment(now()) + (clock.closed ? ` · ${t.isClosed(moment(branch.closes))}` : ""));
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
  const all = Math.floor(seconds * 1000 + 1e-6);
  const pad = (value, size) => String(value).padStart(size, "0");
  return `${pad(Math.floor(all / 60000), 2)}:${pad(Math.floor(all / 1000) % 60, 2)}:`
    + pad(all % 1000, 3);
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
  const written = String(text);
  if (element.textContent !== written) element.textContent = written;
}

// Eight hues; those of the ninth service on come again, dashed.
const hue = (service) => {
  const place = branch.services.findIndex((one) => one.name === service);
  return `hue${place % 8 + 1}${place < 8 ? "" : " again"}`;
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
  const calm = () => isSoldOut() ? t.soldOut : !clock?.closed ? branch.role === "look" ? t.others(names) : t.calm
    : t.closed(moment(branch.closes), today.arrived, today.lost);
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
  const last = forecasts[service.name], all = waitOfLast(service, time);
  // Who has not waited for long may have to.
  const isLate = last && service.target !== null && all > service.target && state !== "bad";
  const nobody = line.length > 0 ? nobodyServes(service, time) || uncalled(service, wait, time) : "";
  put(head.children[2], [nobody, t.longest(coarse(wait, service.target)), isLate ? "" : state ? t[state] : "", isLate && last < Infinity ? t.lastIn(length(all)) : ""].filter(Boolean).join(" · "));
  head.children[2].classList.toggle("risk", Boolean(isLate) && !nobody);
  head.children[2].classList.toggle("bad", state === "bad" || Boolean(nobody));
  const shown = line.slice(0, chips);
  shown.forEach((client, place) => {
    const chip = list.children[place] ?? make("li", undefined, list);
    const wait = Math.max(0, time - client.arrival);
    const style = `row ${stateOf(wait, service.target)}`;
    if (chip.className !== style) chip.className = style;
    put(chip, isOfMany ? client.ticket : label(client));
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
  const tellers = [...heldSince].filter(([, since]) => time - since >= 5 * (clock?.speed ?? 1)).map(([teller]) => teller);
  const waiting = branch.services.filter((service) => tellers.some((teller) => canServe(teller, service)))
    .reduce((sum, service) => sum + lines[service.name].length, 0);
  return waiting > 0 ? [t.keptFree(tellers.length, waiting), ""] : null;
}

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
    const name = branch.tellers[list.children.length - 1];
    make("span", /^\d+$/.test(name) ? `${t.teller} ${name}` : name, item).className = "who";
    make("span", "", item).className = "what";
    const skills = branch.staff[list.children.length - 1].skills;
    make("span", skills ? skills.map(title).join(", ") : t.skills, item).className = "skills";
    item.title = item.lastChild.textContent;
  }
  for (let teller = 0; teller < count; teller += 1) {
    const item = list.children[teller], client = serving.get(teller);
    // The next call takes a moment to arrive here.
    const isBetween = !client && (freeAt.get(teller) ?? 0) + 0.3 * (clock?.speed ?? 1) > now();
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
    if (!client) put(item.children[2], shift ? t.awayUntil(moment(shift[0])) : kept > 0 ? t.heldWhile(kept) : t[state]);
    if (client?.from) { travel(client, item); client.from = undefined; }
  }
  drawRings();
}

// How long a teller usually takes.
const usual = (teller, service) =>
  services[service].mean / branch.staff[teller].speeds[branch.services.findIndex((one) => one.name === service)];

// Whether a client is served for far longer than usual.
function slowness(teller, client, time) {
  const passed = time - client.since, mean = usual(teller, client.service);
  return passed <= 5 || passed <= 1.5 * mean ? "" : passed > 3 * mean ? "bad" : "risk";
}

// How long each has been serving, against the mean; far beyond the mean it stands out.
function drawRings() {
  const time = now();
  for (const [teller, until] of freeAt) {
    if (until + 0.3 * (clock?.speed ?? 1) <= time) { freeAt.delete(teller); isDirty = true; }
  }
  for (const [teller, client] of serving) {
    const item = $("tellers").children[teller];
    if (!item) continue;
    const passed = Math.max(0, time - client.since), mean = usual(teller, client.service);
    const state = slowness(teller, client, time);
    const sign = { "": "", risk: "▲ ", bad: "■ " }[state];
    put(item.children[2], branch.tellers.length > mostWideTiles
      ? `${client.ticket} · ${length(passed < 60 ? passed : Math.floor(passed / 60) * 60)}`
      : `${label(client)} · ${length(passed)}${state ? ` · ${sign}${t.slow(length(mean))}` : ""}`);
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
  if (isCalm() || travelling > 6 || document.hidden || client.from.width === 0) return;
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

// MARK: The status strip and the trend

function sample() {
  const waiting = branch.services.map((service) => lines[service.name].length);
  const most = branch.services.map((service, place) => Math.max(waiting[place], peaks[service.name] ?? 0));
  peaks = table();
  const longest = Math.max(0, ...branch.services.map((service) => {
    const first = lines[service.name][0];
    return first ? now() - first.arrival : 0;
  }));
  samples.push({ time: now(), waiting, most, longest, busy: serving.size, lost: today.lost });
  if (samples.length > 400) samples = merged(samples, (samples[400].time - samples[0].time) / 200);
  drawTrend();
}

// One sample for each stretch so long, with the most that its samples had.
function merged(samples, step) {
  const kept = [];
  for (const one of samples) {
    const last = kept[kept.length - 1];
    if (!last || Math.floor(one.time / step) > Math.floor(last.time / step)) { kept.push(one); continue; }
    const most = one.most.map((count, place) => Math.max(count, last.most[place]));
    kept[kept.length - 1] = { ...one, most, ...(one.longest === undefined ? {} : { longest: Math.max(one.longest, last.longest ?? 0) }) };
  }
  return kept;
}

// Who waits and what that means, with the state: the ticket, the service where there are several, and its target; that
// the target is kept only where it may be said.
function judgement({ service, wait, ticket }, isNamed, isSilent = false) {
  const known = stateOf(wait, service.target), state = isSilent && known === "good" ? "" : known;
  return [[
    isNamed ? coarse(wait, service.target) : "", `#${ticket}`, branch.services.length > 1 ? title(service.name) : "",
    state ? t.against[state](length(service.target)) : ""
  ].filter(Boolean).join(" "), state];
}

// How long whoever came last for a service has still to wait, about; for ever where nobody is there for it, null where
// that is not known.
//
// Tellers come and go by their shifts. How they divide their time among their services the policy knows, and the page
// does not: where others wait for the same tellers it goes as fast as it went in the last quarter of an hour, and of
// fewer than three calls of people who had waited nothing is said. Otherwise it goes no slower than then; and no faster,
// where clients waited all the time. A line gets shorter by those who give up, too.
const forecasts = table();
function foretell(time) {
  const known = Math.min(900, time - began), left = table();
  for (const { service } of gone) left[service] = (left[service] ?? 0) + 1;
  const work = branch.services.map((service) => lines[service.name].length * service.mean);
  const can = (one, place) => !one.skills || one.skills.includes(branch.services[place].name);
  const isOn = (one, at) => !one.shifts || one.shifts.some(([from, to]) => from <= at && at < to);
  // Whom the policy keeps free helps nobody who waits, unless there is no other.
  const isThere = (one, teller) => (present.has(teller) || serving.has(teller)) && isOn(one, time);
  const helps = (service) => branch.staff.filter((one, teller) => !heldSince.has(teller) && !keptFrom.has(`${teller} ${service.name}`));
  const there = branch.staff.filter(isThere);
  const recent = samples.filter((one) => one.time >= time - known);
  branch.services.forEach((service, place) => {
    let count = lines[service.name].length;
    forecasts[service.name] = count === 0 ? 0 : Infinity;
    if (count === 0 || !there.some((one) => can(one, place))) return;
    const rate = (one) => {
      const all = work.reduce((sum, each, other) => sum + (can(one, other) ? each : 0), 0);
      return work[place] / all / (service.mean / one.speeds[place] + branch.handover);
    };
    const [own, free] = [branch.staff, helps(service)].map((staff) => staff.filter((one) => can(one, place)));
    const able = there.some((one) => free.includes(one)) ? free : own;
    const sum = (staff) => staff.reduce((total, one) => total + rate(one), 0);
    const now = sum(able.filter((one) => there.includes(one)));
    // Whoever was called at once says nothing of how fast a line gets shorter.
    const recently = calls.filter((one) => one.service === service.name && one.wait > 0).length;
    const seen = recently / known / now, isSeen = known >= 180 && recently >= 3;
    const isShared = able.some((one) => branch.services.some((other, at) => at !== place && work[at] > 0 && can(one, at)));
    if (isShared && !isSeen) {
      forecasts[service.name] = null;
      return;
    }
    // Of fewer than five calls, or less than three minutes, it is not known that it goes no faster.
    const isFastest = isSeen && recently >= 5 && recent.every((one) => one.waiting[place] > 0);
    const pace = isFastest || isShared ? seen : isSeen ? Math.max(1, seen) : 1;
    // Those ahead give up at the rate of their patience, or as they did where that is not known.
    const { patience } = service, leaving = patience ? 0 : (left[service.name] ?? 0) / Math.max(known, 60);
    const until = (speed) => !patience ? count / speed : speed > 0 ? patience * Math.log(1 + count / speed / patience) : Infinity;
    const after = (speed, time) => !patience ? count - speed * time
      : (count + speed * patience) * Math.exp(-time / patience) - speed * patience;
    const changes = able.flatMap((one) => (one.shifts ?? []).flat()).filter((at) => at > time).sort((a, b) => a - b);
    let at = time, speed = pace * now + leaving;
    for (const end of [...changes, Infinity]) {
      if (until(speed) <= end - at) {
        forecasts[service.name] = until(speed) < Infinity ? rounded(at - time + until(speed)) : Infinity;
        return;
      }
      count = after(speed, end - at);
      at = end;
      speed = pace * sum(able.filter((one) => isOn(one, at))) + leaving;
    }
  });
}

// How long whoever came last for a service will have waited when called, about; null where that is not known.
function waitOfLast(service, time) {
  const line = lines[service.name];
  if (line.length > 0 && forecasts[service.name] === null) return null;
  return line.length > 0 ? rounded(forecasts[service.name] + Math.max(0, time - line[line.length - 1].arrival)) : 0;
}

// Nobody knows to the minute what is an hour away.
function rounded(seconds) {
  const step = seconds > 3600 ? 600 : seconds > 1200 ? 300 : 1;
  return Math.round(seconds / step) * step;
}

// The service whose last client waits longest, against its target, and what that means.
function lastWait(time) {
  let last = null;
  const stranded = branch.services.filter((service) => forecasts[service.name] === Infinity);
  if (stranded.length > 0) {
    const count = stranded.reduce((sum, service) => sum + lines[service.name].length, 0);
    return [t.nobodyFor(stranded.map((service) => title(service.name)).join(", "), count), "bad"];
  }
  for (const service of branch.services) {
    const wait = waitOfLast(service, time);
    if (wait === null) continue;
    const part = service.target === null ? 0 : wait / service.target;
    if (!last || part > last.part || part === last.part && wait > last.wait) last = { wait, part, service };
  }
  // Of a short line that keeps its target there is nothing to say.
  return last && (last.part > 0.8 || lines[last.service.name].length >= 5)
    ? [(last.part > 1 ? "▲ " : "") + t.last(title(last.service.name), length(last.wait)), last.part > 1 ? "risk" : ""] : null;
}

// Of how many of a service it is known whether they were called within its target, and how many were. Whoever waits
// beyond it already is late, though not called yet.
function kept(service, time) {
  if (service.target === null) return { service, judged: 0, inTime: 0 };
  const line = lines[service.name];
  const first = line.findIndex((client) => time - client.arrival <= service.target);
  return { service, judged: today.judged[service.name] + (first < 0 ? line.length : first), inTime: today.inTime[service.name] };
}

// How many more or fewer wait than a quarter of an hour ago, or than when a younger session began, and how much
// longer or shorter whoever has waited longest; nothing of less than a minute, and where nobody comes any more.
function change(total, longest, target, time) {
  const before = time - 900 > began ? samples.findLast((one) => one.time <= time - 900)
    : samples.find((one) => one.time >= began && one.time - began < 60);
  if (!before || time - before.time < 60 || time - before.time > 1200 || clock?.closed && total === 0) return [null, null];
  // A sample is not taken at every moment: a minute more or less is a quarter of an hour.
  const since = time - before.time, ago = length(Math.abs(since - 900) <= 90 ? 900 : Math.round(since / 60) * 60);
  // Half a minute is nothing.
  const more = before.longest === undefined ? null : Math.abs(longest - before.longest) < 30 ? 0 : longest - before.longest;
  const grown = total - before.waiting.reduce((a, b) => a + b, 0);
  // Of what is as it was nothing is said.
  return [grown ? [t.grown(grown, ago), ""] : null, more ? [t.aged(more, coarse(Math.abs(more), target), ago), ""] : null];
}

// How long those have waited who were called in the last quarter of an hour; nothing of fewer than five.
function called() {
  if (calls.length < 5) return null;
  return [t.called(about(calls.reduce((sum, one) => sum + one.wait, 0) / calls.length)), ""];
}

function drawStatus(time) {
  const total = waitingCount();
  let worst = { wait: 0, target: null }, longest = null;
  for (const service of branch.services) {
    const first = lines[service.name][0];
    if (!first) continue;
    const wait = Math.max(0, time - first.arrival);
    if (!longest || wait > longest.wait) longest = { wait, service, ticket: first.ticket };
    const isWorse = service.target === null
      ? worst.target === null && wait > worst.wait
      : worst.target === null || wait / service.target > worst.wait / worst.target;
    if (isWorse) worst = { wait, target: service.target, service, ticket: first.ticket };
  }
  while (doneAt.length > 0 && doneAt[0] < time - 900) doneAt.shift();
  for (const recent of [calls, gone]) while (recent.length > 0 && recent[0].time < time - 900) recent.shift();
  const [grown, aged] = change(total, longest?.wait ?? 0, longest?.service.target ?? null, time);
  const shares = branch.services.map((service) => kept(service, time));
  const [judged, inTime] = ["judged", "inTime"].map((key) => shares.reduce((sum, one) => sum + one[key], 0));
  const share = judged > 0 ? inTime / judged : null;
  // So few say nothing yet.
  const fewest = 20;
  const stateOfShare = (share, judged) => judged < fewest ? "" : share >= 0.95 ? "good" : share >= 0.8 ? "risk" : "bad";
  const shareState = stateOfShare(share, judged);
  // The service that keeps its target least, where its state is another one.
  const least = shares.filter((one) => one.judged >= fewest).sort((a, b) => a.inTime / a.judged - b.inTime / b.judged)[0];
  const leastState = least ? stateOfShare(least.inTime / least.judged, least.judged) : "";
  const worstState = total > 0 ? stateOf(worst.wait, worst.target) : "";
  // Where both are as bad, the one that the number is of says enough.
  const isOtherWorse = worstState && worst.service !== longest.service
    && stateOf(longest.wait, longest.service.target) !== worstState;
  // What was not seen is not drawn: of the time before the page was open only who waited is known.
  const lastHour = samples.filter((one) => one.time >= time - 3600);
  const known = (key) => {
    const seen = lastHour.filter((one) => one[key] !== undefined);
    return seen.length > 1 && seen[seen.length - 1].time - seen[0].time >= 60 ? seen.map((one) => [one.time, one[key]]) : [];
  };
  const lostShare = today.arrived > 0 ? today.lost / today.arrived : 0;
  // Of few nothing is late, but somebody is lost.
  const lostState = lostShare > 0.2 && (today.arrived >= fewest || today.lost > 2) ? "bad" : lostShare > 0.05 ? "risk" : "";
  const sums = lastHour.map((one) => [one.time, one.waiting.reduce((a, b) => a + b, 0)]);
  const last = lastWait(time);
  // Two by name, who takes longest first, and how many more.
  const [slow, long] = ["bad", "risk"].map((state) => {
    const who = [...serving].filter(([teller, client]) => slowness(teller, client, time) === state)
      .sort((one, other) => one[1].since - other[1].since)
      .map(([teller, client]) => `${/^\d+$/.test(branch.tellers[teller]) ? `${t.teller} ` : ""}${branch.tellers[teller]} ${length(time - client.since)}`);
    return who.slice(0, 2).join(", ") + (who.length > 2 ? ` +${who.length - 2}` : "");
  });
  const lostBy = Object.entries(today.lostBy).filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
  // The waits of those who came back begin when they did.
  const before = today.back > 0 ? [t.backBefore(today.back), ""] : null;
  // A session that a reset began counts from there.
  const since = began > 0 ? [t.since(moment(began)), ""] : null;
  const away = branch.tellers.filter((_, teller) => !present.has(teller) && !serving.has(teller)).length;
  // Of each: the value, its state, what is said of it with states of their own, and its last minutes.
  const tiles = [
    // What is foretold is not so yet: only that nobody is there for somebody is.
    [total, last?.[1] === "bad" ? "bad" : "", [grown, last], sums],
    [longest ? coarse(longest.wait, longest.service.target) : "–", worstState, [
      // Of who came back nobody knows that they are within the target; where another is beyond it, that is what counts.
      longest ? judgement(longest, false, today.back > 0 || isOtherWorse) : null,
      // The service that is worst against its target may be another one.
      isOtherWorse ? judgement(worst, true) : null,
      aged, isOtherWorse ? null : called(),
      before
    ], known("longest")],
    [share === null ? "–" : Math.floor(share * 100) + " %", shareState, [
      shareState ? [{ good: t.ok, risk: t.atRisk, bad: t.tooMany }[shareState], shareState] : null,
      branch.services.length > 1 && ["risk", "bad"].includes(leastState)
        ? [`${title(least.service.name)} ${Math.floor(least.inTime / least.judged * 100)} % ${{ risk: "▲", bad: "■" }[leastState]}`, leastState] : null,
      share !== null && judged < fewest ? [t.onlyOf(judged), ""] : null, since, share === null ? null : before
    ], []],
    [doneAt.length, "", [[(branch.hasRoutes ? t.throughAll : t.through)(today.arrived - today.lost - total - serving.size), ""]], []],
    [today.lost, lostState, [since].concat(today.arrived > 0 && today.lost > 0 ? [
      [({ bad: t.tooManyLost + ": ", risk: t.atRisk + ": " }[lostState] ?? "") + t.ofAll((lostShare * 100).toFixed(1), today.arrived), lostState],
      branch.services.length > 1 ? [lostBy.slice(0, 2).map(([name, count]) => `${title(name)}: ${count}`).join(", ")
        + (lostBy.length > 2 ? `, +${lostBy.slice(2).reduce((sum, [, count]) => sum + count, 0)}` : ""), ""] : null
    ] : []), known("lost")],
    [`${serving.size}/${present.size + [...serving.keys()].filter((one) => !present.has(one)).length}`, slow ? "bad" : long ? "risk" : "",
      [slow ? [t.stuck(slow), "bad"] : null, long ? [t.long(long), "risk"] : null, held(time), away > 0 ? [t.awayCount(away), ""] : null], known("busy")]
  ];
  const strip = $("status");
  tiles.forEach(([value, state, told, line], place) => {
    let tile = strip.children[place];
    if (!tile) {
      tile = make("li", undefined, strip);
      make("span", t.status[place], tile).className = "name";
      make("span", "", tile).className = "value";
      tile.append(sparkline());
      make("span", "", tile).className = "told";
    }
    if (tile.className !== state) tile.className = state;
    put(tile.children[1], value);
    const said = told.filter((one) => one?.[0]);
    said.forEach(([text, state], at) => {
      const one = tile.children[3].children[at] ?? make("span", "", tile.children[3]);
      if (one.className !== `state ${state}`) one.className = `state ${state}`;
      put(one, text);
    });
    while (tile.children[3].children.length > said.length) tile.children[3].lastChild.remove();
    // Across is time, for samples are not evenly apart.
    const most = Math.max(...line.map(([, value]) => value), 1), from = line[0]?.[0] ?? 0, span = Math.max(time - from, 1);
    const points = line.map(([at, value]) => `${((at - from) / span * 100).toFixed(1)},${(28 - value / most * 26).toFixed(1)}`);
    tile.children[2].firstChild.setAttribute("points", line.length > 1 ? points.join(" ") : "");
  });
}

const svgElement = (name, parent, attributes = {}) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
};
function sparkline() {
  const svg = svgElement("svg", null, { viewBox: "0 0 100 30", preserveAspectRatio: "none", "aria-hidden": "true" });
  svgElement("polyline", svg, { class: "curve" });
  return svg;
}

// Round values from the lowest to the highest, at most about so many: steps of counts, or of seconds.
const counts = [1, 10, 100, 1000, 10000].flatMap((one) => [one, 2 * one, 5 * one]);
const lengths = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400, 43200, 86400];
function ticks(low, high, steps, most) {
  let step = steps.find((one) => (high - low) / one <= most) ?? steps[steps.length - 1];
  while ((high - low) / step > most) step *= 2;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, place) => (first + place) * step);
}

// Curves over the bank's time, each with its hue; a table of counts stands below on the page.
function curves(place, series, name, from, to, write, notes = []) {
  const width = Math.max(280, place.clientWidth), height = 140;
  let [low, high] = [0, 0];
  for (const one of series) for (const [, value] of one.points) { low = Math.min(low, value); high = Math.max(high, value); }
  if (low === high) high = 1;
  const steps = ticks(low, high, write === undefined ? counts : lengths, 4).map((value) => [value, (write ?? String)(value)]);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const left = Math.max(52, ...steps.map(([, label]) => pen.measureText(label).width + 10));
  const x = (time) => left + (to > from ? (time - from) / (to - from) : 0) * (width - left - 8);
  const y = (value) => height - 20 - (value - low) / (high - low) * (height - 32);
  const svg = svgElement("svg", null, { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name });
  for (const [value, label] of steps) {
    svgElement("line", svg, { class: "grid", x1: left, x2: width - 8, y1: y(value), y2: y(value) });
    svgElement("text", svg, { x: left - 4, y: y(value) + 4, "text-anchor": "end" }).textContent = label;
  }
  for (const mark of marks.filter((one) => one.time > from && one.time < to).slice(-8)) {
    svgElement("line", svg, { class: "mark", x1: x(mark.time), x2: x(mark.time), y1: 8, y2: height - 20 });
  }
  for (const one of series) {
    svgElement("polyline", svg, {
      class: "curve " + one.hue, points: one.points.map(([time, value]) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`).join(" ")
    });
  }
  notes.forEach((note, at) => {
    if ((at === 0 ? high : -low) <= 0.2 * (high - low)) return;
    svgElement("text", svg, { x: left + 6, y: at === 0 ? 20 : height - 26 }).textContent = note;
  });
  const times = ticks(from, to, lengths.filter((one) => branch.opens === null || one >= 60), width / 90);
  // A length tells no seconds from ten minutes on; ticks that lie closer do.
  const isFine = branch.opens === null && times.length > 1 && times[1] - times[0] < 60 && to >= 600;
  const tick = (time) => isFine ? `${Math.floor(time / 60)}:${String(Math.floor(time) % 60).padStart(2, "0")}` : moment(time);
  for (const time of times) {
    const at = x(time), isLast = at > width - 40;
    svgElement("text", svg, { x: isLast ? width - 8 : at, y: height - 4, "text-anchor": isLast ? "end" : at < left + 20 ? "start" : "middle" }).textContent = tick(time);
  }
  const list = make("ul");
  list.className = "legend";
  for (const one of series) make("li", one.name, list).className = one.hue;
  place.replaceChildren(svg, list);
}

addEventListener("beforeprint", () => drawTrend(true));

function drawTrend(isPrinted = false) {
  const box = $("trend").getBoundingClientRect();
  // What is scrolled away is drawn now and then.
  const isSeen = isPrinted || box.top < innerHeight && box.bottom > 0 || $("trend").children.length === 0 || samples.length % 4 === 0;
  if (samples.length < 2 || !isSeen) return;
  const most = branch.services.map((service, place) =>
    [Math.max(...samples.map((one) => one.most[place])), place, service]).sort((a, b) => b[0] - a[0]).slice(0, 8)
    // In the order of the branch, which does not change while one looks.
    .sort((a, b) => a[1] - b[1]);
  curves($("trend"), most.map(([, place, service]) => ({
    name: title(service.name), hue: hue(service.name),
    // A count stays as it is until it changes; what was between two samples stands at the later one.
    points: samples.flatMap((one, at) => [samples[Math.max(0, at - 1)].waiting[place], one.most[place], one.waiting[place]].map((count) => [one.time, count]))
  })), t.trend, samples[0].time, samples[samples.length - 1].time);
  // The longest lines alone are drawn.
  const left = branch.services.length - most.length;
  if (left > 0) make("li", t.notDrawn(left), $("trend").querySelector(".legend")).className = "hint";
}

// MARK: What another policy would do

function takeBeside(told) {
  beside = told;
  showBeside();
}

function showBeside() {
  $("beside").hidden = beside === null;
  if (!beside) return;
  put($("beside-label"), t.beside(beside.policy));
  put($("beside-sentence"), beside.sentence[language]);
  const floors = [[`${clock?.policy} (${t.actual})`, beside.now], [beside.policy, beside.other]];
  $("beside-floors").replaceChildren(...floors.map(([name, floor], side) => {
    const part = make("div");
    make("h3", name, part);
    const scroll = make("div", undefined, part);
    scroll.className = "scroll";
    scroll.tabIndex = 0;
    const table = make("table", undefined, scroll);
    const head = make("tr", undefined, make("thead", undefined, table));
    for (const text of [t.service, t.meanSoFar, t.queued, t.inService, t.served]) make("th", text, head);
    const body = make("tbody", undefined, table);
    floor.forEach((row, place) => {
      // Those of a class are among those of the services.
      if (row.title && !floor[place - 1]?.title) make("th", t.byClass, make("tr", undefined, body)).colSpan = 5;
      const line = make("tr", undefined, body);
      const change = side === 1 && row.mean !== null ? Math.round(row.mean - beside.now[place].mean) : 0;
      const sign = change === 0 ? "" : (change < 0 ? "−" : "+") + length(Math.abs(change));
      const cells = [row.title?.[language] ?? title(row.service), row.mean === null ? "–" : length(row.mean), row.waiting, row.serving, row.served];
      for (const cell of cells) make("td", cell, line);
      if (sign) make("small", " " + sign, line.children[1]);
    });
    return part;
  }));
  const course = beside.course;
  if (course.length > 1) {
    curves($("beside-trend"), [{ name: t.besideMean(beside.policy), hue: "plain", points: course }], t.mean,
      course[0][0], course[course.length - 1][0],
      (value) => value === 0 ? "0" : (value < 0 ? "−" : "+") + length(Math.abs(value)), [t.longer, t.shorter]);
  }
}
addEventListener("resize", redraw);
