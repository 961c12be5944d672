import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { emptyDatabase, query, schemaFolder, write } from '../processes/harness/migrations.ts';

const log = createLogger('silent');

const foundation = 'migrations/20270101000000_foundation';
const next = 'migrations/20270102000000_next';
const returning = (n: number) =>
  `create or replace function answer() returns integer language sql as 'select ${n}';`;
const answer = (url: string) => query(url, 'select answer()');

test('a function is renewed at the next start if its text has changed, and only then', async () => {
  const url = await emptyDatabase();
  const folder = await schemaFolder({ [foundation]: '', 'functions/answer.sql': returning(1) });
  await migrate(url, log, { folder, release: '1.0.0' });
  expect(await answer(url)).toEqual([{ answer: 1 }]);
  await write(folder, { 'functions/answer.sql': returning(2) });
  await migrate(url, log, { folder, release: '1.0.0' });
  expect(await answer(url)).toEqual([{ answer: 2 }]);
  const made = () => query(url, `select xmin::text from pg_proc where proname = 'answer'`);
  const before = await made();
  await migrate(url, log, { folder, release: '1.0.0' });
  expect(await made()).toEqual(before);
});

test("an older release never replaces the text of a newer one, even if it is the older release's own former text", async () => {
  const url = await emptyDatabase();
  const view = (n: number) => `create view shown as select ${n} as number;`;
  const textsOf = (n: number) => ({
    'functions/answer.sql': returning(n),
    'views/shown.sql': view(n),
  });
  const older = await schemaFolder({ [foundation]: '', ...textsOf(1) });
  const newer = await schemaFolder({ [foundation]: '', ...textsOf(1) });
  const patched = await schemaFolder({ [foundation]: '', ...textsOf(3) });
  const now = async () => [...(await answer(url)), ...(await query(url, 'select * from shown'))];
  await migrate(url, log, { folder: older, release: '1.9.0' });
  // The newer release has found nothing to change.
  await migrate(url, log, { folder: newer, release: '1.10.0' });
  await migrate(url, log, { folder: patched, release: '1.9.1' });
  expect(await now()).toEqual([{ answer: 1 }, { number: 1 }]);
  await write(newer, textsOf(2));
  await migrate(url, log, { folder: newer, release: '1.10.0' });
  await migrate(url, log, { folder: patched, release: '1.9.1' });
  expect(await now()).toEqual([{ answer: 2 }, { number: 2 }]);
});

test('a function without a file is removed with its triggers', async () => {
  const url = await emptyDatabase();
  const file = 'functions/keep_even.sql';
  const folder = await schemaFolder({
    [foundation]: 'create table one (n integer);',
    [file]: `create or replace function keep_even() returns trigger language plpgsql as
      $$ begin if new.n % 2 = 0 then return new; end if; return null; end $$;
      create or replace trigger keep_even before insert on one
        for each row execute function keep_even();`,
  });
  const insert = () => query(url, 'insert into one values (1) returning n');
  await migrate(url, log, { folder, release: '1.0.0' });
  expect(await insert()).toEqual([]);
  await rm(path.join(folder, file));
  await migrate(url, log, { folder, release: '1.1.0' });
  expect(await insert()).toEqual([{ n: 1 }]);
});

test('an older release does not remove the functions and views that a newer release has added', async () => {
  const url = await emptyDatabase();
  const older = await schemaFolder({ [foundation]: '' });
  const newer = await schemaFolder({
    [foundation]: '',
    'functions/answer.sql': returning(1),
    'views/shown.sql': 'create view shown as select 1 as number;',
  });
  await migrate(url, log, { folder: newer, release: '1.1.0' });
  await migrate(url, log, { folder: older, release: '1.0.0' });
  expect(await query(url, 'select answer(), number from shown')).toEqual([
    { answer: 1, number: 1 },
  ]);
});

test('views are dropped before a migration, and made again after it', async () => {
  const url = await emptyDatabase();
  const folder = await schemaFolder({
    [foundation]: 'create table one (id integer)',
    'views/all_ones.sql': 'create view all_ones as select id from one;',
    'views/first_one.sql': 'create view first_one as select id from all_ones limit 1;',
  });
  await migrate(url, log, { folder, release: '1.0.0' });
  await write(folder, { [next]: 'alter table one alter column id type bigint' });
  await migrate(url, log, { folder, release: '1.0.0' });
  expect(await query(url, 'select pg_typeof(id)::text from first_one')).toEqual([]);
  const failing = { 'migrations/20270103000000_last': 'alter table one drop column id' };
  await write(folder, failing);
  // If a migration removes a column that a view needs, the start fails and changes nothing.
  await expect(migrate(url, log, { folder, release: '1.0.0' })).rejects.toThrow(
    'prisma/views/all_ones.sql failed: column "id" does not exist',
  );
  expect(await query(url, 'select * from first_one')).toEqual([]);
});

test('functions and views without a file are removed, except those that belong to others', async () => {
  const url = await emptyDatabase();
  const folder = await schemaFolder({
    [foundation]: 'create function of_others() returns integer language sql return 1',
    'functions/answer.sql': returning(1),
    'views/shown.sql': 'create view shown as select 1 as number;',
  });
  await migrate(url, log, { folder, release: '1.0.0' });
  await rm(path.join(folder, 'functions'), { recursive: true });
  await rm(path.join(folder, 'views'), { recursive: true });
  await migrate(url, log, { folder, release: '1.1.0' });
  expect(
    await query(
      url,
      `select to_regproc('answer') as answer, to_regclass('shown') as shown, of_others()`,
    ),
  ).toEqual([{ answer: null, shown: null, of_others: 1 }]);
});

test.each([
  ['signature', `create function answer(n integer) returns integer language sql return n;`],
  ['result', `create or replace function answer() returns text language sql return 'one';`],
])('a changed %s is refused: it needs a new name', async (_, text) => {
  const url = await emptyDatabase();
  const folder = await schemaFolder({ [foundation]: '', 'functions/answer.sql': returning(1) });
  await migrate(url, log, { folder });
  await write(folder, { 'functions/answer.sql': text });
  await expect(migrate(url, log, { folder })).rejects.toThrow('prisma/functions/answer.sql failed');
  expect(await answer(url)).toEqual([{ answer: 1 }]);
});
