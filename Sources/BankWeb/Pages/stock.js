// MARK: The juice bar

const fruit = {
  딸기: "🍓", 바나나: "🍌", 파인애플: "🍍", 키위: "🥝", 망고: "🥭",
  strawberry: "🍓", banana: "🍌", pineapple: "🍍", kiwi: "🥝", mango: "🥭"
};

const itemTitle = (item) => branch.stockTitles[item][language];
const picture = (item) => Object.hasOwn(fruit, item) ? fruit[item] : "";
const itemName = (item) => `${picture(item)} ${itemTitle(item)}`.trim();

// So few are ordered before anything else is looked at; a page of many, and a phone, begin with the status strip.
const fewOrders = 12;
const isPhone = matchMedia("(max-width: 40rem)");
const areFewOrders = () => branch.services.length <= fewOrders;
function placeOrders() { $(areFewOrders() && !isPhone.matches ? "status" : "columns").before($("juice")); }
isPhone.onchange = () => { if (branch) placeOrders(); };
function writeOrders() {
  const isFew = areFewOrders();
  placeOrders();
  $("orders").className = isFew ? "few" : "";
  $("orders").replaceChildren(...branch.services.map((service) => {
    const button = make("button");
    button.type = "button";
    button.dataset.service = service.name;
    const name = make("span", undefined, button);
    name.className = "name";
    const pictures = Object.keys(service.needs).map((item) => picture(item)).join("");
    if (pictures) {
      const span = make("span", pictures, name);
      span.className = "fruit";
      span.setAttribute("aria-hidden", "true");
    }
    name.append(t.order(title(service.name)));
    make("small", "", button).className = "recipe";
    make("span", "", button).className = "state";
    button.onclick = () => order(service);
    return button;
  }));
  $("stock").replaceChildren(...branch.stock.map(() => {
    const tile = make("li");
    make("span", "", tile).className = "amount";
    make("span", "", tile).className = "bar";
    make("span", "", tile).className = "state";
    return tile;
  }));
  showStock();
}

// The most of each item that there was, at opening or since, and what was taken of it and when.
const fullest = table(), used = table();
let counted = null;
// What the server tells a page that begins: what was taken in the hour before, and since when it would know.
let told = null;
const beginStock = ({ since, taken }) => { told = { since, taken }; };
function noteStock() {
  const time = now(), isNew = counted?.session !== clock.session, before = told ?? (isNew ? { since: time, taken: [] } : null);
  for (const item of branch.stock) {
    const is = clock.stock[item], was = counted?.stock[item];
    fullest[item] = Math.max(isNew ? branch.openingStock[item] : fullest[item], is);
    if (before) used[item] = before.taken.flatMap(([at, name, count]) => name === item ? [{ time: at, count }] : []);
    else if (is < was) used[item].push({ time, count: was - is });
    used[item] = used[item].filter((one) => one.time > time - 3600);
    if (is !== was) redraw();
  }
  counted = { session: clock.session, since: before ? before.since : counted.since, stock: clock.stock };
  told = null;
}

// When there is about too little of an item for `count`, at the rate of the last hour; nothing before a quarter of an
// hour was seen, of fewer than three orders, and of what will last until closing or, where there is none, for more than an
// hour.
function emptyAt(item, count) {
  const time = now(), seen = Math.min(3600, time - counted.since), orders = used[item];
  if (seen < 900 || orders.length < 3) return null;
  const rate = orders.reduce((sum, one) => sum + one.count, 0) / seen;
  const at = time + (clock.stock[item] - count) / rate;
  return at < (branch.closes ?? time + 3600) ? at : null;
}

// A stock runs low where it is enough for few more, and for no more than a third of what it was when full: one that is
// full does not, however little that is. It also does where it will be gone within the hour.
const fewLeft = 5;
function supply(needs) {
  const enough = (stock) => Math.min(...needs.map(([item, n]) => Math.floor(stock[item] / n)));
  const left = enough(clock.stock);
  if (left === 0) return { state: "bad", left };
  const ends = needs.map(([item, n]) => emptyAt(item, n)).filter((at) => at !== null);
  const until = ends.length > 0 ? Math.min(...ends) : null;
  const isLow = until !== null && until < now() + 3600 || left <= fewLeft && left * 3 <= enough(fullest);
  return { state: isLow ? "risk" : "good", left, until };
}

