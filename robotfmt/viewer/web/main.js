// Starts the page.
import { App } from "robotfmt/app";

/** @param {object} data  what `robotfmt/viewer/page.py` tells @param {Uint8Array} bytes  the surfaces */
export async function main(data, bytes) {
  const app = new App(data, bytes);
  window.robotfmt = app; // for scripts, and for whoever is curious
  document.getElementById("state").remove();
  document.body.append(app.element);
  app.start();
}
