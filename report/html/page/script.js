
(() => {
  "use strict";
  const root = document.documentElement;
  const by = (id) => document.getElementById(id);
  for (const e of document.querySelectorAll(".script")) e.hidden = false;

  // Themes. The choice is kept where the browser allows it.
  const theme = by("theme");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  const showTheme = () => theme.setAttribute("aria-pressed", String(dark()));
  try { const kept = localStorage.getItem("nexus-ci-theme"); if (kept === "dark" || kept === "light") root.dataset.theme = kept; } catch { /* not allowed */ }
  showTheme();
  theme.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    showTheme();
    try { localStorage.setItem("nexus-ci-theme", root.dataset.theme); } catch { /* not allowed */ }
  });

  // reveal opens what a place is in, and goes there.
  const reveal = (e) => {
    for (let up = e.parentElement; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    if (!e.hasAttribute("tabindex")) e.tabIndex = -1;
    e.scrollIntoView({ block: "start", behavior: "instant" });
    e.focus({ preventScroll: true });
  };
  const goToHash = () => { const e = location.hash.length > 1 && by(decodeURIComponent(location.hash.slice(1))); if (e) reveal(e); };
  addEventListener("hashchange", goToHash);
  goToHash();

  // Search: the text of all rows, read and compared in slices so that the page stays quick.
  const box = by("search"), found = by("found"), hits = by("hits");
  const most = 50, slice = 12;
  let rows = null, texts = [], turn = 0;
  const pause = () => new Promise((go) => setTimeout(go));
  const search = async () => {
    const mine = ++turn, words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    hits.replaceChildren();
    found.textContent = "";
    if (words.length === 0) return;
    rows ??= document.querySelectorAll("[data-row]");
    let count = 0, from = performance.now();
    for (let i = 0; i < rows.length; i++) {
      if (performance.now() - from > slice) {
        await pause();
        if (mine !== turn) return;
        from = performance.now();
      }
      texts[i] ??= rows[i].textContent.toLowerCase();
      if (!words.every((w) => texts[i].includes(w))) continue;
      if (++count > most) continue;
      const row = rows[i], item = document.createElement("li"), b = document.createElement("button");
      b.type = "button";
      b.textContent = row.textContent.replace(/\s+/g, " ").trim().slice(0, 160);
      b.addEventListener("click", () => { close(); reveal(row); });
      item.append(b);
      hits.append(item);
    }
    found.textContent = count + " of " + rows.length + " entries" + (count > most ? ", the first " + most + " are listed" : "");
  };
  const close = () => { turn++; box.value = ""; hits.replaceChildren(); found.textContent = ""; };
  let wait = 0;
  box.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(search, 120); });
  const move = (event, step) => {
    const all = [box, ...hits.querySelectorAll("button")], at = all.indexOf(document.activeElement);
    if (at < 0 || !all[at + step]) return;
    event.preventDefault();
    all[at + step].focus();
  };
  addEventListener("keydown", (event) => {
    const inside = event.target.closest && event.target.closest(".search");
    if (event.key === "Escape" && inside) { close(); box.focus(); }
    else if (event.key === "ArrowDown" && inside) move(event, 1);
    else if (event.key === "ArrowUp" && inside) move(event, -1);
    else if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && event.target.tagName !== "INPUT") { event.preventDefault(); box.focus(); }
  });

  // The drawing: zoom by buttons, keys and the wheel with Ctrl; move by scrolling and dragging.
  const graph = document.querySelector(".graph");
  if (graph) {
    const svg = graph.querySelector("svg"), full = [svg.width.baseVal.value, svg.height.baseVal.value];
    let scale = 1;
    const zoom = (to, x = graph.clientWidth / 2, y = graph.clientHeight / 2) => {
      to = Math.min(4, Math.max(0.1, to));
      const left = (graph.scrollLeft + x) / scale, top = (graph.scrollTop + y) / scale;
      scale = to;
      svg.setAttribute("width", full[0] * scale);
      svg.setAttribute("height", full[1] * scale);
      graph.scrollLeft = left * scale - x;
      graph.scrollTop = top * scale - y;
    };
    const fit = () => zoom(Math.min(1, graph.clientWidth / full[0]));
    zoom(Math.max(0.6, Math.min(1, graph.clientWidth / full[0])));
    const act = { in: () => zoom(scale * 1.25), out: () => zoom(scale / 1.25), fit, full: () => zoom(1) };
    for (const b of document.querySelectorAll("[data-zoom]")) b.addEventListener("click", act[b.dataset.zoom]);
    graph.addEventListener("keydown", (e) => {
      const key = { "+": "in", "=": "in", "-": "out", "0": "fit" }[e.key];
      if (key && !e.ctrlKey && !e.metaKey) { e.preventDefault(); act[key](); }
    });
    graph.addEventListener("wheel", (e) => {
      if (!e.ctrlKey) return;
      e.preventDefault();
      const at = graph.getBoundingClientRect();
      zoom(scale * (e.deltaY < 0 ? 1.15 : 1 / 1.15), e.clientX - at.left, e.clientY - at.top);
    }, { passive: false });
    let drag = null;
    graph.addEventListener("pointerdown", (e) => {
      if (e.pointerType === "mouse" && e.button === 0) drag = { x: e.clientX, y: e.clientY, left: graph.scrollLeft, top: graph.scrollTop, moved: false };
    });
    addEventListener("pointermove", (e) => {
      if (!drag) return;
      const x = e.clientX - drag.x, y = e.clientY - drag.y;
      drag.moved ||= Math.abs(x) + Math.abs(y) > 5;
      if (!drag.moved) return;
      graph.classList.add("drag");
      graph.scrollLeft = drag.left - x;
      graph.scrollTop = drag.top - y;
    });
    addEventListener("pointerup", () => { const was = drag; drag = null; graph.classList.remove("drag"); if (was && was.moved) addEventListener("click", (e) => { if (graph.contains(e.target)) e.preventDefault(); }, { capture: true, once: true }); });
    graph.addEventListener("dragstart", (e) => e.preventDefault());
  }

  // On paper all is open, but for the parts of long lists.
  let opened = [];
  addEventListener("beforeprint", () => { opened = [...document.querySelectorAll("details:not([open], .part)")]; for (const d of opened) d.open = true; });
  addEventListener("afterprint", () => { for (const d of opened) d.open = false; });
})();
