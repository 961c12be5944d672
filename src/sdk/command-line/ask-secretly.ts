import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks the person for a secret, which the terminal does not show. */
export async function askSecretly(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  const stop = new AbortController();
  // In this mode the terminal gives Ctrl-C to the reader.
  reader.once('SIGINT', () => {
    stop.abort();
    process.emit('SIGINT');
  });
  try {
    return await reader.question('', { signal: stop.signal });
  } finally {
    reader.close();
    stderr.write('\n');
  }
}
