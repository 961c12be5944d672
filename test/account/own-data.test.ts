import { beforeAll, describe, expect, test } from 'vitest';
import { inPeopleTransaction, type PeopleHandles } from '../../src/db/transaction.ts';
import { ownDataExport } from '../../src/features/account/export-own-data.ts';
import { leftOutOfOwnData, ownDataParts } from '../../src/features/account/own-data.schema.ts';
import {
  otherPersonalData,
  personalData,
} from '../../src/features/erasure/personal-data.schema.ts';
import { keepAddress } from '../../src/features/members/keep-names.ts';
import { type Planted, plantPerson } from '../erasure/harness/planted-person.ts';
import { type Browser, codeOf, makeCommandLine, makeSession } from '../harness/app.ts';
import { insertTraining } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const api = useApi();
let world: World;
let person: Planted;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  person = await plantPerson(world);
  // The switch hides nobody's own data.
  await world.team.set({ member_detail_enabled: false });
});

function ask(browser: Browser, headers: Record<string, string> = {}) {
  const cookie = `__Host-sid=${browser.session ?? ''}`;
  return fetch(`http://127.0.0.1:${api().port}/app/export/my-data.json`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
  });
}

async function codeOfAnswer(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: { data: { code: string } } };
  return error.data.code;
}

describe('GET /app/export/my-data.json', () => {
  test('contains everything about the person, whatever the switches say, and nothing about others', async () => {
    await person.browser.app.session.prove.mutate({ password: person.password });
    const overview = await person.browser.app.account.exportData.query({});
    expect(overview).toMatchObject({ url: '/app/export/my-data.json', teams: 1 });
    const answer = await ask(person.browser);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    });
    const data = await answer.json();
    expect(data.account).toMatchObject({ id: person.userId, name: person.name });
    const [team] = data.teams;
    expect(team.team.id).toBe(world.team.tenantId);
    expect(team.memberships).toMatchObject([{ id: person.memberId, email: person.email }]);
    expect(team.trainings).toMatchObject([{ id: person.training, evaluation: { total: 30 } }]);
    expect(team.assignments).toMatchObject([{ id: person.assignment }]);
    const seen = new Set(team.cases.map(({ visibility }: { visibility: string }) => visibility));
    expect(seen).toEqual(new Set(['private', 'team']));
    expect(team.api_keys).toHaveLength(1);
    expect(team.audit_entries.length).toBeGreaterThan(2);
    expect(data.mails.length + team.mails.length).toBeGreaterThan(2);
    const kinds = data.security_log.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('data_exported');
    const text = JSON.stringify(data);
    for (const secret of ['token_hash', 'password_hash', 'public_key', 'sealed_link', '"hash"']) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain(world.member.memberId);
    expect(text).not.toContain(world.admin.email);
  });

  test('needs a session, a page of our own and a fresh proof', async () => {
    const { team } = world;
    const nobody = await makeSession(team, team.owner, { expiresAt: new Date(0) });
    expect(await codeOfAnswer(await ask(nobody))).toBe('not_signed_in');
    const stale = await makeSession(team, team.owner, { provedAt: null });
    expect(await codeOfAnswer(await ask(stale))).toBe('fresh_proof_required');
    const fresh = await makeSession(team, team.owner);
    const foreign = await ask(fresh, { 'sec-fetch-site': 'cross-site' });
    expect(await codeOfAnswer(foreign)).toBe('cross_site');
  });

  test('is whole for a person with more rows than a piece holds', async () => {
    const team = await makeTeam(api());
    const { memberId: member_id } = team.owner;
    for (let n = 0; n < 1_001; n++) await insertTraining(team, { member_id });
    const data = await (await ask(await makeSession(team, team.owner))).json();
    const ids = data.teams[0].trainings.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(1_001);
  });
});

