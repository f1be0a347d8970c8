// MARK: The status strip

function sample() {
  const waiting = branch.services.map((service) => lines[service.name].length);
  const longest = Math.max(0, ...branch.services.map((service) => {
    const first = lines[service.name][0];
    return first ? now() - first.arrival : 0;
  }));
  const sum = (counts) => Object.values(counts).reduce((all, one) => all + one, 0);
  forgetOld(now());
  samples.push({
    time: now(), waiting, longest, busy: serving.size, lost: today.lost, served: doneAt.length,
    share: shareOf(sum(today.judged), sum(today.inTime))
  });
  if (samples.length > 400) samples = merged(samples, (samples[400].time - samples[0].time) / 200);
  drawTrend();
}

// One sample for each stretch so long: how many wait as it was at its time, and the longest wait of the stretch.
function merged(samples, step) {
  const kept = [];
  for (const one of samples) {
    const last = kept[kept.length - 1];
    if (!last || Math.floor(one.time / step) > Math.floor(last.time / step)) { kept.push(one); continue; }
    kept[kept.length - 1] = { ...one, ...(one.longest === undefined ? {} : { longest: Math.max(one.longest, last.longest ?? 0) }) };
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
// does not: where others wait for the same tellers it goes as fast as it went in the last quarter of an hour while
// somebody waited, and of fewer than three calls of people who had waited nothing is said. Otherwise it goes no slower
// than then; and no faster, where clients waited for three minutes of it. A line gets shorter by those who give up, too.
const forecasts = table();

// For how long somebody waited between two times, as a track has it.
function standing(track, from, to) {
  return track.reduce((sum, [begin, count], at) =>
    count > 0 ? sum + Math.max(0, Math.min(track[at + 1]?.[0] ?? to, to) - Math.max(begin, from)) : sum, 0);
}

// Tellers who hand over are as good as free: in how many seconds those at the head of each line are called by them, if
// whoever has waited longest goes first.
function calledSoon(time) {
  const soon = Object.assign(table(), emptyLines());
  const ready = [...freeAt].filter(([teller]) => present.has(teller) && !serving.has(teller))
    .map(([teller, until]) => ({ teller, left: Math.max(0, Math.min(until - time, branch.handover)) }))
    .sort((one, other) => one.left - other.left);
  if (ready.length === 0) return soon;
  const first = branch.services.flatMap((service) => lines[service.name].slice(0, ready.length).map(({ arrival }) => ({ arrival, service })))
    .sort((one, other) => one.arrival - other.arrival);
  for (const { service } of first) {
    const place = ready.findIndex(({ teller }) => canServe(teller, service) && !keptFrom.has(`${teller} ${service.name}`));
    if (place >= 0) soon[service.name].push(ready.splice(place, 1)[0].left);
  }
  return soon;
}

// In how many seconds the first of some tellers is through with what they do, if each service takes its mean, or comes;
// 0 where one who is there does nothing.
function soonest(staff, there, time) {
  return Math.min(...staff.map((one) => {
    if (!there.includes(one)) return Math.min(...(one.shifts ?? []).map(([from]) => from).filter((from) => from > time)) - time;
    const client = serving.get(branch.staff.indexOf(one));
    const place = client ? branch.services.findIndex((service) => service.name === client.service) : -1;
    return place < 0 ? 0 : Math.max(0, branch.services[place].mean / one.speeds[place] - (time - client.since)) + branch.handover;
  }));
}

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
  const soon = calledSoon(time);
  branch.services.forEach((service, place) => {
    const ready = soon[service.name];
    const line = lines[service.name].length - ready.length;
    let count = line;
    forecasts[service.name] = count > 0 ? Infinity : ready[ready.length - 1] ?? 0;
    if (count === 0 || !there.some((one) => can(one, place))) return;
    const rate = (one) => {
      const all = work.reduce((sum, each, other) => sum + (can(one, other) ? each : 0), 0);
      return work[place] / all / (service.mean / one.speeds[place] + branch.handover);
    };
    const [own, free] = [branch.staff, helps(service)].map((staff) => staff.filter((one) => can(one, place)));
    const able = there.some((one) => free.includes(one)) ? free : own;
    const rates = new Map(able.map((one) => [one, rate(one)]));
    const sum = (staff) => staff.reduce((total, one) => total + rates.get(one), 0);
    const now = sum(able.filter((one) => there.includes(one)));
    // Who was there while it was seen how fast it goes: somebody may have gone, or come, since.
    const moments = Array.from({ length: 15 }, (_, place) => time - known * (place + 0.5) / 15);
    const then = moments.reduce((total, at) => total + sum(able.filter((one) => isOn(one, at))), 0) / moments.length;
    // Whoever was called at once says nothing of how fast a line gets shorter.
    const recently = calls.filter((one) => one.service === service.name && one.wait > 0).length;
    // The line got shorter while there was one.
    const stood = standing(tracks[service.name], time - known, time);
    const seen = recently / stood / (then || now), isSeen = known >= 180 && stood >= 60 && recently >= 3;
    const isShared = able.some((one) => branch.services.some((other, at) => at !== place && work[at] > 0 && can(one, at)));
    if (isShared && !isSeen) {
      forecasts[service.name] = null;
      return;
    }
    // Of fewer than five calls, or less than three minutes, it is not known that it goes no faster.
    const isFastest = isSeen && recently >= 5 && stood >= 180;
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
        // The first of them is not called before a teller is free, and the others come after.
        const all = at - time + until(speed), rest = all * (1 - 1 / line), first = soonest(able, there, time);
        forecasts[service.name] = all < Infinity ? Math.max(all, first + rest) : Infinity;
        return;
      }
      count = after(speed, end - at);
      at = end;
      speed = pace * sum(able.filter((one) => isOn(one, at))) + leaving;
    }
  });
}

