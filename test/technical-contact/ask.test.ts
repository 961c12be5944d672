import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../src/shared/time/durations.ts';
import { Browser, codeOf, errorOf, makeSession } from '../harness/app.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken, mailsTo, runMails, tokenIn } from '../mail/harness/mails.ts';
import { contactSteps } from './harness/contact-steps.ts';

const api = useApi();
const steps = contactSteps(api);
const { newTeam, pass, newAddress, read, set, asked: requested, confirm, stop, mailsOf } = steps;

describe('the link', () => {
  test('confirms nothing when it is opened, but once when a button is clicked, without an account', async () => {
    const { email, token } = await requested();
    const visitor = new Browser(api());
    expect(await visitor.app.account.getLink.mutate({ token })).toEqual({
      purpose: 'contact_confirm',
      email,
      team_name: expect.any(String),
      next: 'confirm_contact',
      needs_name: false,
      expires_at: expect.any(String),
    });
    expect(await read()).toMatchObject({ state: 'pending', email, confirmed_at: null });
    api().clock.travel(1000);
    expect(await confirm(token)).toBe('ok');
    expect(await read()).toMatchObject({
      state: 'confirmed',
      confirmed_at: api().clock.now().toISOString(),
    });
    expect(await confirm(token)).toBe('link_invalid');
  });

  test('ends after seven days, and does not work with another address or none', async () => {
    await newTeam();
    const late = await requested();
    await pass(WEEK_MS);
    expect(await confirm(late.token)).toBe('link_invalid');
    const changed = await requested();
    const removed = await requested();
    expect(await confirm(changed.token)).toBe('link_invalid');
    const { version } = await read();
    await steps.admin.app.technicalContact.remove.mutate({ version });
    expect(await confirm(removed.token)).toBe('link_invalid');
    expect(await read()).toMatchObject({ state: 'none', email: null });
    // The same address again is asked again.
    const again = await requested(changed.email);
    expect(await confirm(changed.token)).toBe('link_invalid');
    expect(await confirm(again.token)).toBe('ok');
  });

  test('a link of an account does not work for a contact, nor the other way round', async () => {
    await newTeam();
    // The invitation goes to the same address, in the same team.
    const invited = newAddress();
    await steps.team.request('POST', '/users', { body: { email: invited } });
    const invitation = await mailedToken(api(), invited);
    const { token } = await requested(invited);
    expect(token).not.toBe(invitation);
    const owner = await makeSession(steps.team, steps.team.owner);
    const accept = { token, password: 'correct horse battery', name: 'A' };
    const codes = [
      owner.app.account.confirmEmailChange.mutate({ token }),
      owner.app.team.acceptInvitation.mutate({ token }),
      new Browser(api()).app.account.acceptLink.mutate(accept),
    ].map(codeOf);
    codes.push(confirm(invitation), stop(invitation));
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['link_invalid']));
    expect(await confirm(token)).toBe('ok');
  });
});

describe('nobody can flood a stranger', () => {
  test('an address is asked at most once in an hour, and only its newest link works', async () => {
    await newTeam();
    const { email, token } = await requested();
    const again = () => errorOf(steps.admin.app.technicalContact.askAgain.mutate({}));
    api().clock.travel(HOUR_MS - 60_000);
    expect(await again()).toMatchObject({ code: 'rate_limited', retry_after: 60 });
    api().clock.travel(60_000);
    await steps.admin.app.technicalContact.askAgain.mutate({});
    expect((await mailsOf(email)).length).toBe(2);
    expect(await confirm(token)).toBe('link_invalid');
    expect(await confirm(await mailedToken(api(), email))).toBe('ok');
    expect(await again()).toMatchObject({ code: 'not_found' });
  });

  test('a team asks five times in a day, however often it removes and sets the contact', async () => {
    await newTeam();
    for (let n = 0; n < 5; n += 1) {
      await requested();
      if (n % 2 === 0) {
        const { version } = await read();
        await steps.admin.app.technicalContact.remove.mutate({ version });
      }
    }
    const refused = await errorOf(set(newAddress()));
    expect(refused).toMatchObject({ code: 'rate_limited' });
    await pass(DAY_MS);
    expect(await codeOf(set(newAddress()))).toBe('ok');
  });

  test('all teams together ask an address five times in a day; the sixth team gets the usual answer', async () => {
    const victim = newAddress();
    const answers: unknown[] = [];
    for (let n = 0; n < 6; n += 1) {
      await newTeam();
      const { version: _, ...answer } = await set(victim);
      answers.push({ ...answer, set_at: null, asked_at: null });
      await runMails(api());
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await mailsOf(victim)).toHaveLength(5);
    await pass(DAY_MS);
    await steps.admin.app.technicalContact.askAgain.mutate({});
    expect(await mailsOf(victim)).toHaveLength(6);
  });

  test.each([
    'ops@agency.example\r\nBcc: victim@example.com',
    'ops@agency.example\nSubject: x',
    `${'a'.repeat(250)}@agency.example`,
    'öps@agency.example',
    'ops@аgency.example',
    'ops@agency.invalid',
    'Ops <ops@agency.example>',
    'a@b.example,c@d.example',
  ])('%j is no address', async (email) => {
    expect(await codeOf(set(email))).toBe('validation_error');
  });
});

test('whether the address has an account changes neither the answer nor the mail', async () => {
  const stranger = newAddress();
  await newTeam();
  const { email: familiar } = await steps.team.addMember();
  const answerTo = async (email: string) => {
    const { version: _, set_at: __, asked_at: ___, ...answer } = await set(email);
    const [mail] = await mailsOf(email);
    const text = `${mail?.subject}\n${mail?.body}`.replace(tokenIn(mail?.body) ?? '', '');
    return JSON.stringify([answer, text]).replaceAll(email, 'E');
  };
  expect(await answerTo(familiar)).toBe(await answerTo(stranger));
});

