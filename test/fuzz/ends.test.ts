import { beforeAll, inject, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { drawnCases } from '../harness/rounds.ts';
import { named } from '../harness/routes.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import type { Place } from '../trpc/harness/positions.ts';
import { callWithEach, procedurePlaces, sendWithEach } from './harness/at-places.ts';
import { endsOf, hasEnds } from './harness/ends.ts';

// An error in the log fails the file: no answer may be `internal`.
const api = useApi({ env: { SERVICE_TOKEN } });
let world: World;

beforeAll(async () => {
  // Nobody reaches the limit of questions to a CRM in a minute.
  api().clock.elapsesMs = 20_000;
  await makeGlobalCatalog(api());
  world = await makeWorld(api(), { seats: 1_000_000, rateLimit: 1_000_000 });
});

/** Times, days and bounded numbers get all their ends. A text gets one, and `npm run chaos` gives it all. */
function endsFor(place: Place, index: number): unknown[] {
  // A call that waits would take that long. It is tested in test/events/long-poll.test.ts.
  const waits = (value: unknown) =>
    place.position[0] === 'wait' && Number(value) > 0 && Number(value) < 21;
  const all = endsOf(place).filter((value) => !waits(value));
  if (hasEnds(place) || all.length === 0) return all;
  const first = (index + inject('seed')) % all.length;
  return drawnCases(1, [...all.slice(first), ...all.slice(0, first)]);
}

test.each(procedurePlaces)(
  'no end of a format is a failure of the server over /trpc: $name',
  (places) => callWithEach(places, world, endsFor),
);

test.each(named(routes))(
  'no end of a format is a failure of the server over REST: $name',
  ({ route }) => sendWithEach(route, world, endsFor),
);