// How many more of a service its stock is enough for, and what that means, in words.
function supplyWords({ state, left, until }) {
  if (state === "bad") return `■ ${t.cannot}`;
  const much = until === null ? t.enough(left) : t.enoughUntil(left, moment(Math.round(until / 600) * 600));
  if (state === "good") return until === null ? `✓ ${left === Infinity ? t.can : much}` : `▲ ${much}`;
  return `▲ ${t.low}: ${much}`;
}

// Out is an item of which there is less than any service takes; it runs low where that is so for a service that a full
// stock is enough for. Nothing is said of what nothing takes.
function stateOfItem(item) {
  const counts = branch.services.map((service) => service.needs[item]).filter((n) => n > 0);
  if (counts.length === 0) return "";
  if (clock.stock[item] < Math.min(...counts)) return "bad";
  return counts.some((n) => n <= fullest[item] && supply([[item, n]]).state !== "good") ? "risk" : "good";
}

// When the first service that takes an item will have none of it left, where that is before closing; null where none is known.
function itemUntil(item) {
  const ends = branch.services.map((service) => service.needs[item]).filter((n) => n > 0 && n <= clock.stock[item])
    .map((n) => supply([[item, n]]).until ?? null).filter((at) => at !== null);
  return ends.length > 0 ? moment(Math.round(Math.min(...ends) / 600) * 600) : null;
}

// Services of which not even one can be had with what there is of an item that is enough for others.
function notFor(item) {
  const short = branch.services.filter((service) => service.needs[item] > clock.stock[item]);
  return short.length > 0 ? `, ${t.notFor(short.map((service) => title(service.name)).join(", "))}` : "";
}

// Whether there is enough of an item, and nothing that takes it can be made now.
function isLeftOver(item) {
  const taking = branch.services.filter((service) => service.needs[item] > 0);
  return stateOfItem(item) !== "bad" && taking.length > 0 && taking.every((service) => supply(Object.entries(service.needs)).state === "bad");
}

// Of how many services one more can be had, what has run out and what soon will: a tile of the strip.
function stockTile() {
  const ordered = branch.services.filter((service) => supply(Object.entries(service.needs)).state !== "bad").length;
  const all = branch.services.length, of = (state) => branch.stock.filter((item) => stateOfItem(item) === state && !isLeftOver(item)).map(itemTitle);
  const [out, low] = [of("bad"), of("risk")];
  return [`${ordered}/${all}`, ordered === 0 ? "bad" : out.length > 0 ? "risk" : "", [
    out.length > 0 ? [`■ ${t.itemOut}: ${out.join(", ")}`, "bad"] : null,
    low.length > 0 ? [`▲ ${t.low}: ${low.join(", ")}`, "risk"] : null
  ], []];
}

function showStock() {
  if (!clock || branch.stock.length === 0) return;
  noteStock();
  branch.stock.forEach((item, place) => {
    const until = itemUntil(item), enough = until === null ? t.itemEnough : t.itemUntil(until);
    const tile = $("stock").children[place], isUnused = isLeftOver(item), own = stateOfItem(item);
    // What will be gone before closing is no good news.
    const state = isUnused || own === "good" && until !== null ? "risk" : own;
    put(tile.children[0], `${itemName(item)} ${clock.stock[item]}`);
    if (tile.className !== state) tile.className = state;
    tile.children[1].style.setProperty("--part", clock.stock[item] / Math.max(fullest[item], 1));
    put(tile.children[2], isUnused ? `▲ ${t.unusable}`
      : { good: `${until === null ? "✓" : "▲"} ${enough}${notFor(item)}`, risk: `▲ ${t.low}${notFor(item)}`, bad: `■ ${t.itemOut}` }[own] ?? "");
  });
  for (const button of $("orders").children) {
    const needs = Object.entries(services[button.dataset.service].needs);
    // Each item of the recipe, with what is missing.
    const recipe = button.querySelector(".recipe");
    needs.forEach(([item, n], place) => {
      const part = recipe.children[place] ?? make("span", undefined, recipe);
      const lack = Math.max(0, n - clock.stock[item]);
      put(part, `${itemTitle(item)} ${n}` + (lack > 0 ? ` (${t.missing(lack)})` : ""));
      part.className = lack > 0 ? "short" : "";
    });
    const known = supply(needs);
    const look = known.state === "good" && known.until ? "risk" : known.state;
    if (button.className !== look) button.className = look;
    put(button.querySelector(".state"), supplyWords(known));
  }
  if ($("stocking").open) showSteppers();
}

