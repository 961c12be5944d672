import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TeamSlots } from '../../src/db/team-slots.ts';
import { type Browser, codeOf, makePerson, makeSession } from '../harness/app.ts';
import { makeTeam, type Person } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { Authenticator } from '../passkeys/harness/authenticator.ts';
import { addPasskey } from '../passkeys/harness/passkeys.ts';

// A change of the own account waits for its turn. Meanwhile its person loses the session or the account.

const api = useApi();
let person: Person;
let browser: Browser;
let passkey_id: string;

beforeEach(async () => {
  const team = await makeTeam(api());
  person = await makePerson(team);
  browser = await makeSession(team, person);
  ({ id: passkey_id } = await addPasskey(browser, new Authenticator()));
});

afterEach(() => vi.restoreAllMocks());

/** Keeps the person's work waiting for its turn, until the test has taken something away. */
async function whileWaiting<T>(ask: () => Promise<T>, take: () => Promise<unknown>): Promise<T> {
  const { run } = TeamSlots.prototype;
  const waits = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  vi.spyOn(TeamSlots.prototype, 'run').mockImplementation(async function (
    this: TeamSlots,
    round,
    work,
  ) {
    if (round === person.userId) {
      waits.resolve();
      await taken.promise;
    }
    return run.call(this, round, work) as never;
  });
  const pending = ask();
  await waits.promise;
  await take();
  taken.resolve();
  return pending;
}

test.each([
  ['session has ended', 'delete from session where person_id = $1', 'not_signed_in'],
  [
    'proof is over',
    'update session set proved_at = null where person_id = $1',
    'fresh_proof_required',
  ],
])('a change that waits while the %s is not made', async (_, sql, code) => {
  const refused = await whileWaiting(
    () => codeOf(browser.app.account.removePasskey.mutate({ passkey_id })),
    () => api().sql.query(sql, [person.userId]),
  );
  expect(refused).toBe(code);
  const { rowCount } = await api().sql.query('select from passkey where id = $1', [passkey_id]);
  expect(rowCount).toBe(1);
});
