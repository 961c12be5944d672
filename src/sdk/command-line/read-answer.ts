/** The limit in bytes. The longest answer, a page of 200 lines of the log with the longest paths, is shorter. */
const LONGEST_ANSWER = 4 * 1024 * 1024;

/** The text of an answer. Throws if the answer is longer than any answer of the service. */
export async function readAnswer({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > LONGEST_ANSWER) throw new Error('its answer does not end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
