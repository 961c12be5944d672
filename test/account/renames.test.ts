import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Passwords } from '../../src/auth/passwords.ts';
import { teamExport } from '../../src/cli/team-commands.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { keepName } from '../../src/features/members/keep-names.ts';
import { HOUR_MS, MINUTE_MS, WEEK_MS } from '../../src/shared/time/durations.ts';
import { rowsWith } from '../erasure/harness/all-rows.ts';
import {
  type Browser,
  changeRole,
  errorOf,
  makePerson,
  makeSession,
  PASSWORD,
} from '../harness/app.ts';
import { insertDelivery, insertEndpoint, setAttempt, triedOnce } from '../harness/rows.ts';
import { freshFile, runCommand } from '../harness/run-command.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken } from '../mail/harness/mails.ts';

const api = useApi();
const [OWNER, ADMIN, OTHER] = ['Olga Owner', 'Anton Admin', 'Lena Other'];
const [LATER, LAST] = ['Lore Later', 'Lore Last'];
const [NEXT, THIRD] = ['Nele Next', 'Nele Third'];
let team: TestTeam;
let owner: Browser;
let admin: Person;
let browser: Browser;
let member: Person;

beforeEach(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
  await callThem(team.owner, OWNER);
  admin = await makePerson(team, { role: 'admin', canManageKeys: true });
  await makePerson(team, { role: 'admin' });
  await callThem(admin, ADMIN);
  browser = await makeSession(team, admin);
  member = await makePerson(team);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const callThem = ({ userId }: Person, name: string) =>
  api().sql.query('update person set name = $2 where id = $1', [userId, name]);

async function rename(name: string, { app } = browser): Promise<void> {
  api().clock.travel(MINUTE_MS);
  const { version } = await app.account.profile.query({});
  await app.account.changeProfile.mutate({ version, name });
  api().clock.travel(MINUTE_MS);
}

const entriesOf = async (filter: object, { app } = owner) =>
  (await app.auditLog.list.query(filter)).data;

async function namesOf(filter: object, by = owner) {
  return (await entriesOf(filter, by)).map(({ action, actor, target }) => [
    action,
    actor.name,
    target.name,
  ]);
}

describe('a rename', () => {
  test('is in the audit log, and each entry has the name of its time, so that a borrowed name accuses nobody', async () => {
    await changeRole(browser, member.memberId, 'admin');
    await rename(OWNER);
    await changeRole(browser, member.memberId, 'member');
    await rename('Anton Again');
    await changeRole(browser, member.memberId, 'admin');
    expect(await namesOf({ actor: admin.memberId })).toEqual([
      ['member.role_changed', 'Anton Again', 'A person'],
      ['member.renamed', OWNER, OWNER],
      ['member.role_changed', OWNER, 'A person'],
      ['member.renamed', ADMIN, ADMIN],
      ['member.role_changed', ADMIN, 'A person'],
    ]);
    const renames = await entriesOf({ action: 'member.renamed' });
    expect(renames.map(({ target, changes }) => [target.id, changes])).toEqual([
      [admin.memberId, [{ field: 'name', before: OWNER, after: 'Anton Again' }]],
      [admin.memberId, [{ field: 'name', before: ADMIN, after: OWNER }]],
    ]);
    expect(await namesOf({ actor: team.owner.memberId })).toEqual([]);
  });

  test('is in the log of each present team of the person, and of no former one; the same name leaves no entry', async () => {
    const teams = [team, await makeTeam(api()), await makeTeam(api())];
    const [, second, former] = teams as [TestTeam, TestTeam, TestTeam];
    await second.do((call) => addMember(call, { email: admin.email }));
    const gone = await former.do((call) => addMember(call, { email: admin.email }));
    await former.request('DELETE', `/users/${gone.member_id}`);
    await rename(ADMIN);
    await rename(OTHER);
    const { rows } = await api().sql.query(
      `select tenant_id as team, actor_kind as kind, changes from audit_entry
       where action = 'member.renamed' and tenant_id = any ($1) order by tenant_id`,
      [teams.map(({ tenantId }) => tenantId)],
    );
    expect(rows).toEqual(
      [team, second]
        .map(({ tenantId }) => ({ team: tenantId, kind: 'user', changes: { changed: ['name'] } }))
        .toSorted((a, b) => (a.team < b.team ? -1 : 1)),
    );
  });

  test("shows nobody else's name while member detail is off, only one's own", async () => {
    await rename(OTHER);
    const entryFor = async (reader: Browser) => {
      const [entry] = await entriesOf({ action: 'member.renamed' }, reader);
      return [entry?.actor.name, entry?.target.name, entry?.changes];
    };
    await team.set({ member_detail_enabled: false });
    expect(await entryFor(owner)).toEqual([null, null, [{ field: 'name' }]]);
    expect(await entryFor(browser)).toEqual([
      ADMIN,
      ADMIN,
      [{ field: 'name', before: ADMIN, after: OTHER }],
    ]);
  });

  test('leaves the former name beside the attempts that the person has asked for', async () => {
    const delivery_id = await askForAttempt();
    await rename(OWNER);
    const { attempts } = await owner.app.webhooks.getDelivery.query({ delivery_id });
    expect(attempts[0]?.manual?.by).toMatchObject({ id: admin.memberId, name: ADMIN });
  });

  test('is possible ten times a week, so that nobody fills a log or the table of names', async () => {
    for (let n = 0; n < 10; n++) await rename(`Anton ${'ABCDEFGHIJ'.charAt(n)}`);
    const { code, retry_after = 0 } = await errorOf(rename('Anton Z'));
    expect([code, Math.ceil(retry_after / 60)]).toEqual(['rate_limited', 7 * 24 * 60 - 20]);
    await rename('Anton J');
    expect(await entriesOf({ action: 'member.renamed' })).toHaveLength(10);
    api().clock.travel(WEEK_MS - HOUR_MS);
    browser = await makeSession(team, admin);
    api().clock.travel(HOUR_MS);
    await rename('Anton Z');
  });

  test('counts for the person alone: colleagues may change their names', async () => {
    for (let n = 0; n < 10; n++) await rename(`Anton ${'ABCDEFGHIJ'.charAt(n)}`);
    await rename('Olga Later', owner);
    expect(await namesOf({ action: 'member.renamed', actor: team.owner.memberId })).toHaveLength(1);
  });

  test('that overtakes another keeps both names, one after the other', async () => {
    const past = api().clock.now();
    await rename(OTHER);
    await rename(NEXT);
    const { userId: personId, memberId: member_id } = admin;
    await team.do(({ db }) => keepName(db, { personId, name: NEXT, until: past }));
    await callThem(admin, THIRD);
    await team.request('DELETE', `/users/${member_id}`);
    const { names } = await owner.app.members.erasurePreview.query({ member_id });
    expect(names.map(({ name }) => name)).toEqual([ADMIN, OTHER, NEXT, THIRD]);
    expect(names.map(({ since }) => since)).toEqual(names.map(({ since }) => since).toSorted());
  });

  test('while a new password is hashed is kept too', async () => {
    await browser.app.account.requestReset.mutate({ email: admin.email });
    const token = await mailedToken(api(), admin.email);
    vi.spyOn(Passwords.prototype, 'hash').mockImplementationOnce(async () => {
      await rename(OTHER);
      return '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    });
    await browser.app.account.acceptLink.mutate({ token, password: `${PASSWORD} 2`, name: NEXT });
    await team.request('DELETE', `/users/${admin.memberId}`);
    const { memberId: member_id } = admin;
    const { names } = await owner.app.members.erasurePreview.query({ member_id });
    expect(names.map(({ name }) => name)).toEqual([ADMIN, OTHER, NEXT]);
  });

  test('by the link of a forgotten password counts too', async () => {
    await browser.app.account.requestReset.mutate({ email: admin.email });
    const token = await mailedToken(api(), admin.email);
    await browser.app.account.acceptLink.mutate({ token, password: `${PASSWORD} 2`, name: OTHER });
    expect(await namesOf({ action: 'member.renamed' })).toEqual([['member.renamed', ADMIN, ADMIN]]);
  });
});

/** A delivery with one attempt that the admin has asked for. */
async function askForAttempt(): Promise<string> {
  const endpoint_id = await insertEndpoint(team, {});
  const delivery_id = await insertDelivery(team, { endpoint_id, ...triedOnce });
  await api().sql.query(
    `insert into webhook_retry (tenant_id, delivery_id, n, actor_kind, actor_id, asked_at)
     values ($1, $2, 1, 'user', $3, $4)`,
    [team.tenantId, delivery_id, admin.memberId, api().clock.now()],
  );
  await setAttempt(team, { delivery_id, n: 1, response_code: 500 });
  return delivery_id;
}

/** A person who has left the team, and then has taken another name and another address. */
async function leftAndChanged(): Promise<string> {
  const delivery_id = await askForAttempt();
  await team.createKey({ createdBy: admin.memberId });
  await team.request('DELETE', `/users/${admin.memberId}`);
  await rename(LATER);
  const newEmail = `later-${admin.email}`;
  await browser.app.account.requestEmailChange.mutate({ email: newEmail });
  const token = await mailedToken(api(), newEmail);
  await browser.app.account.confirmEmailChange.mutate({ token });
  await rename(LAST);
  return delivery_id;
}

describe('a team that the person has left', () => {
  const shown = async (delivery_id: string) => {
    const [former] = (await owner.app.members.former.query({})).data;
    const keys = (await owner.app.apiKeys.list.query({})).data;
    const { attempts } = await owner.app.webhooks.getDelivery.query({ delivery_id });
    const [removed] = await entriesOf({ action: 'member.removed' });
    return {
      former: [former?.name, former?.email],
      creator: keys.find(({ creator }) => creator?.status === 'removed')?.creator?.name,
      asker: JSON.stringify(attempts).includes(ADMIN),
      target: removed?.target.name,
    };
  };

  test('still shows the name and the address of the removal, even after the account was removed', async () => {
    const delivery = await leftAndChanged();
    const existing = {
      former: [ADMIN, admin.email],
      creator: ADMIN,
      asker: true,
      target: ADMIN,
    };
    expect(await shown(delivery)).toEqual(existing);
    const out = await freshFile('team.ndjson');
    await runCommand(api(), teamExport, { team: team.tenantId, out });
    const exported = await readFile(out, 'utf8');
    expect(exported).toContain(ADMIN);
    await browser.app.account.remove.mutate({});
    expect(await shown(delivery)).toEqual(existing);
    const later = [LATER, LAST, `later-${admin.email}`];
    for (const word of later) expect(exported).not.toContain(word);
    expect(await rowsWith(api().sql, later)).toEqual([]);
  });

  test('knows that the person had that name until the removal, and not until the rename', async () => {
    await leftAndChanged();
    const [former] = (await owner.app.members.former.query({})).data;
    const { names } = await owner.app.members.erasurePreview.query({ member_id: admin.memberId });
    expect(names.map(({ name, until }) => [name, until])).toEqual([[ADMIN, former?.removed_at]]);
  });
});
