// MARK: The trend

// Notes how many wait for a service from a time on. What holds for no time at all is no change: whoever is called as
// they come has not waited.
const mostOfTrack = 4000;
function follow(name, time) {
  const track = tracks[name], count = lines[name].length;
  while (track.length > 0 && track[track.length - 1][0] >= time) track.pop();
  if (track[track.length - 1]?.[1] !== count) track.push([time, count]);
  if (track.length > mostOfTrack) tracks[name] = thinned(track, (time - track[0][0]) / (mostOfTrack / 8));
}

// Of each stretch of time the first, the fewest, the most and the last, each at its own time: what is drawn of them
// leaves out what nobody could see, and moves nothing.
function thinned(track, stretch) {
  const kept = [];
  let begin = 0;
  while (begin < track.length) {
    const number = Math.floor(track[begin][0] / stretch);
    let [end, least, most] = [begin, begin, begin];
    for (; end < track.length && Math.floor(track[end][0] / stretch) === number; end += 1) {
      if (track[end][1] < track[least][1]) least = end;
      if (track[end][1] > track[most][1]) most = end;
    }
    kept.push(...[...new Set([begin, least, most, end - 1])].sort((a, b) => a - b).map((at) => track[at]));
    begin = end;
  }
  return kept;
}

// When the day began, or what is known of it.
const dayBegan = () => Math.min(...Object.values(tracks).map((track) => track[0][0]));

// From when on the trend is drawn: where the branch has no hours, from when somebody waited.
function trendBegan(until) {
  const from = dayBegan();
  if (branch.opens !== null) return from;
  const first = Math.min(...Object.values(tracks).map((track) => track.find(([, count]) => count > 0)?.[0] ?? Infinity));
  return first > until ? from : Math.max(from, first - (until - first) / 20);
}

// Until now; of a day that is over until it was.
function endOfTrend() {
  const last = Math.max(...Object.values(tracks).map((track) => track[track.length - 1][0]));
  return clock?.closed && waitingCount() + serving.size === 0 ? Math.min(now(), Math.max(branch.closes, last)) : now();
}

// The corners of a track that is drawn until a time so many pixels wide: a count stays as it is until it changes.
function stairs(track, until, width) {
  const shown = thinned(track, Math.max(until - track[0][0], 1) / width);
  const corners = shown.flatMap(([time, count], at) => at > 0 ? [[time, shown[at - 1][1]], [time, count]] : [[time, count]]);
  return [...corners, [until, shown[shown.length - 1][1]]];
}

// The mean, the fewest and the most of each stretch: of a track that changes more often than there are pixels.
function bands(track, from, until, width) {
  const step = Math.max(until - from, 1) / (width / 6), kept = [];
  let at = track.findLastIndex(([time]) => time <= from);
  if (at < 0) at = 0;
  for (let begin = from; begin < until; begin += step) {
    const end = Math.min(begin + step, until);
    let [sum, least, most] = [0, Infinity, 0];
    for (let time = begin; time < end;) {
      while (at + 1 < track.length && track[at + 1][0] <= time) at += 1;
      const next = Math.min(track[at + 1]?.[0] ?? Infinity, end), count = track[at][1];
      [sum, least, most, time] = [sum + count * (next - time), Math.min(least, count), Math.max(most, count), next];
    }
    kept.push({ time: (begin + end) / 2, mean: sum / (end - begin), least, most });
  }
  return kept;
}

