import { beforeAll, describe, expect, inject, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { makeSession, ORIGIN } from '../harness/app.ts';
import { drawnCases } from '../harness/rounds.ts';
import { named } from '../harness/routes.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { type Place, withValueAt } from '../trpc/harness/positions.ts';
import { callWithEach, mayHold, procedurePlaces, sendWithEach } from './harness/at-places.ts';
import { inheritedNames, valuesWithInheritedNames } from './harness/inherited-names.ts';

// An error in the log fails the file: no answer may be `internal`.
const api = useApi({ env: { SERVICE_TOKEN } });
let world: World;

beforeAll(async () => {
  // Nobody reaches the limit of questions to a CRM in a minute.
  api().clock.elapsesMs = 20_000;
  await makeGlobalCatalog(api());
  world = await makeWorld(api(), { seats: 1_000_000, rateLimit: 1_000_000 });
});

/** Each place gets its share of the values, and `npm run chaos` gives it all. */
function valuesFor(_: Place, index: number) {
  const all = valuesWithInheritedNames;
  const first = (index + inject('seed')) % all.length;
  return drawnCases(1, [...all.slice(first), ...all.slice(0, first)]);
}

test.each(procedurePlaces)(
  'the schema of $name answers every value with every name that objects inherit',
  ({ procedure, all }) => {
    for (const place of all) {
      for (const value of valuesWithInheritedNames) {
        const { error } = procedure.input.safeParse(withValueAt({}, place.position, value));
        // The words of the issues are written when they are read.
        const mayPass = error ? error.issues.length > 0 : mayHold(place, value);
        expect([place.position, value, mayPass]).toContain(true);
      }
    }
  },
);

test.each(procedurePlaces)(
  'over /trpc, no such value is a failure of the server, or accepted in place of another type: $name',
  (places) => callWithEach(places, world, valuesFor),
);

describe('over REST, no such value is a failure of the server, or accepted in place of another type', () => {
  test.each(named(routes))('$name', ({ route }) =>
    sendWithEach(route, world, (place, index) => {
      const isInBody =
        route.type === 'mutation' && !route.pathParameters.has(String(place.position[0]));
      return isInBody ? valuesFor(place, index) : [];
    }),
  );

  test.each(named(routes))('$name: a parameter, an unknown name, an id', async ({ route }) => {
    const { path, body } = await validRequest(route, world);
    const filters = route.type === 'query' ? Object.keys(route.input.shape) : [];
    for (const word of inheritedNames) {
      for (const name of [...filters.filter((one) => !route.pathParameters.has(one)), word]) {
        const url = `${path}?${name}=${word}`;
        const { status } = await world.team.request(route.method, url, body ? { body } : {});
        expect(status, url).toBeLessThan(500);
        if (name === word) expect(status, url).toBe(422);
      }
      if (route.pathParameters.size === 0) continue;
      const other = route.template.replaceAll(/\{\w+\}/g, word);
      const { status } = await world.team.request(route.method, other, body ? { body } : {});
      expect([404, 422], other).toContain(status);
    }
  });
});

describe('such a name is unknown wherever the service looks up a name', () => {
  const headers = [
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-type',
    'idempotency-key',
    'if-none-match',
    'origin',
    'trpc-accept',
    'x-forwarded-for',
  ];

  test.each(inheritedNames)('%s', async (word) => {
    const owner = await makeSession(world.team, world.team.owner);
    const ofPage = { origin: ORIGIN, cookie: `__Host-sid=${owner.session}` };
    const statusOf = async (path: string, more: Record<string, string> = {}) => {
      const headers = { ...ofPage, ...more };
      return (await fetch(`http://127.0.0.1:${api().port}${path}`, { headers })).status;
    };
    for (const path of [
      `/trpc/${word}`,
      `/trpc/${word}.${word}`,
      `/trpc/members.${word}`,
      `/app/export/${word}.csv`,
      `/docs/${word}`,
      `/docs/en/${word}`,
      `/docs/sdk/${word}`,
      `/${word}`,
    ]) {
      expect(await statusOf(path), path).toBe(404);
    }
    expect((await world.team.request('GET', `/${word}`)).status).toBe(404);
    for (const name of headers) {
      const { status } = await world.team.request('POST', '/users', {
        headers: { [name]: word },
        body: { email: `${word}-${name}@example.com`.toLowerCase() },
      });
      expect(status, name).toBeLessThan(500);
      expect(
        await statusOf('/trpc/session.current?input=%7B%7D', { [name]: word }),
        name,
      ).toBeLessThan(500);
    }
    const cookie = `${word}=${word}; __Host-sid=${word}; __Host-device=${word}`;
    expect(await statusOf('/trpc/session.current?input=%7B%7D', { cookie })).toBe(200);
  });
});
