import { beforeEach, expect, test } from 'vitest';
import { Browser, codeOf, commandLineOf, makePerson, makeSession } from '../harness/app.ts';
import { insertOneTimeLink } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackends } from '../harness/waiting.ts';
import { Authenticator } from '../passkeys/harness/authenticator.ts';
import { addPasskey, signInWith } from '../passkeys/harness/passkeys.ts';
import { startLogin } from '../trpc/harness/command-line-inputs.ts';
import { insertUndoLink } from './harness/links.ts';

const api = useApi();
const password = 'a new horse of today';
let team: TestTeam;
let person: Person;

beforeEach(async () => {
  // Requests of other tests count no more.
  api().clock.travel(16 * 60_000);
  team = await makeTeam(api());
  person = await makePerson(team, { role: 'admin', canManageKeys: true });
});

/** Begins both, and lets neither be committed before both have come as far as they can. */
async function beside<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const holder = await api().sql.connect();
  const waiting = (n: number) =>
    until(`${n} to wait`, async () => (await waitingBackends(api().sql)).length === n);
  try {
    await holder.query('begin; lock table security_log in share mode');
    const started = first();
    await waiting(1);
    const also = second();
    await waiting(2);
    await holder.query('commit');
    return await Promise.all([started, also]);
  } finally {
    holder.release(true);
  }
}

async function reset() {
  const { email, userId: person_id } = person;
  const token = await insertOneTimeLink(api(), { purpose: 'password_reset', email, person_id });
  return () => new Browser(api()).app.account.acceptLink.mutate({ token, password });
}

/** What ends all ways into the account that somebody else may have. */
const endings: Record<string, () => Promise<() => Promise<unknown>>> = {
  'a reset': reset,
  'a new password': async () => {
    const { app } = await makeSession(team, person);
    return () => app.account.changePassword.mutate({ password });
  },
  'the end of all other sessions': async () => {
    const { app } = await makeSession(team, person);
    return () => app.session.revokeOthers.mutate({});
  },
  'the link in the mail about a changed address': async () => {
    const token = await insertUndoLink(team, person);
    return () => new Browser(api()).app.account.endSessionsByLink.mutate({ token });
  },
};

test.each<[string, () => Promise<() => Promise<unknown>>]>(Object.entries(endings))(
  '%s leaves no command line that a stolen session confirms at this moment',
  async (_, prepare) => {
    const ending = await prepare();
    const attacker = await makeSession(team, person);
    const { code, poll_token } = await startLogin({ team });
    const [, confirmed] = await beside(ending, () =>
      codeOf(attacker.app.commandLine.confirmLogin.mutate({ code, tenant_id: team.tenantId })),
    );
    const polled = await commandLineOf(api()).app.commandLine.pollLogin.mutate({ poll_token });
    expect([confirmed, polled.state]).toEqual(['not_signed_in', 'waiting']);
  },
);

test('a reset leaves no session of a passkey that it removes at this moment', async () => {
  const ending = await reset();
  const key = new Authenticator();
  await addPasskey(await makeSession(team, person), key);
  const attacker = new Browser(api());
  const { challenge_id, options } = await attacker.app.session.passkeyChallenge.mutate({});
  const response = key.use(options);
  await beside(
    () => codeOf(attacker.app.session.signInWithPasskey.mutate({ challenge_id, response })),
    ending,
  );
  expect(await attacker.app.session.current.query({})).toBe(null);
});

test('a reset leaves no passkey that a stolen session adds at this moment', async () => {
  const ending = await reset();
  const attacker = await makeSession(team, person);
  const key = new Authenticator();
  const { challenge_id, options } = await attacker.app.account.passkeyRegistration.mutate({});
  const response = key.register(options);
  const [, added] = await beside(ending, () =>
    codeOf(attacker.app.account.addPasskey.mutate({ challenge_id, response })),
  );
  expect(added).toBe('not_signed_in');
  expect(await signInWith(new Browser(api()), key)).toBe('passkey_refused');
});
