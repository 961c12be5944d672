import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { teamExport } from '../../src/cli/team-commands.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time/durations.ts';
import { type Browser, makePerson, makeSession } from '../harness/app.ts';
import { insertAssignment, insertCase, insertDeal, insertOneTimeLink } from '../harness/rows.ts';
import { freshFile, runCommand } from '../harness/run-command.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken, mailsTo, runMails } from '../mail/harness/mails.ts';
import { runErasures } from './harness/erase.ts';

// A person has given up an address, and another person has it now.

const api = useApi();
let team: TestTeam;
let owner: Browser;
let former: Person;
let address: string;

beforeEach(async () => {
  team = await makeTeam(api());
  owner = await makeSession(team, team.owner);
  former = await makePerson(team);
  address = former.email;
  await mailed('of the first holder');
});

/** The mails that a worker has written to a member of the team. */
async function mailed(subject: string): Promise<void> {
  api().clock.travel(MINUTE_MS);
  const now = api().clock.now();
  await api().sql.query(
    `insert into mail (tenant_id, id, cause, recipient, lang, subject, body, created_at)
     values ($1, $2, $2, $3, 'de', $4, 'Guten Tag', $5)`,
    [team.tenantId, `mail_${team.tenantId}_${subject}`, address, subject, now],
  );
  api().clock.travel(MINUTE_MS);
}

async function moveTo(person: Person, email: string): Promise<Browser> {
  const browser = await makeSession(team, person);
  await browser.app.account.requestEmailChange.mutate({ email });
  const token = await mailedToken(api(), email);
  await browser.app.account.confirmEmailChange.mutate({ token });
  await runMails(api());
  // The old address is reserved for a week, so that the change can be undone.
  api().clock.travel(8 * DAY_MS);
  owner = await makeSession(team, team.owner);
  return makeSession(team, person);
}

async function ownData(browser: Browser) {
  const answer = await fetch(`http://127.0.0.1:${api().port}/app/export/my-data.json`, {
    headers: { cookie: `__Host-sid=${browser.session}`, 'sec-fetch-site': 'same-origin' },
  });
  const { links, teams } = await answer.json();
  const [{ mails, former_names }] = teams;
  const subjects = mails.map(({ subject }: { subject: string }) => subject);
  return {
    subjects: subjects.filter((subject: string) => /holder/.test(subject)),
    former_names,
    links: links.map(({ member_id }: { member_id: string }) => member_id),
  };
}

/** An invitation to the address, which was accepted at once. */
const invited = (member_id: string) =>
  insertOneTimeLink(api(), {
    tenant_id: team.tenantId,
    purpose: 'invitation',
    member_id,
    email: address,
    used_at: api().clock.now(),
    created_at: api().clock.now(),
  });

test("a person's export has the mails of the person's own time, and invitations to the person", async () => {
  await invited(former.memberId);
  await invited('mem_withdrawn');
  await moveTo(former, `moved-${address}`);
  const next = await makePerson(team, { email: `next-${address}` });
  const second = await moveTo(next, address);
  const first = await makeSession(team, former);
  await mailed('of the second holder');

  const [ofFirst, ofSecond] = [await ownData(first), await ownData(second)];
  expect([ofFirst.subjects, ofSecond.subjects]).toEqual([
    ['of the first holder'],
    ['of the second holder'],
  ]);
  expect(ofFirst.former_names).toMatchObject([
    { id: '1', member_id: former.memberId, kind: 'email', value: address },
  ]);
  expect(ofFirst.links).toContain(former.memberId);
  // These two links confirmed the address, and would have undone the change.
  expect(ofSecond.links).toEqual([null, null]);
});

test('a new account gets nothing of the person who had its address before', async () => {
  await invited(former.memberId);
  await moveTo(former, `moved-${address}`);
  const next = await makePerson(team, { email: address });
  await mailed('of the second holder');
  const { subjects, links } = await ownData(await makeSession(team, next));
  expect(subjects).toEqual(['of the second holder']);
  expect(links).toEqual([]);
});

test('after a person has given up an address and taken it back, the export has no invitation that another person got meanwhile', async () => {
  const second = await makePerson(team);
  await moveTo(second, `between-${address}`);
  await invited('mem_withdrawn');
  await moveTo(former, `moved-${address}`);
  const { links } = await ownData(await moveTo(second, address));
  expect(links).not.toContain('mem_withdrawn');
  expect(links).toContain(null);
});

