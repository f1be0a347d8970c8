"use strict";
// Pictures tell the exact values of a mark that is pointed at or reached with the arrow keys, and can be
// saved. Without this script everything is still there: tables, and the browser's own tips.
const korean = document.documentElement.lang === "ko";
const tip = document.createElement("div");
tip.className = "tip";
tip.setAttribute("role", "status");
tip.hidden = true;
document.body.append(tip);

function show(mark) {
  const place = mark.getBoundingClientRect();
  tip.textContent = mark.dataset.tip;
  tip.hidden = false;
  const left = place.left + place.width / 2 - tip.offsetWidth / 2;
  tip.style.left = Math.max(4, Math.min(innerWidth - tip.offsetWidth - 4, left)) + "px";
  tip.style.top = (place.top > 40 ? place.top - tip.offsetHeight - 6 : place.bottom + 6) + "px";
}
function hide() { tip.hidden = true; }

// Where the style sheet cannot show what is folded, it is opened.
if (!CSS.supports("selector(::details-content)")) {
  const wide = matchMedia("(min-width: 48rem)");
  const open = (isOpen) => { for (const one of document.querySelectorAll(".more")) one.open = isOpen; };
  open(wide.matches);
  wide.onchange = () => open(wide.matches);
  addEventListener("beforeprint", () => open(true));
}

for (const svg of document.querySelectorAll("figure svg")) {
  const marks = [...svg.querySelectorAll(".mark")];
  for (const mark of marks) {
    const title = mark.querySelector("title");
    mark.dataset.tip = title.textContent;
    title.remove();
    mark.onpointerenter = () => show(mark);
    mark.onpointerleave = hide;
  }
  if (marks.length === 0) continue;
  let now = -1;
  svg.tabIndex = 0;
  svg.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    marks[now]?.classList.remove("now");
    now = (now + step + marks.length) % marks.length;
    marks[now].classList.add("now");
    show(marks[now]);
  };
  svg.onblur = () => { marks[now]?.classList.remove("now"); hide(); };
}
addEventListener("scroll", hide, { passive: true });

function save(name, type, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
// A picture by itself has no style sheet: what it got from this one is written into it.
function alone(svg) {
  const copy = svg.cloneNode(true);
  const from = svg.querySelectorAll("*"), to = copy.querySelectorAll("*");
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const key of ["fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "paint-order", "font", "text-anchor"]) {
      to[index].style.setProperty(key, style.getPropertyValue(key));
    }
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return copy.outerHTML;
}
document.querySelectorAll("figure").forEach((figure, number) => {
  const title = figure.querySelector("h3")?.textContent ?? "";
  const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60).replace(/^-|-$/g, "") || "figure-" + (number + 1);
  const button = (text, action) => {
    const one = document.createElement("button");
    one.type = "button";
    one.className = "save";
    one.textContent = text;
    one.onclick = action;
    figure.querySelector("details").append(one);
  };
  button(korean ? "SVG 저장" : "Save as SVG", () => {
    const shown = [...figure.querySelectorAll("svg")].find((svg) => svg.getBoundingClientRect().width > 0);
    save(name + ".svg", "image/svg+xml", alone(shown));
  });
  button(korean ? "CSV 저장" : "Save as CSV", () => {
    const rows = [...figure.querySelectorAll("tr")].map((row) =>
      [...row.children].map((cell) => '"' + cell.textContent.replaceAll('"', '""') + '"').join(","));
    save(name + ".csv", "text/csv", rows.join("\n") + "\n");
  });
});
