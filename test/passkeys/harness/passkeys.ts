import { hashToken } from '../../../src/auth/token.ts';
import type { TestApi } from '../../harness/api.ts';
import { type Browser, codeOf, makePerson, makeSession, ORIGIN } from '../../harness/app.ts';
import { insert } from '../../harness/rows.ts';
import type { TestTeam } from '../../harness/team.ts';
import { Authenticator, type Lie } from './authenticator.ts';

type Options = { name?: string; lie?: Lie };

/** Adds a passkey, as a page does. */
export async function addPasskey(
  { app }: Browser,
  authenticator: Authenticator,
  { name, lie }: Options = {},
) {
  const { challenge_id, options } = await app.account.passkeyRegistration.mutate({});
  const response = authenticator.register(options, lie);
  return app.account.addPasskey.mutate({ challenge_id, response, ...(name ? { name } : {}) });
}

/** The code with which a sign-in is refused; `ok` if it is not. */
export async function signInWith(
  { app }: Browser,
  authenticator: Authenticator,
  lie?: Lie,
): Promise<string> {
  const { challenge_id, options } = await app.session.passkeyChallenge.mutate({});
  const response = authenticator.use(options, lie);
  return codeOf(app.session.signInWithPasskey.mutate({ challenge_id, response }));
}

export async function proveWith(
  { app }: Browser,
  authenticator: Authenticator,
  lie?: Lie,
): Promise<string> {
  const { challenge_id, options } = await app.session.proveChallenge.mutate({});
  const response = authenticator.use(options, lie);
  return codeOf(app.session.proveWithPasskey.mutate({ challenge_id, response }));
}

/** The backend has a token, and no page on which a passkey could be used. */
export function hasPage({ headers }: Browser): boolean {
  return headers.authorization === undefined;
}

/**
 * The browser of somebody who has one passkey: this browser, if its session has a fresh proof. The passkey
 * is a row without a ceremony. A ceremony would take most of the time of a test that needs only a passkey.
 */
export async function withPasskey(
  team: TestTeam,
  browser: Browser,
): Promise<{ browser: Browser; authenticator: Authenticator; passkeyId: string }> {
  const isSignedIn = hasPage(browser) && browser.session !== undefined;
  const current = isSignedIn ? await browser.app.session.current.query({}) : null;
  const own = current?.fresh_until ? browser : await makeSession(team, await makePerson(team));
  const { api } = team;
  const { rows } = await api.sql.query<{ person_id: string }>(
    `with own as (select person_id from session where token_hash = $1),
       gone as (delete from passkey p using own where p.person_id = own.person_id)
     select person_id from own`,
    [hashToken(own.session ?? '')],
  );
  const person_id = rows[0]?.person_id ?? '';
  const authenticator = new Authenticator();
  const { id: passkeyId, publicKey: public_key } = authenticator.make(RP_ID, userHandle(person_id));
  const row = { id: passkeyId, person_id, public_key, counter: 0, name: 'Passkey 1' };
  await insert(api, 'passkey', { ...row, created_at: api.clock.now() });
  return { browser: own, authenticator, passkeyId };
}

const RP_ID = new URL(ORIGIN).hostname;
const userHandle = (personId: string) => Buffer.from(personId).toString('base64url');

type Logged = { kind: string; details: unknown };

/** What the security log has about passkeys of a person, in the order of time. */
export async function passkeyLog({ sql }: TestApi, personId: string): Promise<Logged[]> {
  const { rows } = await sql.query<Logged>(
    `select kind, details from security_log where person_id = $1 and kind like 'passkey%'
     order by created_at, id`,
    [personId],
  );
  return rows;
}
