import { expect, test } from 'vitest';
import { shareOf } from '../../src/shared/share-holder.ts';
import { RunningExports } from '../../src/trpc/export/running-exports.ts';

const holders = (...ids: string[]) => ids.map((id) => shareOf({ homeTenantId: id }));
const tooMany = expect.objectContaining({ code: 'rate_limited' });

test('a process runs as many exports at once as its limit allows, and the next begins when another ends', () => {
  const running = new RunningExports({ ofProcess: 3, ofHolder: 2 });
  const [end] = ['a', 'b', 'c'].map((holder) => running.begin(holders(holder)));
  expect(() => running.begin(holders('d'))).toThrow(tooMany);
  end?.();
  running.begin(holders('d'));
  expect(() => running.begin(holders('a'))).toThrow(tooMany);
});

test('each holder runs as many exports at once as its limit allows, and a refused export takes no place of another', () => {
  const running = new RunningExports({ ofProcess: 4, ofHolder: 2 });
  const [end] = [running.begin(holders('a', 'team')), running.begin(holders('b', 'team'))];
  for (let n = 0; n < 5; n += 1) expect(() => running.begin(holders('c', 'team'))).toThrow(tooMany);
  running.begin(holders('c'));
  end?.();
  running.begin(holders('d', 'team'));
});
