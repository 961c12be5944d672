import { expect, test } from 'vitest';
import { newToken } from '../../src/auth/token.ts';
import { teamCreate } from '../../src/cli/team-commands.ts';
import { WEEK_MS } from '../../src/shared/time/durations.ts';
import { Browser, codeOf, PASSWORD } from '../harness/app.ts';
import { runCommand } from '../harness/run-command.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let owners = 0;

type Created = { tenant_id: string; owner_user_id: string; sign_in_url: string };

/** Makes a team as an operator does. */
async function create(
  owner = `first-${++owners}@example.com`,
): Promise<Created & { owner: string }> {
  return { ...(await runCommand<Created>(api(), teamCreate, { name: 'New team', owner })), owner };
}

function tokenOf({ sign_in_url }: Created): string {
  expect(sign_in_url).toMatch(/^https:\/\/app\.example\.com\/app\/link#[\w-]{43}$/);
  return sign_in_url.split('#')[1] ?? '';
}

function accept(token: string, browser = new Browser(api())): Promise<string> {
  const input = { token, password: PASSWORD, name: 'The owner' };
  return codeOf(browser.app.account.acceptLink.mutate(input));
}

test('the sign_in_url of a new team signs its owner in, once', async () => {
  const team = await create();
  const token = tokenOf(team);
  const browser = new Browser(api());
  expect(await browser.app.account.getLink.mutate({ token })).toEqual({
    purpose: 'first_sign_in',
    email: team.owner,
    team_name: 'New team',
    next: 'set_password',
    needs_name: true,
    expires_at: new Date(api().clock.now().getTime() + WEEK_MS).toISOString(),
  });
  expect(await accept(token, browser)).toBe('ok');
  expect(await browser.app.session.current.query({})).toMatchObject({
    person: { id: team.owner_user_id, name: 'The owner' },
    team: { id: team.tenant_id, role: 'owner' },
  });
  expect(await accept(token)).toBe('link_invalid');
  const again = new Browser(api());
  await again.app.session.signIn.mutate({ email: team.owner, password: PASSWORD });
  expect((await again.app.team.get.query({})).name).toBe('New team');
});

test('one of two people who use a link at the same time is let in', async () => {
  const token = tokenOf(await create());
  const codes = await Promise.all([accept(token), accept(token), accept(token)]);
  expect(codes.sort()).toEqual(['link_invalid', 'link_invalid', 'ok']);
});

test('a link works for seven days', async () => {
  const [early, late] = [await create(), await create()];
  api().clock.travel(WEEK_MS - 1);
  expect(await accept(tokenOf(early))).toBe('ok');
  api().clock.travel(1);
  expect(await accept(tokenOf(late))).toBe('link_invalid');
});

test('a guessed link gets the same answer as a used one', async () => {
  const browser = new Browser(api());
  const inspect = (token: string) => codeOf(browser.app.account.getLink.mutate({ token }));
  expect(await inspect(newToken())).toBe('link_invalid');
  expect(await inspect('x')).toBe('validation_error');
});

test('using a link is no query, which would put its token into the URL', async () => {
  const token = tokenOf(await create());
  const browser = new Browser(api());
  const input = encodeURIComponent(JSON.stringify({ token }));
  const response = await browser.fetch(`${browser.url('account.getLink')}?input=${input}`);
  expect(response.status).toBe(405);
});

test('only the hash of a token is stored', async () => {
  const token = tokenOf(await create());
  const { rows } = await api().sql.query('select l::text as text from one_time_link l');
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('an owner with a password gets no link, which could take over the account', async () => {
  const first = await create();
  expect(await accept(tokenOf(first))).toBe('ok');
  const second = await create(first.owner);
  expect(second.owner_user_id).toBe(first.owner_user_id);
  expect(second.sign_in_url).toBe('https://app.example.com/app/sign-in');
});

test('a link from before the owner set a password no longer works', async () => {
  const first = await create();
  const second = await create(first.owner);
  expect(await accept(tokenOf(first))).toBe('ok');
  expect(await accept(tokenOf(second))).toBe('link_invalid');
});

test('if two links of one person are used at the same time, one sets the password', async () => {
  const first = await create();
  const second = await create(first.owner);
  const codes = await Promise.all([accept(tokenOf(first)), accept(tokenOf(second))]);
  expect(codes.sort()).toEqual(['link_invalid', 'ok']);
});

test.each([
  ['a short password', { password: 'elevenchars', name: 'The owner' }],
  ['a name of two lines', { password: PASSWORD, name: 'The\nowner' }],
])('%s is refused before the link is used up', async (_, supplied) => {
  const token = tokenOf(await create());
  const browser = new Browser(api());
  const input = { token, ...supplied };
  expect(await codeOf(browser.app.account.acceptLink.mutate(input))).toBe('validation_error');
  expect(await accept(token)).toBe('ok');
});
