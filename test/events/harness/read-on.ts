import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Random } from '../../../src/seed/demo/random.ts';
import type { Reading } from './check-history.ts';
import type { Feed } from './feed.ts';
import { types } from './raise.ts';

type Moment = {
  /** How many histories, and how many times of keeping, have ended. */
  history: number;
  stops: number;
  /** The same object as long as the switch of privacy hides people. */
  hiding: object | undefined;
  isLast: boolean;
};

export type Surroundings = {
  ask(query: Record<string, string>): Promise<Response | null>;
  now(): Moment;
  noteBegin(reading: Reading): void;
};

/** Reads page after page until the last one. If the cursor has expired, begins anew. */
export async function readOn(random: Random, { ask, now, noteBegin }: Surroundings): Promise<void> {
  const chosen = types.filter(() => random.chance(0.6));
  const own = chosen.length > 0 && random.chance(0.6) ? chosen : undefined;
  const query = { limit: `${random.whole(1, 5)}`, ...(own && { types: own.join() }) };
  const longest = random.whole(0, 60);
  let reading: Reading | undefined;
  for (let cursor: string | undefined; ; ) {
    const [{ history, stops, hiding, isLast }, asked] = [now(), performance.now()];
    const wait = random.chance(0.3) ? '1' : '0';
    const page = await pageOf(
      await ask({ ...query, wait, ...(cursor !== undefined && { cursor }) }),
    );
    const [then, answered] = [now(), performance.now()];
    if (page === 'expired') {
      // A beginning that waits has a position, after which events may be removed.
      if (!reading && wait === '0') throw new Error('a beginning has expired');
      if (reading) {
        const isOver = reading.history !== then.history || reading.stops !== then.stops;
        reading.expired = isOver ? 'after it' : 'in its history';
      }
      reading = cursor = undefined;
    } else if (page === 'none') await sleep(20);
    else {
      if (!reading) {
        reading = { history, stops, types: own, begin: { asked, answered }, seen: [] };
        noteBegin(reading);
      }
      expect(reading.history, 'a cursor has outlived its history').toBe(then.history);
      if (hiding && hiding === then.hiding) {
        expect(page.data.filter(({ data }) => 'user_id' in data)).toEqual([]);
      }
      reading.seen.push(...page.data.map(({ id }) => id));
      cursor = page.cursor;
      if (isLast && !page.has_more) return;
      if (!page.has_more) await sleep(random.whole(0, longest));
    }
  }
}

/** None: a killed API does not answer, or answers half; and a key may be revoked, or ask too often. */
async function pageOf(response: Response | null): Promise<Feed | 'expired' | 'none'> {
  const body = await response?.json().catch(() => null);
  if (!response || !body) return 'none';
  if (response.status === 200) return body as Feed;
  if (body.errors?.[0]?.code === 'cursor_expired') return 'expired';
  if (![401, 429, 503].includes(response.status)) throw new Error(JSON.stringify(body));
  return 'none';
}
