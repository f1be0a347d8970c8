/// The page of the live floor: a projection of what the server tells, with no rule of its own.
enum FloorPage {
  static let html = #"""
    <!DOCTYPE html>
    <html lang="ko">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>bank</title>
    <link rel="icon" href="/floor.svg">
    <link rel="stylesheet" href="/floor.css">
    <script src="/floor.js" defer></script>
    </head>
    <body>
    <header>
      <h1 id="title"></h1>
      <p id="timer"><span id="timer-label"></span> <output id="clock">00:00:000</output></p>
      <p id="live" role="status"></p>
      <p><button id="language" type="button"></button></p>
    </header>
    <main>
      <section id="controls" aria-label="controls">
        <button id="add" type="button"></button>
        <button id="reset" type="button"></button>
        <label><span id="speed-label"></span>
          <select id="speed">
            <option>1</option><option>2</option><option>5</option><option>10</option>
            <option>30</option><option>60</option>
          </select></label>
        <label><span id="policy-label"></span> <select id="policy"></select></label>
        <p id="policy-now"></p>
      </section>
      <p id="fault" role="alert" hidden></p>
      <section id="juice" hidden>
        <div id="orders"></div>
        <h2 id="stock-label"></h2>
        <ul id="stock"></ul>
        <button id="stock-open" type="button"></button>
        <p id="message" role="status"></p>
      </section>
      <div id="columns">
        <section class="waiting">
          <h2><span id="waiting-label"></span> <span id="waiting-count">0</span></h2>
          <div id="waiting" tabindex="0" role="list"><div id="spacer"></div></div>
        </section>
        <section class="serving">
          <h2><span id="serving-label"></span> <span id="serving-count">0</span></h2>
          <ol id="tellers"></ol>
        </section>
      </div>
      <section>
        <table><thead><tr><th id="service-label"></th><th id="queued-label"></th>
          <th id="now-label"></th><th id="served-label"></th></tr></thead>
          <tbody id="counts"></tbody></table>
        <p id="files"></p>
      </section>
      <p id="news" class="unseen" aria-live="polite"></p>
    </main>
    <dialog id="short" aria-labelledby="short-text">
      <p id="short-text"></p><p id="short-list"></p>
      <button id="short-yes" type="button"></button> <button id="short-no" type="button"></button>
    </dialog>
    <dialog id="stocking" aria-labelledby="stocking-title">
      <h2 id="stocking-title"></h2>
      <div id="steppers"></div>
      <p id="stocking-news" role="status"></p>
      <button id="stocking-apply" type="button"></button>
      <button id="stocking-close" type="button"></button>
    </dialog>
    </body>
    </html>

    """#

  static let icon = #"""
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#3f3d9e"
    d="M8 1 1 5v1h14V5zM2 7v5h2V7zm5 0v5h2V7zm5 0v5h2V7zM1 13v2h14v-2z"/></svg>

