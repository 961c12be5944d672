import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks the person for a secret. The terminal does not show what the person types. */
export async function askSecretly(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
  const stop = new AbortController();
  // With `terminal: true`, Ctrl-C reaches the reader instead of the process.
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
