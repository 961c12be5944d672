import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { rights } from '../../src/auth/rights.ts';
import { listExports } from '../../src/features/router.ts';
import { Browser, givePassword, makeCommandLine, makeSession, serviceOf } from '../harness/app.ts';
import { type NamedProcedure, procedures } from '../harness/app-answers.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { SERVICE_TOKEN } from './harness/callers.ts';
import { validInput } from './harness/inputs.ts';

type Planned = { who: string; proof: string; rest: string };

/** The tables of docs/app.md, by procedure. */
function planOfRecord(): Map<string, Planned> {
  const plan = new Map<string, Planned>();
  for (const line of readFileSync('docs/app.md', 'utf8').split('\n')) {
    const [, name = '', who = '', proof = '', rest = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    if (/^\w+\.\w+$/.test(name)) plan.set(name, { who, proof, rest });
  }
  return plan;
}

const api = useApi({ env: { SERVICE_TOKEN } });
const plan = planOfRecord();
let world: World;
let plainAdmin: Person;
let removed: Person;
let stranger: TestTeam;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api(), { seats: 100_000 });
  const { team } = world;
  plainAdmin = await team.addMember({ role: 'admin' });
  removed = await team.addMember({ role: 'admin', canManageKeys: true });
  stranger = await makeTeam(api());
  for (const person of [
    team.owner,
    world.admin,
    world.member,
    plainAdmin,
    removed,
    stranger.owner,
  ]) {
    await givePassword(api(), person);
  }
  await api().sql.query(
    `update member set status = 'removed', removed_at = now() where tenant_id = $1 and id = $2`,
    [team.tenantId, removed.memberId],
  );
});

/** The callers, and which words of docs/app.md apply to each. */
const callers: Record<string, { is: string[]; come: () => Promise<Browser> }> = {
  nobody: { is: ['anyone'], come: async () => new Browser(api()) },
  'the service': { is: ['service'], come: async () => serviceOf(api(), SERVICE_TOKEN) },
  'a command line': {
    is: ['command line'],
    come: async () => (await makeCommandLine(world.team, world.team.owner)).terminal,
  },
  'an expired session': {
    is: ['anyone'],
    come: () => makeSession(world.team, world.team.owner, { expiresAt: api().clock.now() }),
  },
  'a removed member': {
    is: ['anyone', 'signed in'],
    come: () => makeSession(world.team, removed),
  },
  'a member': {
    is: ['anyone', 'signed in', 'member'],
    come: () => makeSession(world.team, world.member),
  },
  'an admin': {
    is: ['anyone', 'signed in', 'member', 'admin'],
    come: () => makeSession(world.team, plainAdmin),
  },
  'an admin with schnittstellen': {
    is: ['anyone', 'signed in', 'member', 'admin', 'interfaces'],
    come: () => makeSession(world.team, world.admin),
  },
  'the owner': {
    is: ['anyone', 'signed in', 'member', 'admin', 'interfaces', 'owner'],
    come: () => makeSession(world.team, world.team.owner),
  },
};

type Answer = { result?: { data: unknown }; error?: { data: { code: string } } };

async function codeFor(browser: Browser, procedure: NamedProcedure, input: unknown) {
  const answer = (await browser.call(procedure.name, procedure.type, input)) as Answer;
  return answer.error?.data.code ?? 'ok';
}

test('docs/app.md says of every procedure who may call it, which proof it asks for or why none, and its REST operation', () => {
  expect(procedures.map(({ name }) => name).sort()).toEqual([...plan.keys()].sort());
  const words: Record<string, string> = {
    signed_in: 'signed in',
    api_key: 'API key',
    command_line: 'command line',
  };
  for (const { name, meta } of procedures) {
    const { who, proof } = rights[meta.permission.app];
    const route = 'openapi' in meta && meta.openapi;
    expect({ name, ...plan.get(name) }).toEqual({
      name,
      who: words[who] ?? who,
      proof,
      rest: route ? `${route.method} ${route.path}` : '',
    });
  }
});

test('no change is declared as a query, and an export of a list asks for a fresh proof', () => {
  const reading = procedures.filter(({ meta }) => rights[meta.permission.app].proof === 'reads');
  expect(reading.filter(({ type }) => type !== 'query').map(({ name }) => name)).toEqual([]);
  for (const [name, { rights: needed }] of Object.entries(listExports)) {
    const [begin, read] = [rights[needed.begin], rights[needed.read]];
    expect({ name, begin: begin.proof, read: read.who }).toEqual({
      name,
      begin: 'fresh',
      read: begin.who,
    });
  }
});

const programs = ['service', 'command line'];

/** These refusals come before anything is read, so a refused call does not use up its input. */
const refusals = ['forbidden', 'not_signed_in', 'no_team', 'fresh_proof_required', 'unauthorized'];

