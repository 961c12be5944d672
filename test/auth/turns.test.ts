import { expect, test } from 'vitest';
import { Turns } from '../../src/auth/turns.ts';
import { AppError } from '../../src/shared/app-errors.ts';

/** Asks for a work of each name at once. None ends before all were asked for. */
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

test('as many as may wait do so, the next one is refused for now, and later there is room', async () => {
  const turns = new Turns({ atOnce: 2, waiting: 3 });
  for (let round = 0; round < 2; round += 1) {
    expect(await ask(turns, 'abcdef')).toEqual([...done(5), 'sign_in_busy']);
  }
});

test('two works of one name wait for the one that runs, and all three take one place', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1 });
  expect(await ask(turns, 'aaaa')).toEqual([...done(3), 'sign_in_busy']);
  expect(await ask(turns, 'aaabc')).toEqual([...done(4), 'sign_in_busy']);
});
