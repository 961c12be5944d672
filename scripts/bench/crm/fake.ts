import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const script = path.resolve(import.meta.dirname, '../../../test/crm/harness/run-fake.ts');

/** The HubSpot of the tests, in a process of its own. */
export type Fake = {
  url: string;
  tell(what: string, given?: object): Promise<unknown>;
  stop(): void;
};

export const fakeToken = 'pat-eu1-fake-token-0001';

export async function startFake(): Promise<Fake> {
  const child = fork(script, ['hubspot'], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  if (!child.stdout) throw new Error('The fake has no output');
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    async tell(what, given = {}) {
      const answer = await fetch(`${url}/_fake`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ do: what, ...given }),
      });
      if (!answer.ok) throw new Error(`The fake refused "${what}": ${await answer.text()}`);
      return answer.json();
    },
    stop: () => void child.kill('SIGTERM'),
  };
}
