import { TRPCClientError } from '@trpc/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { auditOf } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';

const api = useApi();
let team: TestTeam;
let admin: Browser;

beforeAll(async () => {
  team = await makeTeam(api());
  admin = await makeSession(team, await makePerson(team, { role: 'admin' }));
});

const read = () => admin.app.team.get.query({});
type Changes = Partial<Parameters<typeof admin.app.team.change.mutate>[0]>;

async function change(changes: Changes, browser = admin) {
  const { version } = await read();
  return browser.app.team.change.mutate({ version, ...changes });
}

test('a team has two languages, the zone of Berlin and no links, until an admin says otherwise', async () => {
  const before = await read();
  expect(before).toMatchObject({
    languages: ['de', 'en'],
    time_zone: 'Europe/Berlin',
    imprint_url: null,
    privacy_url: null,
    limits: { requests_per_key_per_min: 120, invitations_per_hour: 60, webhook_endpoints: 100 },
  });
  const changes = {
    name: 'Vertrieb Süd & Söhne',
    languages: ['en' as const],
    time_zone: 'America/New_York',
    imprint_url: 'https://customer.example/imprint',
    privacy_url: 'https://customer.example/privacy?lang=en#top',
  };
  const after = await change(changes);
  expect(after).toMatchObject(changes);
  expect(after.version).not.toBe(before.version);
  expect(await read()).toEqual(after);
  expect(await auditOf(team, team.tenantId)).toContainEqual({ action: 'team.changed', changes });
});

test('a field that is not given stays, null removes a link, and to give the same value again is no change', async () => {
  await change({ imprint_url: 'https://customer.example/imprint' });
  const before = await read();
  const count = (await auditOf(team, team.tenantId)).length;
  expect(await change({ imprint_url: before.imprint_url })).toEqual(before);
  expect(await auditOf(team, team.tenantId)).toHaveLength(count);
  expect(await change({ imprint_url: null })).toMatchObject({
    name: before.name,
    imprint_url: null,
  });
});

describe('refused', () => {
  test.each<[what: string, changes: Changes]>([
    ['a name with a line break', { name: 'Team\r\nBcc: all@example.com' }],
    ['a name with another control character', { name: 'Team\u0007' }],
    ['a name that turns the text around it', { name: 'Team \u202egnp.exe' }],
    ['a blank name', { name: ' \t ' }],
    ['a name of 121 characters', { name: 'x'.repeat(121) }],
    ['no language', { languages: [] }],
    ['a language twice', { languages: ['de', 'de'] }],
    ['a zone that is none', { time_zone: 'Europe/Atlantis' }],
    ['SQL after a zone', { time_zone: `Europe/Berlin'; drop table member; --` }],
    ['a path of a file', { time_zone: '../../../etc/passwd' }],
    ['an offset, which has no summer time', { time_zone: '+01:00' }],
    ['a link that runs a script', { imprint_url: 'javascript:alert(1)' }],
    ['a script in disguise', { privacy_url: ' java\nscript:alert(1)//https://a.example' }],
    ['a data: link', { privacy_url: 'data:text/html,<script>alert(1)</script>' }],
    ['a link without TLS', { imprint_url: 'http://customer.example/' }],
    ['a link with a user', { imprint_url: 'https://bank.example@evil.example/' }],
    ['a link with a password', { imprint_url: 'https://:secret@evil.example/' }],
    ['a link into the own network', { imprint_url: 'https://intranet/' }],
    ['a link of 2049 characters', { imprint_url: `https://a.example/${'x'.repeat(2031)}` }],
  ])('%s', async (_, changes) => {
    const before = await read();
    expect(await codeOf(change(changes))).toBe('validation_error');
    expect(await read()).toEqual(before);
  });
});

test('a zone is stored in its usual spelling, and a zone with two names by the given name', async () => {
  expect((await change({ time_zone: 'europe/VIENNA' })).time_zone).toBe('Europe/Vienna');
  expect((await change({ time_zone: 'Asia/Kolkata' })).time_zone).toBe('Asia/Kolkata');
  expect((await change({ time_zone: 'UTC' })).time_zone).toBe('UTC');
});

describe('an edit of what others have changed since', () => {
  const failing = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => new Error('It was not refused'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof TRPCClientError)) throw error;
    return error.data;
  };

  test('is a conflict that names what has changed, and changes nothing', async () => {
    const { version } = await read();
    await change({ name: 'First', time_zone: 'Europe/Paris' });
    const data = await failing(admin.app.team.change.mutate({ version, name: 'Second' }));
    expect(data).toMatchObject({
      code: 'stale',
      httpStatus: 409,
      changes: [{ field: 'name' }, { field: 'time_zone' }],
    });
    expect((await read()).name).toBe('First');
  });

  test('if two edits come at once, one is refused', async () => {
    const { version } = await read();
    const codes = await Promise.all(
      ['One', 'Two', 'Three'].map(async (name) => {
        const browser = await makeSession(team, team.owner);
        return codeOf(browser.app.team.change.mutate({ version, name }));
      }),
    );
    expect(codes.sort()).toEqual(['ok', 'stale', 'stale']);
  });

  test('is refused when another change overtakes it', async () => {
    const { version, name } = await read();
    const other = await api().sql.connect();
    try {
      await other.query('begin');
      await other.query(`update tenant set name = 'Overtaken' where id = $1`, [team.tenantId]);
      const edit = codeOf(admin.app.team.change.mutate({ version, name: 'Late' }));
      await expect.poll(() => waitingBackends(api().sql), { timeout: 15_000 }).toHaveLength(1);
      await other.query('commit');
      expect(await edit).toBe('stale');
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect(name).not.toBe('Overtaken');
    expect((await read()).name).toBe('Overtaken');
  });

  test('is refused with a version that somebody has made up', async () => {
    const { version } = await read();
    const edit = (made: string) => codeOf(admin.app.team.change.mutate({ version: made }));
    expect(await edit('1')).toBe('validation_error');
    expect(await edit(version.slice(9))).toBe('stale');
    expect(await edit(version)).toBe('ok');
  });
});
