function recipe(service) {
  return Object.entries(service.needs).map(([item, count]) => `${item} ${count}`).join(" + ");
}

function writeOrders() {
  $("orders").replaceChildren(...branch.services.map((service) => {
    const button = make("button");
    button.type = "button";
    button.dataset.service = service.name;
    make("span", t.order(title(service.name)), button);
    make("small", undefined, button);
    button.onclick = () => order(service);
    return button;
  }));
  showStock();
}

function showStock() {
  if (!clock || branch.stock.length === 0) return;
  $("stock").replaceChildren(
    ...branch.stock.map((item) => make("li", `${item} ${clock.stock[item]}`)));
  for (const button of $("orders").children) {
    const service = services[button.dataset.service];
    const can = Object.entries(service.needs).every(([item, n]) => clock.stock[item] >= n);
    button.children[1].textContent = `${recipe(service)} · ${can ? t.can : t.cannot}`;
  }
  for (const [item, count] of seen) {
    if (clock.stock[item] !== count && $("stocking").open) {
      $("stocking-news").textContent = `${t.changed} (${item}: ${count} → ${clock.stock[item]})`;
    }
  }
}

async function order(service) {
  const session = clock?.session;
  const answer = await post("/api/orders", { service: service.name });
  if (answer.body.outcome === "refused") {
    $("short-list").textContent = answer.body.missing
      .map((one) => t.needs(one.item, one.needed, one.available)).join(" · ");
    $("short").showModal();
  } else if (answer.body.outcome === "admitted") {
    // The juice may be ready before the answer is here.
    const key = session + ":" + answer.body.ticket;
    const isReady = finished.has(key);
    if (!isReady) mine.set(key, service.name);
    $("message").textContent = isReady ? t.done(title(service.name)) : "";
  } else if (answer.body.outcome === "balked") {
    $("message").textContent = t.full;
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
    const name = make("label", item, row);
    const input = document.createElement("input");
    input.type = "number";
    input.min = 0;
    input.max = 100;
    input.step = 1;
    input.id = "stock-" + item;
    name.htmlFor = input.id;
    input.value = edits.get(item) ?? clock.stock[item];
    const set = (value) => {
      const number = Math.max(0, Math.min(100, Math.round(Number(value) || 0)));
      input.value = number;
      edits.set(item, number);
    };
    const step = (text, by) => {
      const button = make("button", text, row);
      button.type = "button";
      button.setAttribute("aria-label", `${item} ${text}1`);
      button.onclick = () => set(Number(input.value) + by);
    };
    step("−", -1);
    row.append(input);
    step("+", 1);
    input.onchange = () => set(input.value);
    return row;
  }));
  $("stocking-news").textContent = edits.size > 0 ? t.kept : "";
  $("stocking").showModal();
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
    $("message").textContent = t.applied;
  } else if (answer.status === 409) {
    for (const item of branch.stock) seen.set(item, clock.stock[item]);
    $("stocking-news").textContent = t.changed;
  } else {
    $("stocking-news").textContent = $("message").textContent;
  }
};
