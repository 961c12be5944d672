import { expect, test } from 'vitest';
import { lastRelease, OldProcesses, upgrade } from './harness/last-release/old-processes.ts';

const migration = 'migrations/99990101000000_of_a_test';

/** The statements that a release may run on tables in use, for new texts of a view and a function. */
const harmless = {
  [migration]: `
    alter table webhook_delivery add column note text not null default '';
    alter table assignment add column priority integer;
    update assignment set priority = 1;
    create index assignment_priority on assignment (tenant_id, priority);
    alter table training alter column duration_s type bigint;`,
  'views/webhook_delivery_state.sql': (own: string) =>
    own.replace('d.created_at,', 'd.created_at, d.note,'),
  'functions/raise_one_event.sql': (own: string) =>
    own.replace('begin', "begin\n  perform note from webhook_delivery_state where id = '';"),
  'functions/remove_attempts_of_deliveries.sql': (own: string) => `-- Written again.\n${own}`,
};

test('during an upgrade beside the last release, each of its statements ends as before', async () => {
  const { url, statements } = await lastRelease();
  expect(statements.length).toBeGreaterThan(100);
  const old = await OldProcesses.start(url, statements);
  await upgrade(url, harmless);
  expect(await old.broken()).toEqual({});
});

test.each([
  ['a column', { [migration]: 'alter table assignment drop column note' }],
  ['a function', { 'functions/notify_workers.sql': null }],
  [
    'a column of a view',
    {
      'views/webhook_delivery_state.sql': (own: string) => own.replace('p.next_try_at, ', ''),
    },
  ],
  [
    'the type of a column',
    { [migration]: 'alter table api_key alter column name type varchar(200)' },
  ],
])('an upgrade that takes %s from the last release is noticed', async (_, changes) => {
  const { url, statements } = await lastRelease();
  const old = await OldProcesses.start(url, statements);
  await upgrade(url, changes);
  expect(await old.broken()).not.toEqual({});
});
