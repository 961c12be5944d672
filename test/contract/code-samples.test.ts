import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sdkSamples } from '../../src/docs/reference/read-operation.ts';
import { type Route, routes } from '../../src/rest/routes.ts';
import { typeErrorsIn } from '../docs/harness/type-check.ts';
import { operationAt } from '../harness/document.ts';
import { named } from '../harness/routes.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { linkSdk } from '../sdk/harness/link-sdk.ts';

const run = promisify(execFile);
const api = useApi();
let world: World;
let folder: string;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  mkdirSync('test-results', { recursive: true });
  folder = mkdtempSync(path.resolve('test-results/code-samples-'));
  // With this setting, curl fails for every status but 2xx.
  writeFileSync(path.join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
  linkSdk(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const operationOf = ({ method, template }: Route) =>
  operationAt(inject('document'), method, `/api/public/v1${template}`)?.object;

function sampleOf(route: Route, label: string): string {
  const { method, template } = route;
  const sample = operationOf(route)?.['x-codeSamples'].find((each) => each.label === label);
  if (!sample) throw new Error(`${method} ${template} has no sample for ${label}`);
  return sample.source;
}

const exampleOf = (route: Route, name: string): string =>
  String(route.input.shape[name]?.meta()?.examples?.[0]);

/** The sample with existing ids in place of its example ids. */
async function withIds(world: World, route: Route, sample: string): Promise<string> {
  const valid = await validRequest(route, world);
  const segments = route.template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    exampleOf(route, name),
  );
  expect(sample).toContain(segments);
  return withIdsInBody(route, valid.body, sample.replace(segments, valid.path));
}

function withIdsInBody(route: Route, body: Record<string, unknown> | undefined, sample: string) {
  const example = (route.input.meta()?.examples?.[0] ?? {}) as Record<string, unknown>;
  return Object.entries(example)
    .filter(([name]) => name.endsWith('_id') && name !== 'persona_id')
    .reduce((text, [name, id]) => text.replaceAll(String(id), String(body?.[name])), sample);
}

/** The same for a sample with the SDK, in which each id of the path is an argument. */
async function withIdsForSdk(world: World, route: Route, sample: string): Promise<string> {
  const valid = await validRequest(route, world);
  const segments = valid.path.split('/');
  const filled = route.template.split('/').reduce((text, segment, index) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (name === undefined) return text;
    const id = `'${exampleOf(route, name)}'`;
    expect(text).toContain(id);
    return text.replace(id, `'${segments[index]}'`);
  }, sample);
  return withIdsInBody(route, valid.body, filled);
}

const envOf = ({ team }: World) => ({
  ...process.env,
  API: api().url,
  KEY: team.key,
  HOME: folder,
});

test.each(named(routes))('the curl sample of $name succeeds unchanged', async ({ route }) => {
  const script = await withIds(world, route, sampleOf(route, 'curl'));
  const { stdout } = await run('bash', ['-c', script], { env: envOf(world) });
  expect(JSON.parse(stdout)).toBeTypeOf('object');
});

type SampleOf = (world: World, route: Route) => Promise<string>;

/** Writes the samples of all operations to files, and runs them one after another. */
async function runAll(name: string, sample: SampleOf): Promise<string[]> {
  const fresh = await makeWorld(api());
  const files = await Promise.all(
    routes.map(async (route, i) => {
      const file = path.join(folder, `${name}-${i}.mts`);
      writeFileSync(file, await sample(fresh, route));
      return file;
    }),
  );
  const all = files.map((file) => `await import(${JSON.stringify(file)});\n`).join('');
  const entry = path.join(folder, `${name}.mts`);
  writeFileSync(entry, `${all}console.log('all of them');\n`);
  const { stdout } = await run(process.execPath, [entry], { env: envOf(fresh) });
  expect(stdout).toContain('all of them');
  return files;
}

test('the TypeScript samples of all operations succeed unchanged', async () => {
  await runAll('plain', (world, route) => withIds(world, route, sampleOf(route, 'TypeScript')));
});

test('the SDK samples of all operations succeed unchanged, and compile with its types', async () => {
  const files = await runAll('sdk', async (world, route) => {
    const [sample] = sdkSamples(operationOf(route)?.operationId ?? '');
    return withIdsForSdk(world, route, sample?.code ?? '');
  });
  expect(typeErrorsIn(files)).toBe('');
});

test('every Python sample says what it needs, and prints the problem that it gets', () => {
  for (const route of routes) {
    const sample = sampleOf(route, 'Python');
    expect(sample).toContain('pip install requests');
    expect(sample).toContain('if not response.ok:\n    raise SystemExit(response.text)\n');
  }
});

test('a Python sample writes its body as a Python literal', () => {
  const change = routes.find(
    ({ template, method }) => template === '/cases/{case_id}' && method === 'PATCH',
  );
  expect(change && sampleOf(change, 'Python')).toContain('"persona_id": None');
});
