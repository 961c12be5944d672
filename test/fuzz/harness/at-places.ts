import { expect } from 'vitest';
import type { Route } from '../../../src/rest/routes.ts';
import type { Browser } from '../../harness/app.ts';
import { type NamedProcedure, procedures } from '../../harness/app-answers.ts';
import { validRequest, withBody } from '../../harness/valid-requests.ts';
import type { World } from '../../harness/world.ts';
import { callerFor } from '../../trpc/harness/callers.ts';
import { validInput } from '../../trpc/harness/inputs.ts';
import { type Place, placesIn, withValueAt } from '../../trpc/harness/positions.ts';

/** The values that a place gets, one after the other. `index` is the number of the place in its input. */
export type ValuesFor = (place: Place, index: number) => readonly unknown[];

/** All procedures with all places of their inputs. */
/** The procedures that somebody may call in the app. */
export const procedurePlaces = procedures
  .filter(({ meta }) => meta.permission.app !== 'use_api_key')
  .map((procedure) => ({
    name: procedure.name,
    procedure,
    all: placesIn(procedure.input),
  }));

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/** True if the place may hold a value of this type. Of free forms nothing is known. */
export const mayHold = ({ holds }: Place, value: unknown) =>
  holds.has('anything') ||
  holds.has(kindOf(value)) ||
  (typeof value === 'number' && holds.has('integer'));

let requestCount = 0;

/** No limit for people is reached: a limit would hide the answer of the operation. */
async function forgetLimits({ team }: World): Promise<void> {
  requestCount += 1;
  if (requestCount % 40 > 0) return;
  await team.api.sql.query('truncate sign_in_throttle, rate_window');
}

function expectAnswer(status: number, place: Place, value: unknown): void {
  const about = JSON.stringify({ at: place.position.join('.'), value });
  expect(status, about).toBeLessThan(500);
  expect(status, about).not.toBe(429);
  if (!mayHold(place, value)) expect(status, about).toBe(422);
}

type ProcedurePlaces = { procedure: NamedProcedure; all: readonly Place[] };

/** Calls the procedure with each of the values at each place of a valid input. */
export async function callWithEach(
  { procedure, all }: ProcedurePlaces,
  world: World,
  valuesFor: ValuesFor,
): Promise<void> {
  let browser = await callerFor(procedure, world);
  let valid = await validInput(procedure, world, browser);
  for (const [index, place] of all.entries()) {
    for (const value of valuesFor(place, index)) {
      await forgetLimits(world);
      const { status } = await ask(procedure, browser, withValueAt(valid, place.position, value));
      expectAnswer(status, place, value);
      if (status >= 400 || procedure.type === 'query') continue;
      // A change that was made has used up the input, and may have ended the session.
      browser = await callerFor(procedure, world);
      valid = await validInput(procedure, world, browser);
    }
  }
}

function ask({ name, type }: NamedProcedure, browser: Browser, input: unknown): Promise<Response> {
  const text = JSON.stringify(input);
  return type === 'query'
    ? browser.fetch(`${browser.url(name)}?input=${encodeURIComponent(text)}`)
    : browser.post(name, text);
}

/** Sends each of the values at each place of a valid request: of its body, of its query, and in its path. */
export async function sendWithEach(
  route: Route,
  world: World,
  valuesFor: ValuesFor,
): Promise<void> {
  for (const [index, place] of placesIn(route.input).entries()) {
    const [name] = place.position;
    const isInPath = route.pathParameters.has(String(name));
    const isInQuery = route.type === 'query' && !isInPath;
    for (const value of valuesFor(place, index)) {
      await forgetLimits(world);
      const { path, body } = await validRequest(route, world);
      // A value in a body may be an object that is no text.
      const text = () => encodeURIComponent(String(value).toWellFormed());
      const url = isInQuery
        ? `${path}?${name}=${text()}`
        : isInPath
          ? route.template.replaceAll(/\{\w+\}/g, text)
          : path;
      const isInBody = !isInQuery && !isInPath;
      const input = isInBody ? withValueAt(body, place.position, value) : body;
      const { status } = await world.team.request(
        route.method,
        url,
        withBody({ path, body: input as Record<string, unknown> }),
      );
      if (isInBody) expectAnswer(status, place, value);
      else expect(status, url).toBeLessThan(500);
    }
  }
}