describe('the content of the file', () => {
  const isDecided = (name: string) => /\w{3}/.test(leftOutOfOwnData[name] ?? '');

  test('has each personal column, unless a reason is written down', async () => {
    const { userId, memberId } = person;
    const { tenantId } = world.team;
    await api().sql.query(
      `insert into passkey (id, person_id, public_key, counter, name, created_at)
       values ('pk_own', $1, '\\x01', 0, 'Own', now()) on conflict do nothing`,
      [userId],
    );
    await makeCommandLine(world.team, person);
    await api().sql.query(
      `insert into saved_view (tenant_id, id, person_id, name, path, filters, created_at)
       values ($1, 'view_own', $2, 'Own', '/members', '{"role":"admin"}', now())`,
      [tenantId, userId],
    );
    await api().sql.query(
      `insert into ownership_offer (tenant_id, member_id, offered_by, created_at, expires_at)
       values ($1, $2, $3, now(), now() + interval '1 day')`,
      [tenantId, memberId, world.team.owner.memberId],
    );
    await api().sql.query(
      `insert into webhook_retry (tenant_id, delivery_id, n, actor_kind, actor_id, asked_at)
       values ($1, (select id from webhook_delivery where tenant_id = $1 limit 1), 9, 'user', $2, now())`,
      [tenantId, memberId],
    );
    await person.browser.app.session.prove.mutate({ password: person.password });
    const data = await (await ask(person.browser)).json();
    const [team] = data.teams;
    expect(team.ownership_offers).toMatchObject([{ offered_to_you: true }]);
    expect(team.retries).toMatchObject([{ n: 9, actor_id: memberId }]);
    const columns = (table: string, part: string): Set<string> => {
      const found = [data[part] ?? [], team[part] ?? []].flat();
      const rows = table === 'evaluation' ? found.map(({ evaluation }) => evaluation) : found;
      return new Set(rows.flatMap((row) => Object.keys(row ?? {})));
    };
    const missing: string[] = [];
    for (const [table, { erase = {} }] of Object.entries({
      ...personalData,
      ...otherPersonalData,
    })) {
      const part = ownDataParts[table];
      const inFile = part === undefined ? new Set<string>() : columns(table, part);
      const lacks = Object.keys(erase).filter((column) => !inFile.has(column));
      missing.push(
        ...lacks
          .filter((column) => !isDecided(table) && !isDecided(`${table}.${column}`))
          .map((column) => `${table}.${column}`),
      );
    }
    expect(missing).toEqual([]);
  });
});

test('the file is the same whatever the size of its pieces: no row at a border is lost or doubled', async () => {
  const { tenantId } = world.team;
  const { userId, memberId } = person;
  await world.team.do(async ({ db }) => {
    for (const n of [1, 2, 3]) {
      const until = new Date(n);
      await keepAddress(db, { memberId, email: `edge-${n}@example.com`, until });
    }
  });
  await api().sql.query(
    `insert into known_device (person_id, token_hash, created_at, last_used_at)
     select $1, sha256(n::text::bytea), now(), now() from generate_series(1, 3) n`,
    [userId],
  );
  await api().sql.query(
    `insert into webhook_retry (tenant_id, delivery_id, n, actor_kind, actor_id, asked_at)
     select $1, 'whd_edge' || d, n, 'user', $2, now()
     from generate_series(1, 2) d, generate_series(1, 3) n`,
    [tenantId, memberId],
  );
  for (let n = 0; n < 3; n++) await insertTraining(world.team, { member_id: memberId });
  const now = api().clock.now();
  const read = <T>(work: (handles: PeopleHandles) => Promise<T>) =>
    inPeopleTransaction(api().sql, { work });
  const inChunks = async (rows?: number) => {
    const chunks = ownDataExport.chunks(read, { personId: userId, now }, rows);
    return JSON.parse((await Array.fromAsync(chunks)).join(''));
  };
  const whole = await inChunks();
  const [team] = whole.teams;
  for (const list of [whole.devices, team.retries, team.former_names, team.audit_entries]) {
    expect(list.length).toBeGreaterThan(2);
  }
  for (const rows of [1, 2, 3]) expect(await inChunks(rows)).toEqual(whole);
});

describe('account.remove', () => {
  test('is refused to a member of a team', async () => {
    const { team } = world;
    const browser = await makeSession(team, team.owner);
    expect(await codeOf(browser.app.account.remove.mutate({}))).toBe('conflict');
  });

  test('removes the account of a former member, and signs out; the team keeps its data', async () => {
    const { team } = world;
    const { userId, memberId } = await team.addMember();
    const browser = await makeSession(team, { userId });
    await team.request('DELETE', `/users/${memberId}`);
    expect(await browser.app.account.remove.mutate({})).toEqual({ ok: true });
    expect(browser.session).toBeUndefined();
    const { rows } = await api().sql.query(
      `select (select count(*)::integer from person where id = $1) as accounts,
         (select count(*)::integer from session where person_id = $1) as sessions,
         (select count(*)::integer from member where user_id = $1) as members,
         (select count(*)::integer from erasure where person_id = $1) as listed`,
      [userId],
    );
    expect(rows).toEqual([{ accounts: 0, sessions: 0, members: 1, listed: 1 }]);
  });
});
