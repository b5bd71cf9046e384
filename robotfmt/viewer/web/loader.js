// Unpacks the modules of the page and starts the first one. A blob is a module of its own under every
// Content-Security-Policy that names `blob:`, and when the page is opened as a file.
"use strict";

/** The bytes of base64 text with gzip data. */
async function unpacked(text) {
  const bytes = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function start() {
  const own = document.currentScript;
  const modules = JSON.parse(document.getElementById("modules").textContent);
  const surfaces = unpacked(document.getElementById("surfaces").textContent);
  const imports = {};
  await Promise.all(
    modules.map(async ([name, text]) => {
      const blob = new Blob([await unpacked(text)], { type: "text/javascript" });
      imports[name] = URL.createObjectURL(blob);
    }),
  );
  const map = document.createElement("script");
  map.type = "importmap";
  if (own.nonce) map.nonce = own.nonce;
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  const { main } = await import("robotfmt/main");
  await main(JSON.parse(document.getElementById("data").textContent), await surfaces);
}

start().catch((error) => {
  const old = typeof DecompressionStream === "undefined" || !HTMLScriptElement.supports?.("importmap");
  const what = old ? "This browser is too old: the page needs Chrome 89, Firefox 113, Safari 16.4 or newer." : error;
  document.getElementById("state").textContent = `The robots cannot be shown. ${what}`;
  throw error;
});
