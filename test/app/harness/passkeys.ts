import { hashToken } from '../../../src/auth/token.ts';
import type { TestApi } from '../../harness/api.ts';
import { type Browser, codeOf, makePerson, makeSession } from '../../harness/app.ts';
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

/** The browser of somebody who has one passkey: this browser, if its session has a fresh proof. */
export async function withPasskey(
  team: TestTeam,
  browser: Browser,
): Promise<{ browser: Browser; authenticator: Authenticator; passkeyId: string }> {
  const current = hasPage(browser) ? await browser.app.session.current.query({}) : null;
  const own = current?.fresh_until ? browser : await makeSession(team, await makePerson(team));
  await team.api.sql.query(
    `delete from passkey p using session s where p.person_id = s.person_id and s.token_hash = $1`,
    [hashToken(own.session ?? '')],
  );
  const authenticator = new Authenticator();
  const { id: passkeyId } = await addPasskey(own, authenticator);
  return { browser: own, authenticator, passkeyId };
}

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
