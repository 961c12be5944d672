import { expect, test } from 'vitest';
import { Turns } from '../../src/auth/turns.ts';
import { AppError } from '../../src/shared/app-errors.ts';

/** Begins work under each of these names at once. No work ends before all have begun. */
function ask(turns: Turns, names: string): Promise<string[]> {
  const { promise: allAsked, resolve } = Promise.withResolvers<void>();
  const works = [...names].map((name) =>
    turns
      .run(name, () => allAsked)
      .then(
        () => 'done',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      ),
  );
  resolve();
  return Promise.all(works);
}

const done = (count: number) => Array(count).fill('done');

test('only a fixed number of calls may wait: the next call is refused, and accepted again when there is room', async () => {
  const turns = new Turns({ atOnce: 2, waiting: 3 });
  for (let round = 0; round < 2; round += 1) {
    expect(await ask(turns, 'abcdef')).toEqual([...done(5), 'sign_in_busy']);
  }
});

test('work of one name waits until the running work of this name ends, and takes no second place', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1 });
  expect(await ask(turns, 'aaaa')).toEqual([...done(3), 'sign_in_busy']);
  expect(await ask(turns, 'aaabc')).toEqual([...done(4), 'sign_in_busy']);
});
