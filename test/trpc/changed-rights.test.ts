import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Browser,
  changeRole,
  codeOf,
  makePerson,
  makeSession,
  PASSWORD,
  signIn,
} from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

let names = Promise.withResolvers<void>();
let asksNames = Promise.withResolvers<void>();
const resolver = {
  async resolve() {
    asksNames.resolve();
    await names.promise;
    return ['93.184.215.14'];
  },
};

const api = useApi({ resolver });
let team: TestTeam;
let admin: Person;
let owner: Browser;

beforeAll(async () => {
  team = await makeTeam(api());
  admin = await makePerson(team, { role: 'admin' });
  owner = await makeSession(team, team.owner);
  await setRights(['schnittstellen']);
});

async function setRights(rights: string[]): Promise<void> {
  await api().sql.query('update member set rights = $3 where tenant_id = $1 and id = $2', [
    team.tenantId,
    admin.memberId,
    rights,
  ]);
}

const isFresh = async (browser: Browser) =>
  ((await browser.app.session.current.query({}))?.fresh_until ?? null) !== null;
const setRole = (role: 'member' | 'admin') => changeRole(owner, admin.memberId, role);

describe('a right that is lost while a change waits for name servers cannot be used', () => {
  const losses: [string, code: string, lose: (browser: Browser) => Promise<unknown>][] = [
    ['a revoked right', 'forbidden', () => setRights([])],
    ['a session that was ended', 'not_signed_in', (own) => own.app.session.signOut.mutate({})],
    [
      'a suspended team',
      'team_suspended',
      () =>
        api().sql.query(`update tenant set status = 'suspended' where id = $1`, [team.tenantId]),
    ],
  ];
  test.each(losses)('%s', async (_, code, lose) => {
    const browser = await makeSession(team, admin);
    [names, asksNames] = [Promise.withResolvers(), Promise.withResolvers()];
    const url = 'https://hooks.example.com/late';
    const creation = codeOf(
      browser.app.webhooks.createEndpoint.mutate({ url, events: ['training.completed'] }),
    );
    await asksNames.promise;
    await lose(browser);
    names.resolve();
    expect(await creation).toBe(code);
    const { rows } = await api().sql.query('select from webhook_endpoint where url = $1', [url]);
    expect(rows).toEqual([]);
    await setRights(['schnittstellen']);
    await api().sql.query(`update tenant set status = 'active' where id = $1`, [team.tenantId]);
  });
});

describe('the changes of a batch run one after another', () => {
  test('calls after the sign-out are refused', async () => {
    const browser = await makeSession(team, admin);
    const [out, invited] = await Promise.all([
      codeOf(browser.app.session.signOut.mutate({})),
      codeOf(browser.app.members.invite.mutate({ email: 'late@example.com', role: 'member' })),
    ]);
    expect([out, invited]).toEqual(['ok', 'not_signed_in']);
    const { rows } = await api().sql.query(`select from member where email = 'late@example.com'`);
    expect(rows).toEqual([]);
  });

  test('calls after a proof use it, and the browser gets the last token', async () => {
    const browser = await makeSession(team, admin, { provedAt: null });
    const { memberId: member_id } = await team.addMember();
    const { version } = await owner.app.members.get.query({ member_id });
    const codes = await Promise.all([
      codeOf(browser.app.session.prove.mutate({ password: PASSWORD })),
      codeOf(browser.app.members.changeRole.mutate({ member_id, version, role: 'admin' })),
      codeOf(browser.app.session.prove.mutate({ password: PASSWORD })),
    ]);
    expect(codes).toEqual(['ok', 'ok', 'ok']);
    expect(await isFresh(browser)).toBe(true);
  });
});

describe('a proof holds for the rights that the person had', () => {
  async function provedSession(): Promise<Browser> {
    const browser = await makeSession(team, admin, { provedAt: null });
    await browser.app.session.prove.mutate({ password: PASSWORD });
    expect(await isFresh(browser)).toBe(true);
    return browser;
  }

  test('a proof must be given again after a change of the role or the rights', async () => {
    const browser = await provedSession();
    await setRole('member');
    expect(await isFresh(browser)).toBe(false);
    await browser.app.session.prove.mutate({ password: PASSWORD });
    expect(await isFresh(browser)).toBe(true);
    await setRole('admin');
    expect(await isFresh(browser)).toBe(false);
    await browser.app.session.prove.mutate({ password: PASSWORD });
    await setRights(['schnittstellen']);
    expect(await isFresh(browser)).toBe(false);
  });

  test('a proof ends when the person switches to another team, because rights may have been granted there since', async () => {
    const other = await makeTeam(api());
    await other.addMember({ email: admin.email });
    const switchTo = (browser: Browser, { tenantId }: TestTeam) =>
      browser.app.session.switchTeam.mutate({ tenant_id: tenantId });
    const browser = await provedSession();
    await switchTo(browser, other);
    expect(await isFresh(browser)).toBe(false);
    await browser.app.session.prove.mutate({ password: PASSWORD });
    expect(await isFresh(browser)).toBe(true);
    await setRole('member');
    await setRole('admin');
    await switchTo(browser, team);
    expect(await isFresh(browser)).toBe(false);
    await setRights(['schnittstellen']);
  });

  test('a sign-in counts as a proof for the rights at that time', async () => {
    const person = await makePerson(team, { role: 'member' });
    const browser = await signIn(api(), person);
    expect(await isFresh(browser)).toBe(true);
    await changeRole(owner, person.memberId, 'admin');
    expect(await isFresh(browser)).toBe(false);
  });
});

describe('a session whose rights change gets a new token at its next request', () => {
  const isSignedIn = async (browser: Browser) =>
    (await browser.app.session.current.query({})) !== null;

  test.each([
    ['role', () => setRole('member'), () => setRole('admin')],
    ['rights', () => setRights(['schnittstellen']), () => setRights([])],
  ])('after a change of the %s, and a token stolen before ends', async (_, change, back) => {
    const browser = await signIn(api(), admin);
    // The person is in a second team.
    await browser.app.session.switchTeam.mutate({ tenant_id: team.tenantId });
    const attacker = browser.stolen();
    const former = browser.session;
    expect(await isSignedIn(browser)).toBe(true);
    expect(browser.session).toBe(former);
    await change();
    const both = await Promise.all([isSignedIn(browser), isSignedIn(browser)]);
    expect(both).toEqual([true, true]);
    expect(browser.session).not.toBe(former);
    // The former token is still valid for requests under way, but gets no new one.
    expect(await isSignedIn(attacker)).toBe(true);
    expect(attacker.session).toBe(former);
    api().clock.travel(31_000);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(attacker)).toBe(false);
    await back();
  });

  test('the change itself uses the new token in the same request', async () => {
    const browser = await makeSession(team, admin, { provedAt: null });
    await setRights(['schnittstellen']);
    await browser.app.session.prove.mutate({ password: PASSWORD });
    expect(await isFresh(browser)).toBe(true);
    await setRights([]);
  });
});
