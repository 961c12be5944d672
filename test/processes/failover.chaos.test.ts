import { chmod, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { drill } from '../../scripts/release/failover/drill.ts';
import { quickFolder } from '../harness/quick-folder.ts';
import { rounds } from '../harness/rounds.ts';

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(quickFolder(), 'team-api-failover-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL runs as another user than root.
  await chmod(folder, 0o711);
  return folder;
}

test.each(rounds({ few: 0, all: 3 }))(
  'round %i: when a primary is killed and its synchronous replica is promoted, no answered write is lost or made twice, each webhook arrives, and the processes go on by themselves behind the same address',
  async () => {
    const outcome = await drill({
      folder: await ownFolder(),
      loss: 'killed',
      isSynchronous: true,
      promotedAfterMs: 0,
      calmMs: 700,
    });
    expect(outcome).toMatchObject({
      lost: 0,
      double: 0,
      unsent: 0,
      sentOfLost: 0,
      isRecovered: true,
      wrong: [],
    });
    expect(outcome.answered).toBeGreaterThan(0);
    expect(outcome.firstWrite).toBeLessThan(Number.POSITIVE_INFINITY);
  },
);