// How many wait for a service over time, as it is drawn: every change, or where those are too many to be told apart a
// band from the fewest to the most with the mean in it.
function drawn(track, from, until, width) {
  const isDense = track.filter(([time]) => time > from).length > width / 2;
  if (!isDense) return { points: stairs(track, until, width).map(([time, count]) => [Math.max(time, from), count]) };
  const band = bands(track, from, until, width);
  return { points: band.map((one) => [one.time, one.mean]), band };
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
  for (const one of series) for (const [, value] of [...one.points, ...(one.band ?? []).map(({ most }) => [0, most])]) { low = Math.min(low, value); high = Math.max(high, value); }
  if (low === high) high = 1;
  const steps = ticks(low, high, write === undefined ? counts : lengths, 5).map((value) => [value, (write ?? String)(value)]);
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
  const corner = (time, value) => `${x(time).toFixed(1)},${y(value).toFixed(1)}`;
  for (const { band, hue } of series) {
    if (band) svgElement("polygon", svg, {
      class: "band " + hue, points: [...band.map((one) => corner(one.time, one.most)), ...band.map((one) => corner(one.time, one.least)).reverse()].join(" ")
    });
  }
  for (const one of series) {
    svgElement("polyline", svg, {
      class: "curve " + one.hue, points: one.points.map(([time, value]) => corner(time, value)).join(" ")
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
  const until = endOfTrend(), from = trendBegan(until);
  if (!isSeen) return;
  if (!(until > from)) return $("trend").replaceChildren();
  const most = branch.services.map((service, place) =>
    [Math.max(...tracks[service.name].map(([, count]) => count)), place, service]).sort((a, b) => b[0] - a[0]).slice(0, 8)
    // In the order of the branch, which does not change while one looks.
    .sort((a, b) => a[1] - b[1]);
  curves($("trend"), most.map(([,, service]) => ({
    name: title(service.name), hue: hue(service.name), ...drawn(tracks[service.name], from, until, $("trend").clientWidth)
  })), t.trend, from, until);
  // The longest lines alone are drawn.
  const left = branch.services.length - most.length;
  if ($("trend").querySelector(".band")) make("li", t.banded, $("trend").querySelector(".legend")).className = "hint";
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
  // After closing only the time goes on.
  const last = beside.course[beside.course.length - 1]?.[0], at = last === undefined ? last : Math.min(last, endOfTrend());
  // It is some seconds behind the floor.
  put($("beside-label"), t.beside(beside.policy) + (at === undefined ? "" : ` · ${branch.opens !== null ? moment(at) : length(at)}`));
  put($("beside-sentence"), beside.sentence[language]);
  // One table: what is now, what would be, and by how much they differ, side by side.
  const scroll = make("div");
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  const table = make("table", undefined, scroll), head = make("thead", undefined, table);
  const groups = make("tr", undefined, head), names = make("tr", undefined, head);
  make("th", t.service, groups).rowSpan = 2;
  const own = `${clock?.policy} (${t.actual})`;
  for (const [group, parts] of [[t.meanSoFar, [t.difference, own, beside.policy]], ...[t.queued, t.inService, t.served].map((name) => [name, [own, beside.policy]])]) {
    make("th", group, groups).colSpan = parts.length;
    parts.forEach((part, place) => { make("th", part, names).className = place === 0 ? "first" : ""; });
  }
  const body = make("tbody", undefined, table);
  beside.now.forEach((row, place) => {
    const other = beside.other[place];
    // Those of a class are among those of the services.
    if (row.title && !beside.now[place - 1]?.title) make("th", t.byClass, make("tr", undefined, body)).colSpan = 10;
    const line = make("tr", undefined, body);
    make("th", row.title?.[language] ?? title(row.service), line).scope = "row";
    // As finely as the two are written.
    const parts = Math.max(row.mean, other.mean) < 9.95 ? 10 : 1;
    const change = row.mean === null || other.mean === null ? null : Math.round((other.mean - row.mean) * parts) / parts;
    const sign = change === null ? "–" : change === 0 ? "0" : (change < 0 ? "−" : "+") + length(Math.abs(change));
    const mean = (value) => value === null ? "–" : length(value);
    const cells = [[sign, mean(row.mean), mean(other.mean)], [row.waiting, other.waiting], [row.serving, other.serving], [row.served, other.served]];
    for (const group of cells) group.forEach((cell, at) => { make("td", cell, line).className = at === 0 ? "first" : ""; });
    line.children[1].classList.add(change > 0 ? "longer" : change < 0 ? "shorter" : "same");
  });
  $("beside-floors").replaceChildren(scroll);
  // After closing nothing is another than it was.
  const course = at === undefined ? beside.course : beside.course.filter(([time]) => time <= at);
  if (course.length > 1) {
    curves($("beside-trend"), [{ name: t.besideMean(beside.policy), hue: "plain", points: course }], t.mean,
      course[0][0], course[course.length - 1][0],
      (value) => value === 0 ? "0" : (value < 0 ? "−" : "+") + length(Math.abs(value)), [t.longer, t.shorter]);
  }
}
addEventListener("resize", redraw);