test('the language is chosen, by default the first one of the team, and may be changed later', async () => {
  await newTeam();
  await api().sql.query(`update tenant set languages = '{en,de}' where id = $1`, [
    steps.team.tenantId,
  ]);
  expect(await read()).toMatchObject({ state: 'none', lang: 'en' });
  const email = newAddress();
  await set(email, steps.admin, 'en');
  const [mail] = await mailsOf(email);
  expect(mail?.subject).toBe('Would you like to be the technical contact of a team?');
  expect(await confirm(tokenIn(mail?.body) ?? '')).toBe('ok');
  expect(await set(email, steps.admin, 'de')).toMatchObject({ state: 'confirmed', lang: 'de' });
  expect(await mailsOf(email)).toHaveLength(1);
});

describe('two admins at once', () => {
  test('the second admin sees what the first has saved, and may save again', async () => {
    await newTeam();
    const owner = await makeSession(steps.team, steps.team.owner);
    const { version } = await read(owner);
    api().clock.travel(1000);
    const theirs = newAddress();
    await set(theirs);
    const input = { version, email: newAddress(), lang: 'de' } as const;
    const refused = await errorOf(owner.app.technicalContact.set.mutate(input));
    expect(refused).toMatchObject({
      code: 'stale',
      changes: [
        { field: 'email', by: { kind: 'user' } },
        { field: 'lang', by: { kind: 'user' } },
      ],
    });
    expect(await codeOf(owner.app.technicalContact.remove.mutate({ version }))).toBe('stale');
    expect(await read()).toMatchObject({ email: theirs });
    expect(await set(input.email, owner)).toMatchObject({ email: input.email });
  });

  test('of several calls in the same moment one succeeds, and only its address is asked', async () => {
    await newTeam();
    const owner = await makeSession(steps.team, steps.team.owner);
    for (const _ of ['the first contact', 'a change of it']) {
      const { version } = await read();
      const emails = [newAddress(), newAddress()];
      const codes = await Promise.all(
        emails.map((email, n) =>
          codeOf(
            (n === 0 ? owner : steps.admin).app.technicalContact.set.mutate({
              version,
              email,
              lang: 'de',
            }),
          ),
        ),
      );
      expect(codes.toSorted()).toEqual(['ok', 'stale']);
      await runMails(api());
      const mails = await Promise.all(emails.map((email) => mailsTo(api(), email)));
      expect(mails.map(({ length }) => length)).toEqual(codes.map((code) => Number(code === 'ok')));
    }
  });

  test('after a confirmation and a removal in the same moment no confirmed contact is left', async () => {
    await newTeam();
    const { token } = await requested();
    const { version } = await read();
    const [, removed] = await Promise.all([
      confirm(token),
      codeOf(steps.admin.app.technicalContact.remove.mutate({ version })),
    ]);
    expect(removed).toBe('ok');
    expect(await read()).toMatchObject({ state: 'none', email: null, confirmed_at: null });
  });
});

describe('a contact who is asked can decline, and one who has agreed can stop', () => {
  test('without an account: the address is removed, and the admins see that it is', async () => {
    await newTeam();
    const declined = await requested();
    api().clock.travel(1000);
    expect(await stop(declined.token)).toBe('ok');
    const at = api().clock.now().toISOString();
    expect(await read()).toMatchObject({ state: 'stopped', email: null, stopped_at: at });
    expect(await mailsOf(declined.email)).toEqual([]);
    expect([await confirm(declined.token), await stop(declined.token)]).toEqual([
      'link_invalid',
      'link_invalid',
    ]);
    // Another contact may follow, on another day.
    await pass(DAY_MS);
    const other = await requested();
    expect(await confirm(other.token)).toBe('ok');
    expect(await read()).toMatchObject({ state: 'confirmed', stopped_at: null });
  });

  test('after a stop and a change in the same moment, the stopped address stays removed', async () => {
    await newTeam();
    const { email, token } = await requested();
    const next = newAddress();
    const { version } = await read();
    const change = steps.admin.app.technicalContact.set.mutate({
      version,
      email: next,
      lang: 'de',
    });
    await Promise.all([stop(token), codeOf(change)]);
    const { email: now } = await read();
    expect([null, next]).toContain(now);
    expect(await mailsOf(email)).toEqual([]);
  });
});

test('the audit log says what happened to the contact, but never the address', async () => {
  await newTeam();
  const first = await requested();
  api().clock.travel(HOUR_MS);
  await steps.admin.app.technicalContact.askAgain.mutate({});
  api().clock.travel(1);
  await confirm(await mailedToken(api(), first.email));
  const second = await requested();
  api().clock.travel(1);
  await stop(second.token);
  await pass(DAY_MS);
  await requested();
  const { version } = await read();
  api().clock.travel(1);
  await steps.admin.app.technicalContact.remove.mutate({ version });
  const { rows } = await api().sql.query(
    `select action, actor_kind, ip, a::text as text from audit_entry a
     where a.tenant_id = $1 and action like 'technical\\_contact.%' order by id`,
    [steps.team.tenantId],
  );
  expect(rows.map(({ action }) => action.split('.')[1])).toEqual([
    'set',
    'asked_again',
    'confirmed',
    'changed',
    'stopped',
    'set',
    'removed',
  ]);
  expect(rows.map(({ text }) => text).join()).not.toContain('@');
  for (const { actor_kind, ip, action } of rows) {
    if (/confirmed|stopped/.test(action)) expect([actor_kind, ip]).toEqual(['system', null]);
  }
  const { data } = await steps.admin.app.auditLog.list.query({});
  expect(data[0]).toMatchObject({ action: 'technical_contact.removed' });
});
