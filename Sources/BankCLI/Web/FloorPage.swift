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
}
