// The server on this machine, if the page comes from one.

/** Asks it something. @param {{token: string}} server @throws {Error} with words for people */
export async function ask(server, what, question) {
  let answer;
  try {
    answer = await fetch(`/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Robotfmt-Token": server.token },
      body: JSON.stringify(question),
    });
  } catch {
    throw new Error("The server does not answer; was it stopped?");
  }
  const answered = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(answered.error ?? `The server refused (${answer.status}).`);
  return answered;
}