    """#

  static let style = #"""
    :root {
      color-scheme: light dark;
      --ground: #ffffff; --text: #1b1b1f; --line: #767680; --quiet: #55555c;
      --waiting: #1b6e2d; --serving: #3f3d9e; --loan: #7a2a8c; --alert: #9c1c1c;
      --press: #e9e9f2;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #121216; --text: #ececf1; --line: #8d8d99; --quiet: #b4b4c0;
        --waiting: #7ed492; --serving: #b3b1ff; --loan: #e0a6ee; --alert: #ffb0a8;
        --press: #2b2b36;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; padding: 1rem; font: 1rem/1.5 system-ui, "Noto Sans CJK KR", sans-serif;
      background: var(--ground); color: var(--text);
    }
    header, main { max-width: 64rem; margin: 0 auto; }
    header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; }
    h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: .5rem 0; }
    header p { margin: 0; }
    #clock { font-variant-numeric: tabular-nums; font-size: 1.5rem; font-weight: 600; }
    #live { color: var(--alert); font-weight: 600; }
    button, select, input {
      font: inherit; color: inherit; background: var(--press); border: 1px solid var(--line);
      border-radius: .4rem; padding: .4rem .8rem; min-height: 2.75rem;
    }
    :focus-visible { outline: .2rem solid var(--serving); outline-offset: .1rem; }
    #controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
    #policy-now { flex-basis: 100%; margin: 0; color: var(--quiet); }
    #columns { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
    .waiting h2, .serving h2 {
      color: var(--ground); padding: .4rem .8rem; border-radius: .4rem;
    }
    .waiting h2 { background: var(--waiting); } .serving h2 { background: var(--serving); }
    #waiting {
      position: relative; overflow-y: auto; height: min(24rem, 45vh); border: 1px solid var(--line);
      border-radius: .4rem;
    }
    #waiting .row { position: absolute; left: 0; right: 0; height: 2rem; padding: .2rem .8rem; }
    #tellers { list-style: none; margin: 0; padding: 0; max-height: 24rem; overflow-y: auto; }
    #tellers li {
      display: flex; justify-content: space-between; gap: 1rem; padding: .2rem .8rem;
      border-bottom: 1px solid var(--line);
    }
    #tellers .idle { color: var(--quiet); }
    .second { color: var(--loan); }
    table { border-collapse: collapse; width: 100%; margin-top: 1rem; }
    th, td { text-align: right; padding: .2rem .8rem; border-bottom: 1px solid var(--line); }
    th:first-child, td:first-child { text-align: left; }
    #orders { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .5rem; }
    #orders button { text-align: left; }
    #orders small { display: block; color: var(--quiet); }
    #stock { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding: 0; list-style: none; }
    #message { font-weight: 600; min-height: 1.5rem; }
    #fault { color: var(--alert); font-weight: 600; }
    #steppers div { display: flex; gap: .5rem; align-items: center; margin: .25rem 0; }
    #steppers label { flex: 1; } #steppers input { width: 5rem; text-align: right; }
    dialog { background: var(--ground); color: var(--text); border: 1px solid var(--line);
      border-radius: .6rem; max-width: 32rem; }
    a { color: var(--serving); }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .stale #columns { opacity: .6; }
    @media (max-width: 30rem) { #columns { grid-template-columns: 1fr; } }
    @media (prefers-reduced-motion: no-preference) {
      #tellers li { transition: background-color .3s; }
    }

    """#

  static let script = #"""
    "use strict";
    const words = {
      ko: {
        bank: "은행", juice: "맛있는 쥬스를 만들어 드려요!", work: "업무시간 -",
        add: "고객 10명 추가", reset: "초기화", speed: "빠르기", policy: "다음 규칙",
        now: (name, text) => `지금 규칙: ${name}. ${text}`, waiting: "대기중", serving: "업무중",
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
        under: (name) => `이 하루를 ${name} 규칙으로`, dropped: "규칙이 중단되었습니다: "
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
        under: (name) => `this session under ${name}`, dropped: "The policy was dropped: "
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
    // The floor, as the happenings so far make it.
    let expected = -1, waiting = [], gone = new Set(), serving = new Map(), present = new Set();
    let served = {}, clock = null, isDirty = true, source = null, stale = null;
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
      source.onopen = () => { stale = null; showStale(); };
      source.onerror = () => {
        stale ??= new Date();
        showStale();
        if (source.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
      };
      source.addEventListener("floor", (event) => takeFloor(JSON.parse(event.data)));
      source.addEventListener("clock", (event) => takeClock(JSON.parse(event.data)));
      source.onmessage = (event) => take(JSON.parse(event.data));
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
      case "arrived": waiting.push(client); break;
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
      if (clock) {
        // From instants, so nothing that stops frames stops the time.
        const passed = clock.running ? (performance.now() - clock.at) / 1000 * clock.speed : 0;
        $("clock").textContent = written(clock.work + (stale ? 0 : passed));
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

    async function post(path, body) {
      try {
        const answer = await fetch(path, {
          method: "POST", headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body)
        });
        return { status: answer.status, body: await answer.json() };
      } catch {
        return { status: 0, body: {} };
      }
    }
    $("add").onclick = () => post("/api/clients", { count: 10 });
    $("reset").onclick = () => post("/api/reset", {});
    $("speed").onchange = (event) => post("/api/speed", { speed: Number(event.target.value) });
    $("policy").onchange = (event) => post("/api/policy", { name: event.target.value });
    $("language").onclick = () => { language = language === "ko" ? "en" : "ko"; write(); };

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
      } else {
        for (const item of branch.stock) seen.set(item, clock.stock[item]);
        $("stocking-news").textContent = t.changed;
      }
    };
    // For tests: what the page holds.
    window.floorState = () => ({
      expected, waiting: waiting.filter((one) => !gone.has(one.ticket)).map((one) => one.ticket),
      serving: [...serving].map(([teller, one]) => [teller, one.ticket]).sort((a, b) => a[0] - b[0]),
      served, session: clock?.session
    });
    start();

    """#
}
