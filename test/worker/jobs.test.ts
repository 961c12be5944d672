import { expect, test } from 'vitest';
import type { TeamDb } from '../../src/db/team-db.ts';
import { jobs } from '../../src/shared/jobs.ts';

const renamed = { tenant: 'ten_1', member: 'mem_1', sent: '2026-01-01T00:00:00.000Z' };

test('a job with a renamed field neither compiles nor is done', () => {
  // @ts-expect-error: the task reads `at`.
  const add = (db: TeamDb) => db.addJob('mail.invite', renamed);
  expect(add).toBeTypeOf('function');
  expect(jobs['mail.invite'].safeParse(renamed).success).toBe(false);
});
