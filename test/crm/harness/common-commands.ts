import type { FakeOAuth } from './fake-oauth.ts';
import type { FakeServer, Fault } from './fake-server.ts';

type Options = Record<string, unknown>;
export type Commands = Record<string, (options: Options) => unknown>;

/** Commands for tests and scripts in another process, for all providers: `POST /_fake {"do": "fault", …}`. */
export function commonCommands({
  server,
  oauth,
}: {
  server: FakeServer;
  oauth: FakeOAuth;
}): Commands {
  return {
    clock: ({ offsetMs }) => {
      server.clock.offsetMs = Number(offsetMs);
    },
    oauth: ({ client, accessLifeMs, rotates }) => {
      if (client) oauth.client = client as { id: string; secret: string };
      if (accessLifeMs) oauth.accessLifeMs = Number(accessLifeMs);
      if (rotates !== undefined) oauth.rotates = rotates === true;
    },
    revokeAll: () => oauth.revokeAll(),
    expireAccess: () => oauth.expireAccess(),
    fault: ({ fault, on, after, times }) =>
      server.plan({
        fault: fault as Fault,
        ...(on ? { on: new RegExp(String(on)) } : {}),
        ...(after ? { after: Number(after) } : {}),
        ...(times ? { times: Number(times) } : {}),
      }),
    clearFaults: () => server.clearFaults(),
    counts: ({ on = '.' }) => server.count(new RegExp(String(on))),
    quiet: () => {
      server.keepsRequests = false;
      server.requests.length = 0;
    },
  };
}

export const noteTexts = [
  'Termin vereinbart. Alles gut.',
  'Der Kunde sagt, das ist ihm zu teuer. Wir melden uns.',
  'They have no budget this year. Call again in spring.',
];
