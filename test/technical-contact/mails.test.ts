import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { mailAnnounceDeprecation } from '../../src/cli/mail-commands.ts';
import { newId } from '../../src/db/ids.ts';
import { createKey } from '../../src/features/api-keys/create-key.ts';
import { bodyWithLink, openLink } from '../../src/features/mail/seal-link.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { eraseContact } from '../../src/features/technical-contact/erase-contact.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { databaseClock } from '../../src/shared/time/clock.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import {
  pauseFailingEndpoints,
  warnOfFailingEndpoints,
} from '../../src/worker/delivery/failing-endpoints.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { mailTasks } from '../../src/worker/mail/mail-tasks.ts';
import { openMailer } from '../../src/worker/mail/mailer.ts';
import { atNow, later, NOW, newTeam } from '../cli/harness/team.ts';
import { links } from '../harness/mailed-links.ts';
import { runCommand } from '../harness/run-command.ts';
import { readMail, startSmtp } from '../harness/smtp.ts';
import { useDatabase } from '../harness/use-database.ts';
import { runJobs } from '../worker/harness/queue.ts';

const database = useDatabase();
const CONTACT = 'ops@agency.example';
const PAUSE_AFTER = 3 * DAY_MS;

let team: Awaited<ReturnType<typeof newTeam>>;

beforeEach(async () => {
  await query('delete from webhook_endpoint');
  await query('delete from graphile_worker._private_jobs');
  await query("update tenant set status = 'ended'");
  const name = 'Vertrieb Nord';
  team = await newTeam(database().pool, { name, owner: 'owner@example.com' });
  await team.do((call) => addMember(call, { email: 'admin@example.com', role: 'admin' }));
});

const query = async (text: string, values: unknown[] = []) =>
  (await database().pool.query(text, values)).rows;

async function contact(row: { email?: string; lang?: string; confirmed?: boolean } = {}) {
  const { email = CONTACT, lang = 'de', confirmed = true } = row;
  const confirmedAt = confirmed ? NOW : null;
  await query(
    `insert into technical_contact
       (tenant_id, id, email, lang, set_at, asked_at, confirmed_at, asks_since, asks)
     values ($1, $2, $3, $4, $5, $5, $6, $5, 1)`,
    [team.tenant_id, newId('tco', NOW), email, lang, NOW, confirmedAt],
  );
}

function tasks(smtpUrl?: string) {
  const given = { outgoing: Outgoing.opened(), mailFrom: 'no-reply@mail.example.com' };
  const mailer = smtpUrl ? openMailer({ ...given, smtpUrl }) : null;
  if (mailer) onTestFinished(() => mailer.close());
  return mailTasks({ pool: database().pool, clock: databaseClock, mailer, links });
}

/** The mails to an address, as their reader sees them. */
async function mailsTo(email: string) {
  const rows = await query(
    'select * from mail where tenant_id = $1 and recipient = $2 order by created_at, id',
    [team.tenant_id, email],
  );
  return rows.map((row) => ({
    cause: row.cause as string,
    subject: row.subject as string,
    body: bodyWithLink(links, row, openLink(links, row)),
    hasLink: openLink(links, row) !== null,
  }));
}

async function failing(since: string): Promise<void> {
  await query(
    `insert into webhook_endpoint (tenant_id, id, url, events, description, status, secret,
       api_version, created_at, failing_since)
     values ($1, $2, 'https://hooks.example.com/in?token=t0k3n', '{member.joined}', 'Übergabe',
       'active', '', '2026-11', now() - interval '1 y', now() - $3::interval)`,
    [team.tenant_id, newId('whe', NOW), since],
  );
}

/** Each occasion of a mail to the technical contact. */
const occasions: Record<string, () => Promise<unknown>> = {
  'an endpoint that has failed for a day': async () => {
    await failing('25 h');
    await warnOfFailingEndpoints({ pool: database().pool, pauseAfterMs: PAUSE_AFTER });
    await runJobs(database().pool, tasks());
  },
  'a paused endpoint': async () => {
    await failing('73 h');
    await pauseFailingEndpoints({ pool: database().pool, pauseAfterMs: PAUSE_AFTER });
    await runJobs(database().pool, tasks());
  },
  'a key that expires': async () => {
    const key = { name: 'Berichte', scopes: ['users:read' as const] };
    await team.do((call) => createKey(call, { ...key, expires_at: later(90 * DAY_MS) }));
    const clock = { ...databaseClock, stoppedAt: () => later(83 * DAY_MS) };
    await runHousekeeping({ pool: database().pool, clock, log: createLogger('silent'), links });
  },
  'a deprecation': async () => {
    await team.do((call) => createKey(call, { name: 'K', scopes: ['users:read'] }));
    await announceDeprecation();
  },
};

const announceDeprecation = () =>
  runCommand(atNow(database().pool), mailAnnounceDeprecation, {
    'sunset-at': '2099-01-31T00:00:00Z',
  });

