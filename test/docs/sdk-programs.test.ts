import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sdkSamples } from '../../src/docs/reference/read-operation.ts';
import { readModel } from '../../src/sdk/model/read-model.ts';
import { release } from '../../src/sdk/model/release.ts';
import { wheelName } from '../../src/sdk/python/package-files.ts';
import { closeProxies, FaultyProxy } from '../harness/faulty-proxy.ts';
import { freePort } from '../harness/free-port.ts';
import { insertScoredTraining } from '../harness/rows.ts';
import { runProgram } from '../harness/run-program.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog } from '../harness/world.ts';
import { linkSdk } from '../sdk/harness/link-sdk.ts';
import { documents } from './harness/documents.ts';
import { sdkPrograms } from './harness/sdk-programs.ts';
import { signatureVectors } from './harness/signature-vectors.ts';

const api = useApi();
closeProxies();
const programs = sdkPrograms('ts');
const place = 'test-results/sdk-programs';
const folder = path.resolve(place);
let team: TestTeam;

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  linkSdk(folder);
  await makeGlobalCatalog(api());
  team = await makeTeam(api());
  for (let n = 0; n < 3; n += 1) {
    await insertScoredTraining(team, { duration_s: 600 });
  }
});

/** The output of each guide's programs. A guide that is not here has no program with the SDK. */
const saysOf: Record<string, RegExp[]> = {
  'first-request': [/^(mem_\w+ active\n)+$/],
  idempotency: [/^mem_\w+ invited\n$/],
  index: [/data: \[\s+\{\s+id: 'trn_[\s\S]*next_cursor: '/],
  limits: [/^(trn_\w+\n){3}$/],
  'lists-and-sync': [/^(\d{4}-\d\d-\d\dT\S+ \d+\n){3}$/, /^3 trainings\n$/],
  sdk: [
    /^ten_\w+ \[[\s\S]*\n(trn_\w+ scored\n){3}\d null\nmem_\w+ invited\nno such member\ngetCatalog 200 1\n[\s\S]*\n3 3 \{[\s\S]*\n3 0 \{/,
    /^the copy is up to date\n$/,
  ],
};

describe('the programs of the guides with the SDK, run by Node', () => {
  const plain = programs.filter(({ isReceiver, isConsumer }) => !isReceiver && !isConsumer);
  const guides = [...new Set(plain.map(({ guide }) => guide))];

  test('each guide with such a program has its output in this file', () => {
    expect(guides).toEqual(Object.keys(saysOf));
  });

  // The SDK uses the clock of the service. This is the clock of the tests.
  const run = async (code: string) => {
    const { origin } = new URL((await FaultyProxy.open(api(), () => 'none', 'shows')).url);
    writeFileSync(path.join(folder, 'program.mjs'), code.replace('http://localhost:3000', origin));
    const env = { API: origin, KEY: team.key, DATABASE_URL: api().database.url };
    return runProgram('program.mjs', { cwd: folder, env });
  };

  test.each(guides)('%s', async (guide) => {
    const own = plain.filter((program) => program.guide === guide);
    const printed: string[] = [];
    for (const { code } of own) {
      const ended = await run(code);
      expect([guide, ended.code, ended.stderr]).toEqual([guide, 0, '']);
      printed.push(ended.stdout);
    }
    const says = saysOf[guide] ?? [];
    expect(printed).toHaveLength(says.length);
    for (const [index, text] of says.entries()) expect(printed[index]).toMatch(text);
  });

  /** Runs the last program of a guide again. */
  const runAgain = async (name: string) => {
    const { code = '' } = plain.findLast(({ guide }) => guide === name) ?? {};
    return run(code);
  };

  test('idempotency: a second run creates nobody else', async () => {
    const members = async () => (await team.request('GET', '/users')).body.data;
    const before = await members();
    expect(await runAgain('idempotency')).toMatchObject({ code: 0 });
    expect(await members()).toEqual(before);
  });

  test('sdk: after a second run, the copy in the database has what happened meanwhile', async () => {
    const id = await insertScoredTraining(team);
    expect(await runAgain('sdk')).toMatchObject({ code: 0, stderr: '' });
    const { rows } = await api().sql.query(
      `select t.fields ->> 'id' as training, e.fields ->> 'training_id' as evaluation
        from team_training t join team_evaluation e on e.training_id = t.id where t.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ training: id, evaluation: id }]);
  });

  test('lists-and-sync: after a second run, the copy has what happened meanwhile', async () => {
    const id = await insertScoredTraining(team);
    expect(await runAgain('lists-and-sync')).toMatchObject({ code: 0 });
    const copy = JSON.parse(await readFile(path.join(folder, 'copy.json'), 'utf8'));
    expect(copy.entries).toHaveProperty([id, 'evaluation', 'training_id'], id);
  });
});

const receivers = programs.filter(({ isReceiver }) => isReceiver);

test('the guides have a receiver for Node alone and one for Express', () => {
  expect(receivers.map(({ guide }) => guide)).toEqual(['sdk', 'webhooks']);
});

test.each(receivers)(
  '$guide: the receiver with the SDK accepts what is signed, and nothing else',
  async ({ guide, code }) => {
    const port = await freePort();
    expect(code).toContain('8080');
    const file = `${place}/receiver-${guide}.mjs`;
    writeFileSync(file, code.replace('8080', String(port)));
    const receiver = new Spawned(file, { SIGNING_SECRET: signatureVectors().secret });
    const answerTo = async (header: string, body: string) => {
      const headers = { 'svc-signature': header, 'content-type': 'application/json' };
      const url = `http://127.0.0.1:${port}/webhooks`;
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    await until('the receiver', () => answerTo('', '{}').catch(() => null));
    for (const { name, header, body, isGenuine } of signatureVectors().vectors) {
      expect([name, await answerTo(header, body)]).toEqual([name, isGenuine ? 200 : 400]);
    }
    await receiver.says('ping');
  },
);

describe('in Python, which scripts/try-python.ts runs,', () => {
  const { operations } = readModel();
  const names = [...operations.map(({ name }) => name.join('.')), 'events.consume'];
  const blocks = [
    ...sdkPrograms('python').map(({ guide, code }) => [guide, code] as const),
    ...operations.map(({ id }) => [id, sdkSamples(id).at(-1)?.code ?? ''] as const),
  ];

  test.each(blocks)('%s calls only operations that the SDK has', (_, code) => {
    const called = [...code.matchAll(/\b(?:client|patient)\.([\w.]+)\(/g)].map(([, name]) => name);
    for (const name of called) expect(names).toContain(name);
    expect(called.length > 0 || /webhooks|sync\(client|copy\(client/.test(code)).toBe(true);
  });

  test('each program corresponds to one in TypeScript', () => {
    const inGuides = (language: 'ts' | 'python') => sdkPrograms(language).map(({ guide }) => guide);
    expect(inGuides('python')).toEqual(inGuides('ts'));
  });
});

test('documents that install the SDK name the file that is served', () => {
  const served = [`${release.name}-${release.version}.tgz`, wheelName(release)];
  const named = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\/docs\/sdk\/([\w.-]+\.(?:tgz|whl))/g)].map(([, name]) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(3);
  const wrong = named.filter(({ file, name = '' }) => {
    const isOfThePast = file === 'CHANGELOG.md';
    return !isOfThePast && !served.includes(name);
  });
  expect(wrong).toEqual([]);
});
