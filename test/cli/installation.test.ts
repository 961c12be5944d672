import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { loadConfig } from '../../src/config.ts';
import { emptyDatabase, migrationNames } from '../processes/harness/migrations.ts';

const url = 'https://team-api.example.com';
const address = 'postgresql://team_api:secret@db.example.com:5432/team_api';
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The environment is unusable: the command must not read it. */
async function init(...options: string[]) {
  count += 1;
  const file = path.join(folder, `${count}.env`);
  const outcome = await run(['init', '--out', file, ...options], { PORT: 'unusable' });
  const text = await readFile(file, 'utf8').catch(() => '');
  return { ...outcome, file, text, values: parseEnv(text) as Record<string, string> };
}

describe('init', () => {
  test('writes settings with which the service starts, with secrets of their own', async () => {
    const first = await init('--url', url);
    const second = await init('--url', url);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout)).toEqual({
      file: first.file,
      public_url: url,
      database: 'compose',
      mail: 'outbox',
    });
    expect(loadConfig(first.values, 'required')).toMatchObject({
      publicUrl: url,
      trustProxy: { kind: 'hops', hops: 1 },
    });
    const secrets = ['ENCRYPTION_KEY', 'SERVICE_TOKEN', 'DATABASE_PASSWORD', 'POSTGRES_PASSWORD'];
    for (const name of secrets) {
      expect(first.values[name]?.length).toBeGreaterThan(30);
      expect(second.values[name]).not.toBe(first.values[name]);
    }
    expect(first.values.DATABASE_URL).toContain(first.values.DATABASE_PASSWORD);
  });

  test('only the account that ran it can read the file', async () => {
    const { file } = await init('--url', url);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('never overwrites a file, which may have the only copy of an encryption key', async () => {
    const file = path.join(folder, 'kept.env');
    await writeFile(file, 'ENCRYPTION_KEY=kept');
    const outcome = await run(['init', '--out', file, '--url', url], {});
    expect(outcome).toMatchObject({ code: 1, stderr: `${file} exists already.\n` });
    expect(await readFile(file, 'utf8')).toBe('ENCRYPTION_KEY=kept');
  });

  test('with a PostgreSQL of your own, it makes no passwords for one', async () => {
    const { values } = await init('--url', url, '--database-url', address);
    expect(values.DATABASE_URL).toBe(address);
    expect(values.POSTGRES_PASSWORD).toBeUndefined();
  });

  test('a shell, Node and programs that know no quotation marks read the same values', async () => {
    const awkward = `${address}?sslmode=verify-full&application_name=a#b$HOME`;
    const sender = 'Team API "Sales" <no-reply@example.com>';
    const smtp = 'smtp://user:p%27w%40d!@mail.example.com:587';
    const options = ['--database-url', awkward, '--smtp-url', smtp, '--mail-from', sender];
    const { file, text, values } = await init('--url', url, ...options);
    expect(values).toMatchObject({ DATABASE_URL: awkward, SMTP_URL: smtp, MAIL_FROM: sender });
    const names = Object.keys(values);
    const printed = execFileSync(
      'sh',
      ['-c', `set -a; . "$1"; shift; for n; do printenv "$n"; done`, 'sh', file, ...names],
      { encoding: 'utf8', env: { PATH: process.env.PATH } },
    );
    expect(printed.trimEnd().split('\n')).toEqual(Object.values(values));
    const unquoted = text.split('\n').filter((line) => !line.includes("'"));
    expect(unquoted.map((line) => line.split('=')[0])).toContain('ENCRYPTION_KEY');
  });

  test.each([
    ['http', ['--url', 'http://team-api.example.com'], /--url is wrong; expected where clients/],
    ['a path', ['--url', `${url}/api`], /--url is wrong; expected where clients reach/],
    ['no url', [], /--url is missing/],
    [
      'a wrong database',
      ['--url', url, '--database-url', 'mysql://user:secret@db/x'],
      /^DATABASE_URL is wrong \(\d+ characters, not shown\); expected postgresql:/,
    ],
    [
      'a wrong sender',
      ['--url', url, '--mail-from', 'nobody'],
      /^MAIL_FROM is wrong \("nobody"\); expected a sender such as/,
    ],
    [
      'a quotation mark',
      ['--url', url, '--database-url', "postgresql://u:it's@db/x"],
      /^init: DATABASE_URL contains a quotation mark \('\).*write %27/,
    ],
  ])('%s: says what is wrong, without secrets, and writes nothing', async (_, options, line) => {
    const { code, stdout, stderr, text } = await init(...options);
    expect({ code, stdout, text }).toEqual({ code: 1, stdout: '', text: '' });
    expect(stderr).toMatch(line);
    expect(stderr).not.toContain('secret');
  });
});

test('migrate makes all tables of an empty database, and has nothing to do the second time', async () => {
  const env = { DATABASE_URL: await emptyDatabase(), ENCRYPTION_KEY: '0'.repeat(64) };
  const first = await run(['migrate'], env);
  expect(JSON.parse(first.stdout)).toEqual({ applied: await migrationNames() });
  const second = await run(['migrate'], env);
  expect(JSON.parse(second.stdout)).toEqual({ applied: [] });
});