async function order(service) {
  const session = clock?.session;
  const answer = await post("/api/orders", { service: service.name });
  if (answer.body.outcome === "refused") {
    const missing = answer.body.missing
      .map((one) => t.needs(itemTitle(one.item), one.needed, one.available)).join(" · ");
    // Who may not change the stock is not asked whether to.
    if (branch.role === "serve") return say(t.outOfStock(missing));
    $("short-list").textContent = missing;
    $("short").showModal();
  } else if (answer.body.outcome === "admitted") {
    // The juice may be ready before the answer is here.
    const key = session + ":" + answer.body.ticket;
    const isReady = finished.has(key);
    if (!isReady && branch.stock.length > 0) mine.set(key, service.name);
    say(isReady ? t.done(title(service.name)) : t.gotTicket(answer.body.ticket, title(service.name)));
  } else if (answer.body.outcome === "balked") {
    say(t.full);
  }
}
$("short-yes").onclick = () => { $("short").close(); openStock(); };
$("short-no").onclick = () => $("short").close();
$("stock-open").onclick = openStock;

// Edits stay until they are applied, whatever closes the dialogue.
function openStock() {
  seen.clear();
  for (const item of branch.stock) seen.set(item, clock.stock[item]);
  $("steppers").replaceChildren(...branch.stock.map((item) => {
    const row = make("div");
    row.dataset.item = item;
    const name = make("label", itemName(item), row);
    const input = document.createElement("input");
    input.type = "number";
    input.min = 0;
    input.max = branch.mostStock[item];
    input.step = 1;
    input.id = "stock-" + item;
    name.htmlFor = input.id;
    input.value = edits.get(item) ?? clock.stock[item];
    const set = (value) => {
      // A field that was emptied is as it was.
      if (value === "") { input.value = edits.get(item) ?? clock.stock[item]; return; }
      const number = Math.max(0, Math.min(branch.mostStock[item], Math.round(Number(value) || 0)));
      input.value = number;
      edits.set(item, number);
      showSteppers();
    };
    const step = (text, by) => {
      const button = make("button", text, row);
      button.type = "button";
      button.setAttribute("aria-label", `${itemTitle(item)} ${text}1`);
      button.onclick = () => set(Number(input.value) + by);
    };
    step("−", -1);
    row.append(input);
    step("+", 1);
    make("span", "", row).className = "change";
    const undo = make("button", t.revert, row);
    undo.type = "button";
    undo.onclick = () => { edits.delete(item); input.value = clock.stock[item]; showSteppers(); };
    input.onchange = () => set(input.value);
    return row;
  }));
  $("stocking-news").textContent = edits.size > 0 ? t.kept : "";
  showSteppers();
  $("stocking").showModal();
}

// What is there now and what it is to be; what has changed meanwhile is marked as it happens.
function showSteppers() {
  for (const row of $("steppers").children) {
    const item = row.dataset.item, is = clock.stock[item], change = row.querySelector(".change");
    const isConflict = edits.has(item) && seen.get(item) !== is;
    put(change, (isConflict ? "⚠ " : "") + (edits.has(item) ? t.change(is, edits.get(item)) : ""));
    change.classList.toggle("conflict", isConflict);
    row.lastChild.hidden = !edits.has(item);
    if (!edits.has(item)) {
      seen.set(item, is);
      const input = row.querySelector("input");
      if (document.activeElement !== input) input.value = is;
    }
    if (isConflict) put($("stocking-news"), `${t.changed} (${itemTitle(item)}: ${seen.get(item)} → ${is})`);
  }
}
$("stocking-close").onclick = () => $("stocking").close();
$("stocking-apply").onclick = async () => {
  if (edits.size === 0) return $("stocking").close();
  const answer = await post("/api/stock", {
    counts: Object.fromEntries(edits),
    seen: Object.fromEntries([...edits.keys()].map((item) => [item, seen.get(item)]))
  });
  if (answer.status === 200) {
    edits.clear();
    $("stocking").close();
    say(t.applied);
  } else if (answer.status === 409) {
    for (const item of branch.stock) seen.set(item, clock.stock[item]);
    $("stocking-news").textContent = t.changed;
    showSteppers();
  } else {
    $("stocking-news").textContent = $("message").textContent;
  }
};
