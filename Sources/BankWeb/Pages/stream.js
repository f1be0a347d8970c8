"use strict";
// One stream of the server for all pages of a browser that somebody looks at: a browser opens six connections to a
// server at most, and a seventh page would have none, nor would a button.
const pages = new Set();
let source = null, retry = 0, begunAt = -Infinity;

function tell(message) {
  for (const page of pages) page.postMessage(message);
}

// Begins the stream anew, for all: whoever is new needs the whole floor.
function begin() {
  clearTimeout(retry);
  source?.close();
  begunAt = performance.now();
  source = new EventSource("/events");
  source.onerror = () => {
    tell({ name: "error" });
    if (source.readyState === EventSource.CLOSED) retry = setTimeout(begin, 1000);
  };
  for (const name of ["floor", "clock", "shadow", "message"]) {
    source.addEventListener(name, (event) => tell({ name, data: event.data }));
  }
}

onconnect = ({ ports: [page] }) => {
  page.onmessage = ({ data }) => {
    if (data === "look") {
      // Pages that heard nothing for long ask all at once.
      const isKnown = pages.has(page);
      pages.add(page);
      if (!isKnown || performance.now() - begunAt > 1000) begin();
    } else {
      pages.delete(page);
      if (pages.size > 0) return;
      clearTimeout(retry);
      source?.close();
    }
  };
};
