extension FloorPage {
  /// Colours by role, for light and dark; sizes in rem.
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
}
