import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, codeOf, errorOf, makePerson, makeSession, PASSWORD } from '../harness/app.ts';
import { insertInvited, insertOneTimeLink } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { insertLink } from './harness/links.ts';

const api = useApi();
let team: TestTeam;
let person: Person;

beforeAll(async () => {
  team = await makeTeam(api());
  person = await makePerson(team);
  await api().sql.query(`update tenant set name = 'Nordwind Vertrieb' where id = $1`, [
    team.tenantId,
  ]);
  await api().sql.query(
    `update person set name = 'Ada Lovelace-Byron', email = 'countess@analytical.example' where id = $1`,
    [person.userId],
  );
});

const why = {
  common: /common password/,
  padded: /common word with digits/,
  regular: /repeats or counts up/,
  own: /your name, your address or your team/,
};

const refused: [reason: keyof typeof why, password: string][] = [
  ['common', '1qaz2wsx3edc'],
  ['common', 'PASSWORD1234'],
  ['padded', 'Chocolate-2026'],
  ['padded', '!!!PASSWORD2026!!!'],
  ['padded', 'dragon839201'],
  ['regular', 'aaaaaaaaaaaa'],
  ['regular', 'ababababababab'],
  ['regular', 'sunrise sunrise'],
  ['regular', '111122223333'],
  ['regular', '123456789012'],
  ['regular', '9876543210987'],
  ['regular', 'abcdefghijklmnop'],
  ['regular', 'asdfghjklqwertz'],
  ['regular', 'Xy1234567890'],
  ['own', 'Lovelace-1815'],
  ['own', 'ada lovelace-byron'],
  ['own', 'countess@analytical.example'],
  ['own', 'analytical2026'],
  ['own', 'NordwindVertrieb'],
  ['own', 'nordwind!2026'],
  // Without the name, seven characters are left, and eight are needed.
  ['own', 'Nordwind7xK2mQv'],
];

const accepted = [
  PASSWORD,
  'a good long password',
  // A name of at least four letters is not counted, so the rest must be long enough.
  'die Countess fährt am Montag',
  'ada und die zwölf Raben',
  // A name of three letters may stand in it, however little else is left.
  'Ada7xK-ada2mQ',
  'Nordwind-7xK2mQv',
  'Tq7vK2mPz9wX',
  '83-Zebras-unter-Wasser',
];

describe('a password that an attacker guesses early is refused, with the reason', () => {
  test.each(refused)('%s: %s', async (reason, password) => {
    const { app } = await makeSession(team, person);
    const error = await errorOf(app.account.changePassword.mutate({ password }));
    expect(error).toMatchObject({ code: 'validation_error', field: 'password' });
    expect(error.detail).toMatch(why[reason]);
    expect(error.explanation).toMatch(/^(Das|Dieses) /);
  });

  test.each(accepted)('any other password is accepted: %s', async (password) => {
    const { app } = await makeSession(team, person);
    expect(await codeOf(app.account.changePassword.mutate({ password }))).toBe('ok');
  });
});

describe('a weak password is refused wherever one is set', () => {
  const accept = (token: string, password: string, name?: string) =>
    errorOf(
      new Browser(api()).app.account.acceptLink.mutate({ token, password, ...(name && { name }) }),
    );

  test('by a reset, whose link still works afterwards', async () => {
    const { userId: person_id, email } = person;
    const link = { purpose: 'password_reset', person_id, email };
    const token = await insertOneTimeLink(api(), link);
    for (const password of ['password1234', 'aaaaaaaaaaaa', 'lovelace1815']) {
      expect(await accept(token, password)).toMatchObject({ field: 'password' });
    }
    const { app } = new Browser(api());
    expect(await codeOf(app.account.acceptLink.mutate({ token, password: PASSWORD }))).toBe('ok');
  });

  test('by an invitation: a password from its team, name or address is weak, although nobody has confirmed them', async () => {
    const email = 'grace.hopper@example.com';
    const member_id = await insertInvited(team, { email });
    const link = { purpose: 'invitation', tenant_id: team.tenantId, member_id, email };
    const token = await insertOneTimeLink(api(), link);
    for (const password of ['nordwind2026', 'Brewster1906', 'grace.hopper1']) {
      expect(await accept(token, password, 'Grace Brewster')).toMatchObject({ field: 'password' });
    }
    const { app } = new Browser(api());
    const good = { token, password: PASSWORD, name: 'Grace Brewster' };
    expect(await codeOf(app.account.acceptLink.mutate(good))).toBe('ok');
  });

  test('at the first sign-in', async () => {
    const { token } = await insertLink(await makeTeam(api()));
    expect(await accept(token, '123456789012', 'A person')).toMatchObject({ field: 'password' });
  });
});