describe.each(Object.entries(occasions))('%s', (_, happens) => {
  test('causes a mail to the contact who has agreed, which says why it was sent and how to stop such mails', async () => {
    await contact();
    await happens();
    const [mail, ...more] = await mailsTo(CONTACT);
    expect(more).toEqual([]);
    expect(mail?.body).toContain('Team „Vertrieb Nord“');
    expect(mail?.body).toContain('als technischen Kontakt eingetragen');
    expect(mail?.body).toMatch(/\n {2}https:\/\/app\.example\.com\/app\/link#[\w-]{43}\n/);
    // The mail names no person, and says nothing that is true of members alone.
    expect(mail?.body).not.toMatch(
      /@example\.com|Ihres Teams|Admins und an die Inhaberin|t0k3n|Übergabe|In der App/,
    );
    const [owner] = await mailsTo('owner@example.com');
    expect(owner?.body).not.toMatch(/technischen Kontakt|app\/link#/);
  });

  test('causes no mail to a contact who has not agreed', async () => {
    await contact({ confirmed: false });
    await happens();
    expect(await mailsTo(CONTACT)).toEqual([]);
    expect(await mailsTo('owner@example.com')).toHaveLength(1);
  });

  test('causes one mail to the contact, in the chosen language, and no second one', async () => {
    await contact({ lang: 'en' });
    await happens();
    await happens().catch(() => undefined);
    const mails = await mailsTo(CONTACT);
    const causes = mails.map(({ cause }) => cause);
    expect(new Set(causes).size).toBe(causes.length);
    expect(mails[0]?.body).toContain('You get this message because the team “Vertrieb Nord” has');
    expect(mails[0]?.body).not.toMatch(/of your team|all admins/);
  });

  test('causes one mail to a member who is also the contact', async () => {
    await contact({ email: 'owner@example.com' });
    await happens();
    const mails = await mailsTo('owner@example.com');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.hasLink).toBe(false);
  });
});

test('a deprecation causes no mail to the contact of a team without an active key', async () => {
  await contact();
  expect(await announceDeprecation()).toEqual({ mails: 0 });
  await team.do((call) => createKey(call, { name: 'K', scopes: ['users:read'] }));
  expect(await announceDeprecation()).toEqual({ mails: 2 });
  expect(await announceDeprecation()).toEqual({ mails: 0 });
});

test('a mail program sees the link that stops the mails, and the stored mail loses the link once it is sent', async () => {
  const server = await startSmtp();
  onTestFinished(() => server.close());
  await contact();
  await failing('25 h');
  await warnOfFailingEndpoints({ pool: database().pool, pauseAfterMs: PAUSE_AFTER });
  await runJobs(database().pool, tasks(server.url));
  await server.received(3);
  const sent = server.mails.map(({ to: [to], raw }) => ({ to, ...readMail(raw) }));
  const toContact = sent.find(({ to }) => to === CONTACT);
  const url = /https:\/\/app\.example\.com\/app\/link#[\w-]{43}/.exec(toContact?.text ?? '')?.[0];
  expect(toContact?.headers.get('list-unsubscribe')).toBe(`<${url}>`);
  const others = sent.filter(({ to }) => to !== CONTACT);
  expect(others.map(({ headers }) => headers.has('list-unsubscribe'))).toEqual([false, false]);
  expect((await mailsTo(CONTACT))[0]?.hasLink).toBe(false);
});

test('a waiting mail is not sent to a contact who has stopped the mails', async () => {
  const server = await startSmtp();
  onTestFinished(() => server.close());
  await contact();
  await failing('25 h');
  await warnOfFailingEndpoints({ pool: database().pool, pauseAfterMs: PAUSE_AFTER });
  // The jobs that write the mails run. The jobs that send them wait.
  const { 'mail.send': _, ...writing } = tasks();
  await runJobs(database().pool, writing);
  expect(await mailsTo(CONTACT)).toHaveLength(1);
  await team.do((call) => eraseContact(call, { email: CONTACT }, { action: 'erased' }));
  await runJobs(database().pool, tasks(server.url));
  await server.received(2);
  expect(server.mails.map(({ to }) => to[0]).toSorted()).toEqual([
    'admin@example.com',
    'owner@example.com',
  ]);
});

test('the address of a contact who does not answer is removed after 30 days', async () => {
  await contact({ confirmed: false });
  const state = () =>
    query('select email from technical_contact where tenant_id = $1', [team.tenant_id]);
  const round = (days: number) =>
    runHousekeeping({
      pool: database().pool,
      clock: { ...databaseClock, stoppedAt: () => later(days * DAY_MS) },
      log: createLogger('silent'),
      links,
    });
  const at = NOW.toISOString();
  const id = (
    await query('select id from technical_contact where tenant_id = $1', [team.tenant_id])
  )[0].id;
  await tasks()['mail.contact']?.({ tenant: team.tenant_id, contact: id, at });
  expect(await mailsTo(CONTACT)).toHaveLength(1);
  await round(30);
  expect(await mailsTo(CONTACT)).toHaveLength(1);
  expect(await state()).toEqual([{ email: CONTACT }]);
  await round(30.1);
  expect(await state()).toEqual([{ email: null }]);
  expect(await mailsTo(CONTACT)).toEqual([]);
  const removals = () =>
    query(
      `select actor_kind, changes from audit_entry
       where tenant_id = $1 and action = 'technical_contact.removed'`,
      [team.tenant_id],
    );
  const once = [{ actor_kind: 'system', changes: { changed: ['email', 'lang'] } }];
  expect(await removals()).toEqual(once);
  await round(30.2);
  expect(await removals()).toEqual(once);
  await query(
    'update technical_contact set email = $2, confirmed_at = asked_at where tenant_id = $1',
    [team.tenant_id, CONTACT],
  );
  await round(400);
  expect(await state()).toEqual([{ email: CONTACT }]);
});