// Who of a line will have waited longest when called, the last at a tie, and how long, about: somebody ahead who has waited
// for long, or the last. Null where nobody waits or it is not known; of a long line only some are looked at.
function longestTo(service, time) {
  const line = lines[service.name], all = forecasts[service.name];
  if (line.length === 0 || all === null) return null;
  const step = Math.max(1, Math.floor(line.length / 64));
  let longest = null;
  for (let place = line.length - 1; place >= 0; place -= step) {
    const waited = Math.max(0, time - line[place].arrival);
    const wait = waited + (all === Infinity ? all : all * (place + 1) / line.length);
    // Within a minute they are alike, and the last is told of.
    if (!longest || wait > longest.wait + 60) longest = { wait, client: line[place], isLast: place === line.length - 1 };
  }
  return longest;
}

// The same in words, and the state that will be; with the service where that is not said beside it.
function toldOf({ wait, client, isLast }, service, isAlone) {
  // Whoever comes later may be called before: then it is no less than that.
  const passes = branch.policies.find((one) => one.name === clock?.policy)?.passes;
  // Nor is it less than they have waited.
  const waited = Math.floor((now() - client.arrival) / 60) * 60;
  const about = roughly(wait, service.target, passes ? Math.floor : Math.round, waited), name = title(service.name);
  const all = !passes ? about : wait < 60 ? t.minuteOrLonger : t.orLonger(about);
  const text = isLast ? isAlone ? t.last(name, all) : t.lastIn(all) : t.willWait(isAlone ? `${client.ticket} ${name}` : client.ticket, all);
  // Whoever is late already will not be.
  if (service.target !== null && now() - client.arrival > service.target) return [t.isLate + text, "bad"];
  return foretold(text, wait, service.target);
}

// What is foretold, to the minute at best, and coarser the farther away it is; never within a target that it is beyond.
function roughly(seconds, target = null, rounded = Math.round, least = 0) {
  const step = seconds > 3600 ? 1800 : seconds > 1200 ? 600 : seconds > 600 ? 300 : 60, near = Math.max(least, rounded(seconds / step) * step);
  return seconds < 60 ? t.underMinute : t.roughly(length(target !== null && seconds > target && near <= target ? near + step : near));
}

// Who will have waited longest of all, against its target, and the state that will be.
function lastWait(time) {
  let last = null;
  const stranded = branch.services.filter((service) => forecasts[service.name] === Infinity);
  if (stranded.length > 0) {
    const count = stranded.reduce((sum, service) => sum + lines[service.name].length, 0);
    return [t.nobodyFor(stranded.map((service) => title(service.name)).join(", "), count), "bad"];
  }
  for (const service of branch.services) {
    const longest = longestTo(service, time);
    if (longest === null) continue;
    const part = service.target === null ? 0 : longest.wait / service.target;
    if (!last || part > last.part || part === last.part && longest.wait > last.longest.wait) last = { longest, part, service };
  }
  // Of a short line that keeps its target there is nothing to say.
  return last && (last.part > 0.8 || lines[last.service.name].length >= 5)
    ? toldOf(last.longest, last.service, true) : null;
}

// Words of a wait that is foretold, and its state, where that is not good.
function foretold(text, wait, target) {
  const state = stateOf(wait, target);
  return [(t.willBe[state] ?? "") + text, state === "good" ? "" : state];
}

