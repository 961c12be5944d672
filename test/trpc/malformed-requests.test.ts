import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, makeSession, ORIGIN } from '../harness/app.ts';
import { type NamedProcedure, procedures } from '../harness/app-answers.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { callerFor, SERVICE_TOKEN } from './harness/callers.ts';
import { validInput } from './harness/inputs.ts';
import { positionsIn, withValueAt } from './harness/positions.ts';

// An error in the log fails the file: none of these may end as `internal`.
const api = useApi({ env: { SERVICE_TOKEN } });
let world: World;
let owner: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api(), { seats: 100_000 });
  owner = await makeSession(world.team, world.team.owner);
});

type Refusal = { error: { data: { code: string; errors?: { pointer: string; code: string }[] } } };

/** The code of a refusal, with at most three issues of fields. */
async function refusalOf(response: Response): Promise<unknown[]> {
  const { error } = (await response.json()) as Refusal;
  const { code, errors = [] } = error.data;
  return [code, ...errors.slice(0, 3).map((issue) => `${issue.pointer} ${issue.code}`)];
}

const casesOf = () => api().sql.query('select id, title, fields from team_case order by id');
const isSignedIn = async () => (await owner.app.session.current.query({})) !== null;

describe('JSON is read as strictly as in REST', () => {
  const nested = (open: string, close: string, levels: number) =>
    `${open.repeat(levels)}1${close.repeat(levels)}`;

  test.each([
    ['the prototype of the input', '"__proto__":{"x":1}', '/__proto__ unrecognized_key'],
    ['a prototype with the title', '"__proto__":{"title":"t"}', '/__proto__ unrecognized_key'],
    [
      'a prototype in what is free',
      '"fields":{"a":{"__proto__":{"x":1}}}',
      '/fields/a/__proto__ unrecognized_key',
    ],
    ['a constructor', '"constructor":{"prototype":{"x":1}}', '/constructor unrecognized_key'],
    ['a name given twice', '"title":"a","title":"b"', '/title duplicate'],
    ['a number that does not come back', '"fields":{"a":1e999}', '/fields/a too_big'],
    ['NUL in a name', '"fields":{"a\\u0000":1}', '/fields/a\uFFFD invalid_text'],
    ['NUL in a text', '"fields":{"a":"\\u0000"}', '/fields/a invalid_text'],
    ['half a surrogate pair', '"fields":{"a":"\\ud800"}', '/fields/a invalid_text'],
    ['objects nested 40,000 deep', `"fields":${nested('{"a":', '}', 40_000)}`, ' too_deep'],
    ['lists nested 100,000 deep', `"title":${nested('[', ']', 100_000)}`, ' too_deep'],
    ['15,000 names', Array.from({ length: 15_000 }, (_, i) => `"name ${i}":1`).join(), ' too_big'],
  ])(
    '%s is refused, even with an Idempotency-Key, and pollutes nothing',
    async (_, more, issue) => {
      const before = (await casesOf()).rows;
      const body = `{"user_id":"${world.team.owner.userId}",${more}}`;
      for (const headers of [{}, { 'idempotency-key': issue.trim().replaceAll(/[^a-z]/g, '') }]) {
        const response = await owner.post('cases.create', body, headers as Record<string, string>);
        expect(response.status).toBe(422);
        expect(await refusalOf(response)).toEqual(['validation_error', issue]);
      }
      expect((await casesOf()).rows).toEqual(before);
      expect(({} as Record<string, unknown>).x).toBe(undefined);
    },
  );

  test('the input of a query is read as strictly', async () => {
    const ask = (json: string) =>
      owner.fetch(`${owner.url('cases.list')}?input=${encodeURIComponent(json)}`);
    const issue = (text: string) => ['validation_error', text];
    expect(await refusalOf(await ask('{"__proto__":{}}'))).toEqual(
      issue('/__proto__ unrecognized_key'),
    );
    expect(await refusalOf(await ask('{"user_id":"\\u0000"}'))).toEqual(
      issue('/user_id invalid_text'),
    );
    expect(await refusalOf(await ask(nested('[', ']', 500)))).toEqual(issue(' too_deep'));
  });

  test('each procedure of a batch refuses what is wrong with the batch', async () => {
    const response = await owner.post(
      'cases.create,session.signOut?batch=1',
      '{"0":{"a":"\\u0000"},"1":{}}',
    );
    const answers = (await response.json()) as Refusal[];
    expect(answers.map(({ error }) => error.data.errors?.[0]?.pointer)).toEqual(['/0/a', '/0/a']);
    expect(await isSignedIn()).toBe(true);
  });

  test('a caller without the right does not learn what is wrong', async () => {
    const nobody = await makeSession(world.team, world.team.owner);
    nobody.session = 'A'.repeat(43);
    expect(await refusalOf(await nobody.post('cases.create', '{"a":"\\u0000"}'))).toEqual([
      'not_signed_in',
    ]);
  });

  // The app may not call what only keys do: the text is refused in REST.
  const called = procedures.filter(({ name }) => name !== 'changes.list');
  const positions = called.flatMap((procedure) =>
    positionsIn(procedure.input).map((position) => ({
      name: procedure.name,
      where: position.join('.'),
      procedure,
      position,
    })),
  );

  const callers = new Map<string, Promise<{ browser: Browser; valid: unknown }>>();

  /** A caller who may call, with a valid input. All positions share them, because refused calls use none up. */
  function callerOf(procedure: NamedProcedure) {
    const make = async () => {
      const browser = await callerFor(procedure, world);
      return { browser, valid: await validInput(procedure, world, browser) };
    };
    const caller = callers.get(procedure.name) ?? make();
    callers.set(procedure.name, caller);
    return caller;
  }

  test.each(positions)(
    '$name, $where: no text that cannot be stored',
    async ({ procedure, position }) => {
      const { browser, valid } = await callerOf(procedure);
      for (const text of ['a\0b', '\ud800']) {
        const input = withValueAt(valid, position, text);
        const { error } = (await browser.call(procedure.name, procedure.type, input)) as Refusal;
        expect(error.data.code).toBe('validation_error');
      }
    },
  );
});

