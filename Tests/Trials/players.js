// Plays animations with lottie-web, whose chunk was loaded before this, and tells what happened.
// The page's policy forbids all scripts but these two, so that the browser itself reports others.
const player = (() => {
  const modules = Object.assign({}, ...webpackChunkdash_extensions.flatMap(([, part]) => part));
  const texts = Object.entries(modules).map(([id, body]) => [id, String(body)]);
  const [id] = texts.find(([, text]) => text.includes("loadAnimation")
    && text.includes("lottie.version="));
  const chunk = { exports: {} };
  modules[id](chunk, chunk.exports, { d() {}, r() {}, o() {}, n() {}, g: window });
  return chunk.exports;
})();

// Time, so that waiting for a font takes none, and what a timer throws has an animation.
const clock = (() => {
  const wait = setTimeout;
  let now = 0, last = 0, timers = new Map();
  const add = (body, delay, again) => {
    timers.set(++last, { body, at: now + Math.max(0, +delay || 0), again });
    return last;
  };
  window.setTimeout = (body, delay) => add(body, delay);
  window.setInterval = (body, delay) => add(body, delay, Math.max(4, +delay || 0));
  window.requestAnimationFrame = body => add(() => body(now), 16);
  const remove = id => timers.delete(id);
  window.clearTimeout = window.clearInterval = window.cancelAnimationFrame = remove;
  Date.now = performance.now = () => now;
  return {
    reset() { now = 0; timers = new Map(); },
    // Runs the next timer that is due until then; false if there is none.
    step(end) {
      let next;
      for (const [id, timer] of timers)
        if (timer.at <= end && (!next || timer.at < timers.get(next).at)) next = id;
      if (!next) return false;
      const timer = timers.get(next);
      now = timer.at;
      if (timer.again) timer.at += timer.again; else timers.delete(next);
      timer.body();
      return true;
    },
    real: milliseconds => new Promise(done => wait(done, milliseconds)),
  };
})();

const SIDE = 100, FRAMES = 5, COMPARED = 300, LOADING = 8000, IMAGES = 1000;
let found = null;
const tell = (what, detail) => {
  if (found) (found[what] ||= []).push(String(detail).slice(0, 300));
};
const place = error => {
  const lines = String(error && error.stack || "").split("\n").filter(line => /^ +at /.test(line));
  const names = lines.map(line => line.replace(/^ +at (new )?/, "").replace(/ ?\(?file:.*$/, ""));
  return `${error && error.message || error} @ ${names.filter(Boolean).slice(0, 3).join(" < ")}`;
};
document.addEventListener("securitypolicyviolation", event =>
  tell("evaluates", `${event.violatedDirective} ${event.blockedURI}`));
addEventListener("error", event => { if (event.message) tell("throws", place(event.error)); });
addEventListener("unhandledrejection", event => tell("throws", place(event.reason)));

// Errors while loading are caught by the player, and told to listeners that nobody can add yet.
(() => {
  const holder = document.createElement("div");
  const any = player.loadAnimation({ container: holder, renderer: "svg", autoplay: false,
    animationData: { v: "5.7.4", fr: 30, ip: 0, op: 1, w: 1, h: 1, assets: [], layers: [] } });
  const kind = Object.getPrototypeOf(any);
  for (const name of ["triggerConfigError", "triggerRenderFrameError"])
    kind[name] = error => tell("throws", place(error));
  any.destroy();
})();
const getContext = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, options) {
  return getContext.call(this, kind, { willReadFrequently: true, ...options });
};
const paper = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
const pen = paper.getContext("2d");

const read = canvas => canvas && canvas.width && canvas.height
  ? canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data : null;

const isDrawn = pixels => {
  for (let at = 3; pixels && at < pixels.length; at += 4) if (pixels[at]) return true;
  return false;
};

// What a renderer shows, as RGBA; null if it shows nothing at all.
async function view(holder, renderer) {
  if (renderer === "canvas") return read(holder.querySelector("canvas"));
  const svg = holder.querySelector("svg");
  if (!svg) return null;
  svg.setAttribute("width", SIDE);
  svg.setAttribute("height", SIDE);
  const image = new Image();
  const text = new XMLSerializer().serializeToString(svg);
  image.src = "data:image/svg+xml," + encodeURIComponent(text);
  try { await image.decode(); } catch { return null; }
  pen.clearRect(0, 0, SIDE, SIDE);
  pen.drawImage(image, 0, 0, SIDE, SIDE);
  return read(paper);
}

async function load(animation) {
  let loaded = false;
  animation.addEventListener("DOMLoaded", () => { loaded = true; });
  for (let waited = 0; !loaded; waited += 1) {
    while (!loaded && clock.step(LOADING)) { /* until nothing is due */ }
    // Images are decoded in real time.
    const preloader = animation.imagePreloader;
    if (loaded || !preloader || preloader.loadedImages() || waited > IMAGES) break;
    await clock.real(1);
  }
  return loaded;
}

// Shows so many frames of an animation, or all of fewer, from the first to the last, each to `look`,
// which is given how to view it; then the faults that the renderer has with it, each with details. Relative
// addresses in the animation begin with the base.
async function show(text, renderer, base, frames, look) {
  document.querySelector("base").href = base;
  found = {};
  clock.reset();
  const holder = document.createElement("div");
  holder.style.cssText = `width:${SIDE}px;height:${SIDE}px`;
  document.body.append(holder);
  let animation;
  try {
    animation = player.loadAnimation({ container: holder, renderer, loop: false, autoplay: false,
      animationData: JSON.parse(text) });
    if (await load(animation)) {
      const last = Math.max(0, animation.totalFrames - 1);
      const steps = Math.max(1, Math.min(frames - 1, Math.round(last)));
      for (let step = 0; step <= steps; step += 1) {
        animation.goToAndStop(Math.round(last * step / steps), true);
        await look(() => view(holder, renderer));
      }
    } else tell("unloaded", "");
  } catch (error) { tell("throws", place(error)); }
  try {
    if (animation) animation.destroy();
  } catch (error) { tell("throws", `when destroyed: ${place(error)}`); }
  await clock.real(0);
  document.body.replaceChildren();
  const told = found;
  found = null;
  return told;
}

// The faults that a renderer has with an animation.
async function play(text, renderer, base) {
  let drawn = false;
  const told = await show(text, renderer, base, FRAMES, async view => {
    drawn ||= isDrawn(await view());
  });
  return drawn || "unloaded" in told ? told : { ...told, blank: [""] };
}

// The faults that a renderer has with two animations, and how much the components of a pixel differ
// at most, of 255.
async function compare(before, after, renderer, base) {
  const views = [[], []], faults = [];
  for (const [number, text] of [before, after].entries())
    faults.push(await show(text, renderer, base, COMPARED, async view => {
      views[number].push(await view());
    }));
  let difference = 0;
  for (const [frame, one] of views[0].entries()) {
    const other = views[1][frame];
    if (!one && !other) continue;
    if (one?.length !== other?.length) difference = 255;
    else for (let at = 0; at < one.length; at += 1)
      difference = Math.max(difference, Math.abs(one[at] - other[at]));
  }
  return { before: faults[0], after: faults[1], difference };
}
