import { beforeAll, expect, test } from 'vitest';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi({ expectsErrors: true });
let team: TestTeam;

beforeAll(async () => {
  team = await makeTeam(api());
});

/** The lines of these answers. The log must already have them. */
function linesOf(...ids: unknown[]): string {
  const lines = api().logLines.filter((line) => ids.some((id) => line.includes(String(id))));
  expect(lines.length).toBeGreaterThanOrEqual(ids.length);
  return lines.join('');
}

test('no key, query string, id of a path, header or body is in the log', async () => {
  const secret = 'anna-lindqvist';
  const headers = { 'idempotency-key': secret, 'accept-language': secret, 'user-agent': secret };
  const body = { user_id: secret, title: secret, [secret]: secret };
  const responses = await Promise.all([
    team.request('GET', `/users?cursor=${secret}&${secret}=${secret}`),
    team.request('GET', `/cases?user_id=${secret}`),
    team.request('GET', `/users/${secret}`),
    team.request('GET', `/${secret}`),
    team.request('POST', '/cases', { body, headers }),
    team.request('POST', '/users', { body: { email: `${secret}@example.com`, role: 'member' } }),
    api().request('GET', '/me', { key: `svck_live_${secret}` }),
    api().requestAt('GET', `/${secret}?${secret}`),
  ]);
  const logged = linesOf(...responses.map(({ headers: own }) => own['x-request-id']));
  expect(logged).not.toContain(secret);
  expect(logged).not.toContain(team.key);
});

test('an error of the database that quotes a value is logged without the value', async () => {
  await api().sql.query(`
    create function quotes() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '22P02', message = 'invalid input: ' || new.title;
    end $$;
    create trigger quotes before insert on team_case for each row execute function quotes()`);
  const body = { user_id: team.owner.userId, title: 'Anna Lindqvist' };
  const response = await team.request('POST', '/cases', { body });
  expect([response.status, response.body.code]).toEqual([500, 'internal']);
  const logged = linesOf(response.headers['x-request-id']);
  expect(logged).toContain('"code":"22P02"');
  expect(logged).toContain('withheld');
  expect(logged).not.toContain('Lindqvist');
});