// Of how many of a service it is known whether they were called within its target, and how many were. Whoever waits
// beyond it already is late, though not called yet.
function kept(service, time) {
  if (service.target === null) return { service, judged: 0, inTime: 0 };
  return { service, judged: today.judged[service.name] + late(service, time), inTime: today.inTime[service.name] };
}

// The same of all services together.
function keptOfAll(time) {
  return branch.services.map((service) => kept(service, time)).reduce((sum, one) =>
    ({ judged: sum.judged + one.judged, inTime: sum.inTime + one.inTime }), { judged: 0, inTime: 0 });
}

// How many have waited longer than the target of their service.
function late(service, time) {
  if (service.target === null) return 0;
  const line = lines[service.name], first = line.findIndex((client) => time - client.arrival <= service.target);
  return first < 0 ? line.length : first;
}

const worse = (one, other) => [one, other].includes("bad") ? "bad" : [one, other].includes("risk") ? "risk" : one || other;

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
  // Where nobody waits, now as then, nothing is said.
  const isEmpty = total === 0;
  return [grown || !isEmpty ? [t.grown(grown, ago), ""] : null,
    more || more === 0 && !isEmpty ? [t.aged(more, coarse(Math.abs(more), target), ago), ""] : null];
}

// How long those have waited who were called in the last quarter of an hour; nothing of fewer than five.
function called() {
  if (calls.length < 5) return null;
  return [t.called(about(calls.reduce((sum, one) => sum + one.wait, 0) / calls.length)), ""];
}

// Who has waited longest, and who has against the target of their service; null where nobody waits.
function waitingLongest(time) {
  let worst = null, longest = null;
  for (const service of branch.services) {
    const first = lines[service.name][0];
    if (!first) continue;
    const one = { wait: Math.max(0, time - first.arrival), target: service.target, service, ticket: first.ticket };
    if (!longest || one.wait > longest.wait) longest = one;
    const isWorse = !worst || (one.target === null
      ? worst.target === null && one.wait > worst.wait
      : worst.target === null || one.wait / one.target > worst.wait / worst.target);
    if (isWorse) worst = one;
  }
  return { worst, longest, state: worst ? stateOf(worst.wait, worst.target) : "" };
}

// What was seen of the last hour: of the time before the page was open only who waited is known.
function lastHour(time, value) {
  const seen = samples.filter((one) => one.time >= time - 3600).map((one) => [one.time, value(one)]).filter(([, value]) => value !== undefined);
  return seen.length > 1 && seen[seen.length - 1][0] - seen[0][0] >= 60 ? seen : [];
}

// A tile is a value, its state, what is said of it with states of their own (what matters most first), and its last hour.
// Where no service has a target, and there is a stock, what can be had takes the place of the share within target.
const tellsStock = () => branch.stock.length > 0 && branch.services.every((service) => service.target === null);
const thirdTile = (time) => tellsStock() && clock ? stockTile() : shareTile(time);
const tiles = [waitingTile, longestTile, thirdTile, servedTile, lostTile, busyTile];

function waitingTile(time) {
  const { longest, state } = waitingLongest(time), last = lastWait(time);
  const [grown] = change(waitingCount(), longest?.wait ?? 0, null, time);
  const beyond = branch.services.reduce((sum, service) => sum + late(service, time), 0);
  // Those who wait will be late, or are.
  return [waitingCount(), worse(last?.[1] ?? "", state === "bad" ? "bad" : ""),
    [beyond > 0 ? [t.beyond(beyond), "bad"] : null, last, grown],
    lastHour(time, (one) => one.waiting.reduce((a, b) => a + b, 0))];
}

// The waits of those who came back begin when they did.
const withoutBack = () => today.back > 0 ? [t.backBefore(today.back), ""] : null;

function longestTile(time) {
  const { worst, longest, state } = waitingLongest(time);
  const [, aged] = change(waitingCount(), longest?.wait ?? 0, longest?.target ?? null, time);
  // Where both are as bad, the one that the number is of says enough; the number has its own colour.
  const own = longest ? stateOf(longest.wait, longest.target) : "";
  const isOtherWorse = state && worst.service !== longest.service && own !== state;
  return [longest ? coarse(longest.wait, longest.target) : "–", isOtherWorse && own === "good" ? "" : own, [
    // Of who came back nobody knows that they are within the target; where another is beyond it, that is what counts.
    longest ? judgement(longest, false, today.back > 0 || isOtherWorse) : null,
    isOtherWorse ? judgement(worst, true) : null,
    withoutBack(), aged, called()
  ], lastHour(time, (one) => one.longest)];
}

