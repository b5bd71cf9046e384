// The pages of codes as elements: paragraphs, `code`, and blocks of it between lines of three backticks.
import { make } from "robotfmt/dom";

/** @param {string} text in Markdown @returns {HTMLElement[]} */
export function prose(text) {
  return text.split(/^```.*$/m).flatMap((part, i) =>
    i % 2 === 1 ? [make("pre", {}, part.trim())] : part.split(/\n\s*\n/).filter((each) => each.trim() !== "").map(paragraph));
}

function paragraph(text) {
  const parts = text.trim().replaceAll("**", "").split("`");
  return make("p", {}, ...parts.map((part, i) => (i % 2 === 1 ? make("code", {}, part) : part)));
}