describe.each(procedures)('$name', (procedure) => {
  const planned = plan.get(procedure.name);
  let unused: Promise<unknown> | undefined;

  /** A valid input that no call has used up. A refused call uses up none. */
  async function inputFor(browser: Browser, expected: string): Promise<unknown> {
    if (!refusals.includes(expected)) return validInput(procedure, world, browser);
    unused ??= makeSession(world.team, world.team.owner).then((owner) =>
      validInput(procedure, world, owner),
    );
    return unused;
  }

  test.each(Object.entries(callers))('as %s', async (name, { is, come }) => {
    const browser = await come();
    const expected = expectedFor(procedure.name, name, is);
    const input = await inputFor(browser, expected);
    expect(await codeFor(browser, procedure, input)).toBe(expected);
  });

  function expectedFor(procedureName: string, caller: string, is: string[]): string {
    const who = planned?.who ?? '';
    const isProgram = (caller: string) => programs.includes(caller);
    if (!is.includes(who)) {
      if (who === 'API key' || isProgram(who) || is.some(isProgram)) return 'forbidden';
      if (!is.includes('signed in')) return 'not_signed_in';
      return is.includes('member') ? 'forbidden' : 'no_team';
    }
    return exceptions[`${procedureName} as ${caller}`] ?? 'ok';
  }

  if (planned?.proof === 'fresh') {
    test('without a fresh proof', async () => {
      const tenMinutesAgo = new Date(api().clock.now().getTime() - 600_000);
      for (const provedAt of [null, tenMinutesAgo]) {
        const browser = await makeSession(world.team, world.team.owner, { provedAt });
        const input = await inputFor(browser, 'fresh_proof_required');
        expect(await codeFor(browser, procedure, input)).toBe('fresh_proof_required');
      }
    });
  }

  test('a call with a key of the public API, or with any other token, is refused, with a session and without', async () => {
    for (const browser of [new Browser(api()), await makeSession(world.team, world.team.owner)]) {
      const input = await inputFor(browser, 'unauthorized');
      browser.headers = { authorization: `Bearer ${world.team.key}` };
      expect(await codeFor(browser, procedure, input)).toBe('unauthorized');
    }
  });

  test('as the owner of another team, the answer tells nothing about this team', async () => {
    const browser = await makeSession(stranger, stranger.owner);
    const input = await validInput(procedure, world, browser);
    const answer = JSON.stringify(await browser.call(procedure.name, procedure.type, input));
    if (planned?.who === 'anyone') return;
    expect(answer).not.toContain(world.team.tenantId);
    expect(answer).not.toContain(world.member.userId);
  });
});

/** These inputs are refused for another reason than the right: they concern another person, or come too late. */
const exceptions: Record<string, string> = {
  'account.remove as a member': 'conflict',
  'account.remove as an admin': 'conflict',
  'account.remove as an admin with schnittstellen': 'conflict',
  'account.remove as the owner': 'conflict',
  // The team of these tests is no sandbox.
  'sandboxes.setSeats as the owner': 'conflict',
  ...Object.fromEntries(
    ['an admin', 'an admin with schnittstellen', 'the owner'].map((who) => [
      `members.acceptForTrial as ${who}`,
      'conflict',
    ]),
  ),
  'team.acceptOwnership as a member': 'not_found',
  'team.acceptOwnership as an admin': 'not_found',
  'team.acceptOwnership as an admin with schnittstellen': 'not_found',
  'team.acceptOwnership as the owner': 'not_found',
  // The team of these tests is no sandbox.
  ...Object.fromEntries(
    ['trigger', 'outcome', 'passTime', 'endChangeFeed', 'mails'].flatMap((name) =>
      ['an admin', 'an admin with schnittstellen', 'the owner'].map((who) => [
        `tryOut.${name} as ${who}`,
        'not_a_sandbox',
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['an admin with schnittstellen', 'the owner'].map((who) => [
      `apiKeys.createForDocs as ${who}`,
      'not_a_sandbox',
    ]),
  ),
  'commandLine.trigger as a command line': 'not_a_sandbox',
  'commandLine.outcome as a command line': 'not_a_sandbox',
  'commandLine.passTime as a command line': 'not_a_sandbox',
  'commandLine.endLogin as an admin with schnittstellen': 'forbidden',
  'session.switchTeam as a removed member': 'not_found',
  ...Object.fromEntries(
    ['a removed member', 'a member', 'an admin', 'an admin with schnittstellen'].map((who) => [
      `team.acceptInvitation as ${who}`,
      'forbidden',
    ]),
  ),
  'session.revoke as a removed member': 'not_found',
  'session.revoke as a member': 'not_found',
  'session.revoke as an admin': 'not_found',
  'session.revoke as an admin with schnittstellen': 'not_found',
};