// So few say nothing yet; of a service, among others, half of them do.
const fewest = 20;
const stateOfShare = ({ judged, inTime }, enough = fewest) =>
  judged < enough ? "" : inTime >= 0.95 * judged ? "good" : inTime >= 0.8 * judged ? "risk" : "bad";
const shareOf = (judged, inTime) => judged < fewest ? undefined : inTime / judged;
const percent = ({ judged, inTime }) => Math.floor(inTime / judged * 100) + " %";

function shareTile(time) {
  const shares = branch.services.map((service) => kept(service, time)).filter((one) => one.judged > 0), all = keptOfAll(time);
  if (all.judged === 0) return ["–", "", branch.services.every((service) => service.target === null) ? [[t.noTarget, ""]] : [], []];
  const state = stateOfShare(all);
  // The service that keeps its target least.
  const ordered = shares.filter((one) => one.judged >= 3).sort((a, b) => a.inTime / a.judged - b.inTime / b.judged);
  const least = ordered.find((one) => one.judged >= fewest / 2), stateOfLeast = least ? stateOfShare(least, fewest / 2) : "";
  // Another that keeps it less, of whom few came, says nothing yet, but is there.
  const ofFew = ordered[0] !== least && stateOfShare(ordered[0], 3) !== "good" ? ordered[0] : null;
  return [percent(all), state, [
    state ? [{ good: t.ok, risk: t.atRisk, bad: t.tooMany }[state], state] : [t.onlyOf(all.judged), ""],
    shares.length > 1 && ["risk", "bad"].includes(stateOfLeast)
      ? [`${{ risk: "▲", bad: "■" }[stateOfLeast]} ${title(least.service.name)} ${percent(least)}`, stateOfLeast] : null,
    shares.length > 1 && ofFew ? [`${title(ofFew.service.name)} ${percent(ofFew)}, ${t.onlyOf(ofFew.judged)}`, ""] : null,
    withoutBack()
  ], lastHour(time, (one) => one.share)];
}

// After closing, how the day went.
function drawDayEnd(time) {
  $("day-end").hidden = !clock?.closed;
  if (!clock?.closed) return;
  const { arrived, lost } = lossesOfDay(), [share] = shareTile(time), inside = serving.size + waitingCount();
  // Of a day with several sessions only the last one's share is known.
  put($("day-words"), [t.closed(moment(branch.closes), arrived, lost), share !== "–" && began === dayBegan() ? t.dayShare(share) : "",
    inside > 0 ? t.stillInside(inside) : ""].filter(Boolean).join(" "));
  put($("day-report"), t.dayReport);
  $("day-report").href = "/export/report.html?lang=" + language;
}

function servedTile(time) {
  return [doneAt.length, "", [[(branch.hasRoutes ? t.throughAll : t.through)(today.arrived - today.lost - waitingCount() - serving.size), ""]],
    lastHour(time, (one) => one.served)];
}

// Who was lost on the day: who left, and whom a reset sent away.
function lossesOfDay() {
  return { arrived: earlier.arrived + today.arrived, lost: earlier.lost + earlier.sentAway + today.lost };
}

function lostTile(time) {
  const { arrived, lost } = lossesOfDay(), share = arrived > 0 ? lost / arrived : 0;
  // Of few nothing is late, but somebody is lost.
  const state = share > 0.2 && (arrived >= fewest || lost > 2) ? "bad" : share > 0.05 ? "risk" : "";
  const lostBy = Object.entries(today.lostBy).filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
  // After the service that lost most the one that lost the largest share.
  const done = ([name, count]) => count + (served[name] ?? 0), part = (one) => one[1] / done(one);
  lostBy.splice(1, Infinity, ...lostBy.slice(1).sort((a, b) => part(b) - part(a)));
  // Which share that is, where others lost more.
  const told = (one, place) => `${title(one[0])}: ${one[1]}`
    + (place === 1 && lostBy.some((other) => other !== lostBy[0] && other[1] > one[1]) ? ` (${t.ofAll(Math.round(part(one) * 100), done(one))})` : "");
  const names = branch.services.length > 1 ? lostBy.slice(0, 2).map(told).join(", ")
    + (lostBy.length > 2 ? `, +${lostBy.slice(2).reduce((sum, [, count]) => sum + count, 0)}` : "") : "";
  return [lost, state, lost === 0 ? [] : [
    [({ bad: t.tooManyLost + ": ", risk: t.manyLost + ": " }[state] ?? "") + t.ofAll((share * 100).toFixed(1), arrived), state],
    earlier.lost + earlier.sentAway > 0 ? [t.sessionLost(today.lost, earlier.sentAway, earlier.lost), ""] : null,
    [names, ""]
  ], lastHour(time, (one) => one.lost)];
}