test('erasing the first person keeps the address of the next person, with mails and links to it', async () => {
  await moveTo(former, `moved-${address}`);
  const next = await makePerson(team, { email: address });
  await mailed('of the second holder');
  const deal = await insertDeal(team, { title: `Ask ${address}, moved-${address}` });
  await insertOneTimeLink(api(), {
    tenant_id: team.tenantId,
    purpose: 'invitation',
    member_id: next.memberId,
    email: address,
    used_at: api().clock.now(),
  });
  await eraseFormer();
  const { rows } = await api().sql.query(
    `select d.title, m.email, l.member_id as linked from crm_deal d, one_time_link l, member m
     where d.id = $1 and m.id = $2 and l.tenant_id = $3 and l.email = m.email`,
    [deal, next.memberId, team.tenantId],
  );
  expect(rows).toEqual([
    {
      title: `Ask ${address}, erased@erased.invalid`,
      email: address,
      linked: next.memberId,
    },
  ]);
  const left = (await mailsTo(api(), address)).map(({ subject }) => subject);
  expect(left.filter((subject) => /holder/.test(subject))).toEqual(['of the second holder']);
});

test('an erasure succeeds while somebody is invited at a former address of the person, and keeps this invitation', async () => {
  await moveTo(former, `moved-${address}`);
  const { body } = await team.request('POST', '/users', { body: { email: address } });
  await runMails(api());
  await eraseFormer();
  const { rows } = await api().sql.query(
    `select status, email, (select count(*)::integer from mail m where m.recipient = $2
       and m.cause like 'invitation:%') as invitations
     from member where id = $1`,
    [body.id, address],
  );
  expect(rows).toEqual([{ status: 'invited', email: address, invitations: 1 }]);
});

test('a person who is invited again before the erasure begins is not erased', async () => {
  await team.request('DELETE', `/users/${former.memberId}`);
  await owner.app.members.erase.mutate({ member_id: former.memberId });
  const invited = await team.request('POST', '/users', { body: { email: address } });
  expect(invited.status).toBe(201);
  await runErasures(api());
  const { rows } = await api().sql.query('select email from member where id = $1', [
    former.memberId,
  ]);
  expect(rows).toEqual([{ email: address }]);
});

test("a person who is invited again at the account's present address is not erased", async () => {
  await team.request('DELETE', `/users/${former.memberId}`);
  await moveTo(former, `moved-${address}`);
  const invited = await team.request('POST', '/users', { body: { email: `moved-${address}` } });
  expect(invited.status).toBe(201);
  await owner.app.members.erase.mutate({ member_id: former.memberId });
  await runErasures(api());
  const { rows } = await api().sql.query(
    'select email from member where id = any ($1) order by email',
    [[former.memberId, invited.body.id]],
  );
  expect(rows).toEqual([address, `moved-${address}`].sort().map((email) => ({ email })));
});

test('if a text is full, the words that an erasure puts in push out its end', async () => {
  const { body: created } = await team.request('POST', '/webhook-endpoints', {
    body: { url: 'https://hooks.example.com', events: ['member.joined'] },
  });
  const short = `x${Date.now() % 1000}@x.de`;
  await moveTo(former, short);
  const full = (most: number) => `${short} `.padEnd(most, 'x');
  const { sql } = api();
  await insertAssignment(team, {
    member_id: team.owner.memberId,
    title: full(120),
    note: full(5_000),
  });
  await insertCase(team, { member_id: team.owner.memberId, title: full(200) });
  await sql.query('update webhook_endpoint set description = $2 where id = $1', [
    created.id,
    full(500),
  ]);
  await eraseFormer();
  const { rows } = await sql.query(
    `select a.title, a.note, c.title as "case", e.description
     from assignment a, team_case c, webhook_endpoint e
     where a.tenant_id = $1 and c.tenant_id = $1 and e.tenant_id = $1`,
    [team.tenantId],
  );
  const cut = (most: number) => 'erased@erased.invalid '.padEnd(most, 'x');
  expect(rows).toEqual([
    { title: cut(120), note: cut(5_000), case: cut(200), description: cut(500) },
  ]);
});

test('an erasure in one team keeps the account for another team, and hides its names from the first', async () => {
  const other = await makeTeam(api());
  await other.do((call) => addMember(call, { email: former.email }));
  await eraseFormer();
  const { data } = await owner.app.members.former.query({});
  expect(data).toMatchObject([{ id: former.memberId, name: null, email: null }]);
  const entries = (await owner.app.auditLog.list.query({ target_id: former.memberId })).data;
  expect(entries.length).toBeGreaterThan(1);
  expect(new Set(entries.map(({ target }) => target.name))).toEqual(new Set([null]));
  const out = await freshFile('team.ndjson');
  await runCommand(api(), teamExport, { team: team.tenantId, out });
  const exported = await readFile(out, 'utf8');
  for (const word of [former.email, 'A person']) expect(exported).not.toContain(word);
});

async function eraseFormer(): Promise<void> {
  await team.request('DELETE', `/users/${former.memberId}`);
  await owner.app.members.erase.mutate({ member_id: former.memberId });
  await runErasures(api());
  const { data } = await owner.app.members.former.query({});
  expect(data.find(({ id }) => id === former.memberId)?.erased?.finished_at).not.toBeNull();
}
