import { afterEach, expect, test, vi } from 'vitest';
import { Passwords } from '../../src/auth/passwords.ts';
import { Browser, codeOf, makePerson, makeSession, PASSWORD } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const NEW = 'a new password of today';

afterEach(() => vi.restoreAllMocks());

/** Changes the password just after a sign-in has compared the former one. */
function changeAfterComparing(owned: Browser, isDated: boolean): void {
  const verify = Passwords.prototype.verify;
  vi.spyOn(Passwords.prototype, 'verify').mockImplementationOnce(async function (
    this: Passwords,
    ...rest
  ) {
    const verdict = await verify.apply(this, rest);
    await owned.app.account.changePassword.mutate({ password: NEW });
    return { ...verdict, isDated };
  });
}

test.each([
  { name: 'does not outlive the change of it', isDated: false },
  { name: 'does not put it back by renewing its hash', isDated: true },
])('a sign-in with the former password $name', async ({ isDated }) => {
  const team = await makeTeam(api());
  const person = await makePerson(team);
  changeAfterComparing(await makeSession(team, person), isDated);
  const browser = new Browser(api());
  const signIn = (password: string, from = new Browser(api())) =>
    codeOf(from.app.session.signIn.mutate({ email: person.email, password }));
  expect(await signIn(PASSWORD, browser)).toBe('wrong_credentials');
  expect(await browser.app.session.current.query({})).toBe(null);
  expect(await signIn(PASSWORD)).toBe('wrong_credentials');
  expect(await signIn(NEW)).toBe('ok');
});