// Two of those who serve for so long by name, who takes longest first, and how many more.
function stuck(time, state) {
  const who = [...serving].filter(([teller, client]) => slowness(teller, client, time) === state)
    .sort((one, other) => one[1].since - other[1].since)
    .map(([teller, client]) => nameOf(teller) + (language === "ko" ? "" : " ") + `(${coarse(time - client.since)})`);
  return who.slice(0, 2).join(", ") + (who.length > 2 ? ` +${who.length - 2}` : "");
}

function busyTile(time) {
  const [who, slow] = ["bad", "risk"].map((state) => stuck(time, state));
  const desks = who ? [t.stuck(who), "bad"] : slow ? [t.slowAt(slow), "risk"] : serving.size > 0 ? [t.noneStuck, ""] : null;
  const away = branch.tellers.filter((_, teller) => !present.has(teller) && !serving.has(teller)).length;
  // Who is neither busy nor free has still to do with the client before.
  const idle = [...present].filter((teller) => !serving.has(teller)), between = idle.filter((teller) => hasStillToDo(teller, time)).length, kept = held(time);
  const isForOthers = waitingCount() > 0 && !idle.some((teller) => branch.services.some((service) => canServe(teller, service) && lines[service.name].length > 0));
  const others = [between > 0 ? t.betweenCount(between) : "", idle.length > between && !kept ? (isForOthers ? t.freeForOthers : t.freeCount)(idle.length - between) : ""].filter((one) => one);
  // That many are busy is fine, whoever is stuck.
  return [`${serving.size}/${present.size + [...serving.keys()].filter((one) => !present.has(one)).length}`, "",
    [desks, kept ?? (others.length > 0 ? [others.join(" · "), ""] : null), away > 0 ? [t.awayCount(away), ""] : null], lastHour(time, (one) => one.busy)];
}

// Of what is counted in a quarter of an hour what is older.
function forgetOld(time) {
  while (doneAt.length > 0 && doneAt[0] < time - 900) doneAt.shift();
  for (const recent of [calls, gone]) while (recent.length > 0 && recent[0].time < time - 900) recent.shift();
}

function drawStatus(time) {
  forgetOld(time);
  const strip = $("status");
  tiles.forEach((tell, place) => {
    const tile = strip.children[place] ?? newTile(strip, place);
    drawTile(tile, tell(time), time, place === 1);
  });
  // A session that a reset began counts from there.
  put(strip.children[2].children[0], tellsStock() ? t.orderable : began > dayBegan() ? t.withinSince(moment(began)) : t.status[2]);
}

function newTile(strip, place) {
  const tile = make("li", undefined, strip);
  make("span", t.status[place], tile).className = "name";
  make("span", "", tile).className = "value";
  tile.append(sparkline());
  make("span", "", tile).className = "told";
  return tile;
}

// Two things are said on a tile, that all are as high; the rest where one points at it.
function drawTile(tile, [value, state, told, line], time, isSloped) {
  if (tile.className !== state) tile.className = state;
  put(tile.children[1], value);
  const all = told.filter((one) => one?.[0]), said = all.slice(0, 2);
  const rest = all.slice(2).map(([text]) => text).join("\n");
  if (tile.title !== rest) tile.title = rest;
  said.forEach(([text, state], at) => {
    const one = tile.children[3].children[at] ?? make("span", "", tile.children[3]);
    if (one.className !== `state ${state}`) one.className = `state ${state}`;
    put(one, text);
  });
  while (tile.children[3].children.length > said.length) tile.children[3].lastChild.remove();
  // Across is time, for samples are not evenly apart.
  const most = Math.max(...line.map(([, value]) => value), 1), from = line[0]?.[0] ?? 0, span = Math.max(time - from, 1);
  const point = (at, value) => `${((at - from) / span * 100).toFixed(1)},${(28 - value / most * 26).toFixed(1)}`;
  // A count stays until it changes; a wait grows.
  const points = line.flatMap(([at, value], place) => isSloped || place === 0 ? [point(at, value)] : [point(at, line[place - 1][1]), point(at, value)]);
  if (!isSloped && line.length > 0) points.push(point(time, line[line.length - 1][1]));
  tile.children[2].firstChild.setAttribute("points", line.length > 1 ? points.join(" ") : "");
}
