import { expect, test } from 'vitest';
import { RunningExports } from '../../src/trpc/export/running-exports.ts';

const tooMany = expect.objectContaining({ code: 'rate_limited' });

test('a process runs so many exports as it may and no more, until one of them ends', () => {
  const running = new RunningExports({ ofProcess: 3, ofHolder: 2 });
  const [end] = ['a', 'b', 'c'].map((holder) => running.begin([holder]));
  expect(() => running.begin(['d'])).toThrow(tooMany);
  end?.();
  running.begin(['d']);
  expect(() => running.begin(['a'])).toThrow(tooMany);
});

test('each holder has so many at once as it may and no more, and a refused one takes no turn', () => {
  const running = new RunningExports({ ofProcess: 4, ofHolder: 2 });
  const [end] = [running.begin(['a', 'team']), running.begin(['b', 'team'])];
  for (let n = 0; n < 5; n += 1) expect(() => running.begin(['c', 'team'])).toThrow(tooMany);
  running.begin(['c']);
  end?.();
  running.begin(['d', 'team']);
});
