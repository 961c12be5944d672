import { expect, test } from 'vitest';
import { FairQueue } from '../../src/shared/load/fair-queue.ts';

/** Begins work of these holders at once. No work ends before all have begun. */
function ask(queue: FairQueue<string>, holders: string): Promise<string[]> {
  const { promise: allStarted, resolve } = Promise.withResolvers<void>();
  const works = [...holders].map((holder) =>
    queue
      .run(holder, () => allStarted)
      .then(
        () => 'done',
        (error: unknown) => String(error),
      ),
  );
  resolve();
  return Promise.all(works);
}

const queue = (running: number, waitingHolders: number) =>
  new FairQueue<string>({
    running,
    runningOfHolder: 1,
    waitingHolders,
    waitingOfHolder: 2,
    refusal: () => new Error('busy'),
  });

const done = (count: number) => Array(count).fill('done');

test('only a fixed number of calls may wait: the next call is refused, and accepted again when there is room', async () => {
  const calls = queue(2, 3);
  for (let round = 0; round < 2; round += 1) {
    expect(await ask(calls, 'abcdef')).toEqual([...done(5), 'Error: busy']);
  }
});

test('work of one name waits until the running work of this name ends, and takes no second place', async () => {
  const calls = queue(1, 1);
  expect(await ask(calls, 'aaaa')).toEqual([...done(3), 'Error: busy']);
  expect(await ask(calls, 'aaabc')).toEqual([...done(4), 'Error: busy']);
});
