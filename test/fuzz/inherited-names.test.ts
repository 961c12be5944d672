import { beforeAll, describe, expect, inject, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { type Browser, makeSession, ORIGIN } from '../harness/app.ts';
import { type NamedProcedure, procedures } from '../harness/app-answers.ts';
import { drawnCases } from '../harness/rounds.ts';
import { named } from '../harness/routes.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { callerFor, SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { validInput } from '../trpc/harness/inputs.ts';
import { type Place, placesIn, withValueAt } from '../trpc/harness/positions.ts';
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

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/** True if the place may hold a value of this type. Of free forms nothing is known. */
const mayHold = ({ holds }: Place, value: unknown) =>
  holds.has('anything') || holds.has(kindOf(value));

/** Each place gets its share of the values, and `npm run chaos` gives it all. */
function valuesFor(place: number) {
  const all = valuesWithInheritedNames;
  const first = (place + inject('seed')) % all.length;
  return drawnCases(1, [...all.slice(first), ...all.slice(0, first)]);
}

let requestCount = 0;

/** No limit for people is reached: a limit would hide the answer of the operation. */
async function forgetLimits(): Promise<void> {
  requestCount += 1;
  if (requestCount % 40 === 0) await api().sql.query('truncate sign_in_throttle, rate_window');
}

function expectAnswer(status: number, place: Place, value: unknown): void {
  const about = JSON.stringify({ at: place.position.join('.'), value });
  expect(status, about).toBeLessThan(500);
  expect(status, about).not.toBe(429);
  if (!mayHold(place, value)) expect(status, about).toBe(422);
}

const places = procedures.map((procedure) => ({
  name: procedure.name,
  procedure,
  all: placesIn(procedure.input),
}));

test.each(places)(
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

describe('over /trpc, no such value is a failure of the server, or accepted in place of another type', () => {
  const ask = async (procedure: NamedProcedure, browser: Browser, input: unknown) => {
    await forgetLimits();
    const text = JSON.stringify(input);
    const { name, type } = procedure;
    return type === 'query'
      ? browser.fetch(`${browser.url(name)}?input=${encodeURIComponent(text)}`)
      : browser.post(name, text);
  };

  test.each(places)('$name', async ({ procedure, all }) => {
    let browser = await callerFor(procedure, world);
    let valid = await validInput(procedure, world, browser);
    for (const [index, place] of all.entries()) {
      for (const value of valuesFor(index)) {
        const input = withValueAt(valid, place.position, value);
        const response = await ask(procedure, browser, input);
        expectAnswer(response.status, place, value);
        if (response.status >= 400 || procedure.type === 'query') continue;
        // A change that was made has used up the input, and may have ended the session.
        browser = await callerFor(procedure, world);
        valid = await validInput(procedure, world, browser);
      }
    }
  });
});

describe('over REST, no such value is a failure of the server, or accepted in place of another type', () => {
  test.each(named(routes))('$name', async ({ route }) => {
    const isInPath = (place: Place) => route.pathParameters.has(String(place.position[0]));
    const inBody = route.type === 'mutation' ? placesIn(route.input) : [];
    for (const [index, place] of inBody.filter((one) => !isInPath(one)).entries()) {
      for (const value of valuesFor(index)) {
        const { path, body } = await validRequest(route, world);
        const response = await world.team.request(route.method, path, {
          body: withValueAt(body, place.position, value) as Record<string, unknown>,
        });
        expectAnswer(response.status, place, value);
      }
    }
  });

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
