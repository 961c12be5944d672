import { listExports, personExports } from '../../../src/features/router.ts';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import { routes } from '../../../src/rest/routes.ts';
import { type Browser, makeSession, ORIGIN } from '../../harness/app.ts';
import { procedures } from '../../harness/app-answers.ts';
import { nameOf } from '../../harness/routes.ts';
import { validRequest } from '../../harness/valid-requests.ts';
import type { World } from '../../harness/world.ts';
import { callerFor } from '../../trpc/harness/callers.ts';
import { validInput } from '../../trpc/harness/inputs.ts';
import { type Fields, largestInputs } from './largest-inputs.ts';
import type { NoisyRequest } from './send.ts';

export type NoisyCall = {
  name: string;
  /** Makes the request for a team. Each call makes a new one. */
  make(world: World): Promise<NoisyRequest>;
};

/** A longer input does not fit into a URL. The app sends all its inputs by POST (P380). */
const LONGEST_QUERY = 4_000;

function headersOf(browser: Browser): Record<string, string> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const page = { origin: ORIGIN, cookie, 'content-type': 'application/json' };
  const all = Object.entries({ ...page, ...browser.headers });
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

/** All procedures, each with the largest input that we know. */
const ofApp: NoisyCall[] = procedures.map((procedure) => ({
  name: procedure.name,
  async make(world) {
    const browser = await callerFor(procedure, world);
    const valid = (await validInput(procedure, world, browser)) as Fields;
    const hasPages = 'shape' in procedure.input && 'cursor' in Object(procedure.input.shape);
    const larger = await largestInputs[procedure.name]?.(world, valid);
    const input = JSON.stringify({ ...valid, ...(hasPages && { limit: 200 }), ...larger });
    const path = `/trpc/${procedure.name}`;
    const headers = headersOf(browser);
    return procedure.type === 'query' && input.length < LONGEST_QUERY
      ? { method: 'GET', path: `${path}?input=${encodeURIComponent(input)}`, headers }
      : { method: 'POST', path, headers, body: input };
  },
}));

/** All routes, each list with its largest pages. */
const ofRest: NoisyCall[] = routes.map((route) => ({
  name: nameOf(route),
  async make(world) {
    const { key } = await world.team.createKey();
    const valid = await validRequest(route, world);
    const procedure = procedures.find(({ meta }) => meta === route.meta)?.name ?? '';
    const larger = await largestInputs[procedure]?.(world, { ...valid.body });
    const query = route.type === 'query' && {
      ...(route.input.shape.limit && { limit: 200 }),
      ...larger,
    };
    const options = new URLSearchParams(
      Object.entries(query || {}).map(([field, value]) => [field, `${value}`]),
    );
    return {
      method: route.method,
      path: `${BASE_PATH}${valid.path}?${options}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(valid.body && { body: JSON.stringify({ ...valid.body, ...larger }) }),
    };
  },
}));

const files = [
  ...Object.keys(listExports).flatMap((name) => [`${name}.csv`, `${name}.ndjson`]),
  personExports.ownData.fileName,
];
const ofExports: NoisyCall[] = files.map((file) => ({
  name: file,
  async make({ team }) {
    const headers = headersOf(await makeSession(team, team.owner));
    return { method: 'GET', path: `/app/export/${file}`, headers };
  },
}));

/** Everything that a team may ask for. */
export const noisyCalls: readonly NoisyCall[] = [...ofApp, ...ofRest, ...ofExports];

/** Files are streams: only a piece of them is in memory. */
export const isFile = (name: string): boolean => files.includes(name);

/** Calls that need something else than a team with its owner, and what. */
export const refused: Readonly<Record<string, string>> = {
  'account.me': 'somebody without a team',
  'account.remove': 'somebody without a team',
  'apiKeys.createForDocs': 'a sandbox',
  'changes.list': 'a key',
  'commandLine.trigger': 'a sandbox',
  'commandLine.outcome': 'a sandbox',
  'commandLine.passTime': 'a sandbox',
  'members.acceptForTrial': 'a sandbox',
  'sandboxes.setSeats': 'a sandbox',
  'team.acceptOwnership': 'somebody else who was asked',
  'tryOut.trigger': 'a sandbox',
  'tryOut.outcome': 'a sandbox',
  'tryOut.endChangeFeed': 'a sandbox',
  'tryOut.passTime': 'a sandbox',
  'tryOut.mails': 'a sandbox',
};
