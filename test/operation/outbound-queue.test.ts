import { expect, test } from 'vitest';
import { OutboundQueue } from '../../src/operation/outbound-queue.ts';
import { ApiError } from '../../src/shared/errors/errors.ts';
import { shareOf } from '../../src/shared/load/share-holder.ts';
import { ManualClock } from '../harness/manual-clock.ts';

const queue = (timeLimitMs?: number) => new OutboundQueue(new ManualClock(), timeLimitMs);
let people = 0;
function asker(team: string) {
  people += 1;
  return { holder: shareOf({ homeTenantId: team }), personId: `person ${people}` };
}

async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (error instanceof ApiError) return String(error.details.because);
    throw error;
  }
}

/** Questions that do not end before the test ends them. */
function open() {
  const began: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const ask = (name: string) => async () => {
    began.push(name);
    await promise;
  };
  return { began, ask, end: resolve };
}

test('a team has one question at a time, and other teams do not wait for it', async () => {
  const [all, { began, ask, end }] = [queue(), open()];
  const calls = [
    all.run(asker('a'), ask('a1')),
    all.run(asker('a'), ask('a2')),
    all.run(asker('b'), ask('b1')),
  ];
  await new Promise(setImmediate);
  expect(began).toEqual(['a1', 'b1']);
  end();
  await Promise.all(calls);
  expect(began).toEqual(['a1', 'b1', 'a2']);
});

test('a process runs the questions of eight teams at once, and the next begins when one ends', async () => {
  const [all, { began, ask, end }] = [queue(), open()];
  const calls = Array.from({ length: 10 }, (_, n) => all.run(asker(`team ${n}`), ask(`${n}`)));
  await new Promise(setImmediate);
  expect(began).toHaveLength(8);
  end();
  await Promise.all(calls);
  expect(began).toHaveLength(10);
});

test('the seventh question of a team at once is refused immediately', async () => {
  const [all, { ask, end }] = [queue(), open()];
  const calls = Array.from({ length: 7 }, () => refusalOf(all.run(asker('a'), ask('a'))));
  expect(await calls[6]).toBe('crm_busy');
  end();
  expect((await Promise.all(calls)).filter((end) => end === 'ok')).toHaveLength(6);
});

test('a question that lasts too long ends, is told to stop, and gives its turn back', async () => {
  const all = queue(50);
  let isStopped = false;
  const hanging = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => {
        isStopped = true;
        reject(signal.reason);
      });
    });
  expect(await refusalOf(all.run(asker('a'), hanging))).toBe('crm_too_slow');
  expect(isStopped).toBe(true);
  expect(await refusalOf(all.run(asker('a'), async () => undefined))).toBe('ok');
});

test('the time limit includes the time of waiting', async () => {
  const [all, { ask, end }] = [queue(50), open()];
  const first = refusalOf(all.run(asker('a'), ask('a1')));
  // Both time limits end at about the same time, so the second question may get its turn for a moment.
  expect(['crm_busy', 'crm_too_slow']).toContain(await refusalOf(all.run(asker('a'), ask('a2'))));
  end();
  await first;
});

test('a person has at most ten questions in a minute', async () => {
  const clock = new ManualClock();
  clock.elapsesMs = 0;
  const all = new OutboundQueue(clock);
  const person = asker('a');
  const ask = () => refusalOf(all.run(person, async () => undefined));
  for (let n = 0; n < 10; n += 1) expect(await ask()).toBe('ok');
  expect(await ask()).toBe('too_many_crm_questions');
  clock.elapsesMs = 61_000;
  expect(await ask()).toBe('ok');
});

test('a team has at most thirty questions in a minute, and other teams may still ask', async () => {
  const all = queue();
  const ask = (team: string, personId: string) =>
    refusalOf(all.run({ ...asker(team), personId }, async () => undefined));
  for (let n = 0; n < 30; n += 1) expect(await ask('a', `a${n % 3}`)).toBe('ok');
  expect(await ask('a', 'a4')).toBe('too_many_crm_questions');
  expect(await ask('b', 'b1')).toBe('ok');
});
