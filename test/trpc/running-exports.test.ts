import { expect, test } from 'vitest';
import { RunningExports } from '../../src/trpc/export/running-exports.ts';

const tooMany = expect.objectContaining({ code: 'rate_limited' });

test('a process runs as many exports at once as its limit allows, and the next begins when another ends', () => {
  const running = new RunningExports({ ofProcess: 3, ofHolder: 2 });
  const [end] = ['a', 'b', 'c'].map((holder) => running.begin([holder]));
  expect(() => running.begin(['d'])).toThrow(tooMany);
  end?.();
  running.begin(['d']);
  expect(() => running.begin(['a'])).toThrow(tooMany);
});

test('each holder runs as many exports at once as its limit allows, and a refused export takes no place of another', () => {
  const running = new RunningExports({ ofProcess: 4, ofHolder: 2 });
  const [end] = [running.begin(['a', 'team']), running.begin(['b', 'team'])];
  for (let n = 0; n < 5; n += 1) expect(() => running.begin(['c', 'team'])).toThrow(tooMany);
  running.begin(['c']);
  end?.();
  running.begin(['d', 'team']);
});