describe('methods and names', () => {
  const ask = (name: string, method: string) =>
    fetch(owner.url(name), {
      method,
      headers: {
        origin: ORIGIN,
        cookie: `__Host-sid=${owner.session}`,
        'content-type': 'application/json',
      },
      ...(['HEAD', 'GET', 'OPTIONS'].includes(method) ? {} : { body: '{}' }),
    });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s runs no mutation', async (method) => {
    expect((await ask('session.signOut', method)).status).toBe(405);
    expect(await isSignedIn()).toBe(true);
  });

  test('POST runs queries too, so their input is in no address', async () => {
    const response = await ask('session.current', 'POST');
    expect(await response.json()).toEqual({
      result: { data: await owner.app.session.current.query({}) },
    });
    expect((await ask('session.current', 'PUT')).headers.get('allow')).toBe('GET, POST');
  });

  test('only our own pages may send a query by POST', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await refusalOf(await owner.post('session.current', '{}', headers))).toEqual([
      'cross_site',
    ]);
  });

  test('HEAD runs nothing, and has no body', async () => {
    api().logLines.splice(0);
    for (const name of ['session.signOut', 'session.current', 'session.fly']) {
      const response = await ask(name, 'HEAD');
      expect([response.status, await response.text()]).toEqual([204, '']);
    }
    expect(api().logLines.filter((line) => line.includes('"msg":"procedure"'))).toEqual([]);
    expect(await isSignedIn()).toBe(true);
  });

  test.each([
    'session',
    'session.fly',
    '__proto__',
    'session.__proto__',
    'constructor',
    'toString',
    '',
    '%00',
  ])('there is no procedure "%s"', async (name) => {
    for (const method of ['GET', 'POST']) expect((await ask(name, method)).status).toBe(404);
  });
});

describe('a body', () => {
  test('of exactly 256 KiB is read, and one byte more is not', async () => {
    const bodyOf = (bytes: number) => `{"surprise":"${'x'.repeat(bytes - 15)}"}`;
    expect((await owner.post('session.signOut', bodyOf(256 * 1024))).status).toBe(422);
    expect((await owner.post('session.signOut', bodyOf(256 * 1024 + 1))).status).toBe(413);
  });

  test.each(['null', '[]', '5', '"a"', '{'])(
    'that is not an object is refused: %s',
    async (body) => {
      const response = await owner.post('session.signOut', body);
      expect([response.status, (await refusalOf(response))[0]]).toEqual([422, 'validation_error']);
      expect(await isSignedIn()).toBe(true);
    },
  );
});
