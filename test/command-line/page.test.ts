import { beforeAll, expect, test } from 'vitest';
import { hashLoginCode } from '../../src/features/command-line/login-code.ts';
import { useApp } from '../browser/harness/use-app.ts';
import type { Visitor } from '../browser/harness/visitor.ts';
import {
  type Browser,
  codeOf,
  commandLineOf,
  makeCommandLine,
  makePerson,
  makeSession,
  PASSWORD,
} from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { startLogin } from '../trpc/harness/command-line-inputs.ts';

const app = useApp();
let team: TestTeam;
let admin: Visitor;
let terminal: Browser;
let person: Person;

beforeAll(async () => {
  team = await makeTeam(app().api);
  person = await makePerson(team, { role: 'admin', canManageKeys: true });
  terminal = commandLineOf(app().api);
  const session = await makeSession(team, person, { provedAt: null });
  admin = await app().visit({ session, expects: /40[34]/ });
});

async function looksRight(visitor: Visitor): Promise<void> {
  expect(await visitor.violations()).toEqual([]);
  expect(await visitor.scrollsSideways()).toBe(false);
}

const stateOf = async (poll_token: string) =>
  (await terminal.app.commandLine.pollLogin.mutate({ poll_token })).state;

test('a person types the code, sees a foreign address and refuses; then confirms the own login with a proof', async () => {
  const { page } = admin;
  const [phished, own] = [await startLogin({ team }), await startLogin({ team })];
  await app().api.sql.query(
    `update command_line_request set ip = '198.51.100.7', machine = 'foreign' where code_hash = $1`,
    [hashLoginCode(phished.code)],
  );
  // A code in a link is not filled in.
  await admin.open(`/command-line?code=${phished.code}#${phished.code}`);
  const code = page.getByLabel('Code', { exact: true });
  expect(await code.inputValue()).toBe('');
  const look = page.getByRole('button', { name: 'Weiter' });
  await code.fill('3333-3333');
  await look.click();
  await page.getByText('Auf diesen Code wartet keine Kommandozeile').waitFor();
  await looksRight(admin);

  await code.fill(phished.code);
  await look.click();
  await page.getByText('aus einem anderen Netz').waitFor();
  await page.getByText('Sie fragt von 198.51.100.7').waitFor();
  await page.getByText('Haben Sie die Anmeldung gerade selbst gestartet').waitFor();
  expect(new URL(page.url()).href).not.toContain(phished.code.replace('-', ''));
  await looksRight(admin);
  expect(await stateOf(phished.poll_token)).toBe('waiting');
  await page.getByRole('button', { name: 'Ablehnen' }).click();
  await page.getByText('Die Kommandozeile bekommt keinen Zugang').waitFor();
  expect(await stateOf(phished.poll_token)).toBe('refused');

  await code.fill(own.code.toLowerCase());
  await look.click();
  await page.getByRole('button', { name: 'Für Team under test anmelden' }).click();
  const proof = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
  await proof.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await proof.getByRole('button', { name: 'Bestätigen', exact: true }).click();
  await page.getByText('Im Terminal geht es von selbst weiter').waitFor();
  expect(await page.getByText('Gerade ist keine angemeldet.').count()).toBe(1);
  expect(await stateOf(own.poll_token)).toBe('confirmed');
  // The list shows the login as soon as the terminal has taken it.
  await page.getByRole('button', { name: /^Abmelden/ }).waitFor();
  await looksRight(admin);
  await page.getByRole('button', { name: 'Weitere anmelden' }).click();
  await code.waitFor();
});

test('the page says that a code has expired while the person looked at it, and another code can be typed', async () => {
  const { page } = admin;
  const late = await startLogin({ team });
  await admin.open('/command-line');
  const code = page.getByLabel('Code', { exact: true });
  await code.fill(late.code);
  await page.getByRole('button', { name: 'Weiter' }).click();
  const confirm = page.getByRole('button', { name: 'Für Team under test anmelden' });
  await confirm.waitFor();
  await app().api.sql.query(
    `update command_line_request set expires_at = expires_at - interval '1 hour' where code_hash = $1`,
    [hashLoginCode(late.code)],
  );
  await confirm.click();
  await page.getByText('Auf diesen Code wartet keine Kommandozeile').waitFor();
  expect(await code.inputValue()).toBe('');
});

test('the page lists the command lines of the team, and a person logs out their own command line', async () => {
  const { page } = admin;
  await app().api.sql.query('delete from command_line_token');
  const own = await makeCommandLine(team, person);
  await makeCommandLine(team, team.owner);
  await admin.open('/command-line');
  await page.getByText(team.owner.email).waitFor();
  const ends = page.getByRole('button', { name: /^Abmelden/ });
  expect(await ends.count()).toBe(1);
  await ends.click();
  await page.getByText('Die Kommandozeile ist abgemeldet.').waitFor();
  expect(await codeOf(own.terminal.app.commandLine.status.query({}))).toBe('unauthorized');
  expect(await ends.count()).toBe(0);
});
