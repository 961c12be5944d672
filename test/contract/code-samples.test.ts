import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Route, routes } from '../../src/rest/routes.ts';
import { operationAt } from '../harness/document.ts';
import { named } from '../harness/routes.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';

const run = promisify(execFile);
const api = useApi();
let world: World;
let folder: string;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  mkdirSync('test-results', { recursive: true });
  folder = mkdtempSync(path.resolve('test-results/code-samples-'));
  // curl fails for a status that is not a success.
  writeFileSync(path.join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sampleOf({ method, template }: Route, label: string): string {
  const operation = operationAt(inject('document'), method, `/api/public/v1${template}`);
  const sample = operation?.object['x-codeSamples'].find((given) => given.label === label);
  if (!sample) throw new Error(`${method} ${template} has no sample for ${label}`);
  return sample.source;
}

/** The sample with existing ids instead of those of the example. */
async function withIds(of: World, route: Route, sample: string): Promise<string> {
  const valid = await validRequest(route, of);
  const example = (route.input.meta()?.examples?.[0] ?? {}) as Record<string, unknown>;
  const segments = route.template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(route.input.shape[name]?.meta()?.examples?.[0]),
  );
  expect(sample).toContain(segments);
  return Object.entries(example)
    .filter(([name]) => name.endsWith('_id') && name !== 'persona_id')
    .reduce(
      (text, [name, id]) => text.replaceAll(String(id), String(valid.body?.[name])),
      sample.replace(segments, valid.path),
    );
}

const envOf = ({ team }: World) => ({
  ...process.env,
  API: api().url,
  KEY: team.key,
  HOME: folder,
});

test.each(named(routes))('the curl sample of $name succeeds as it stands', async ({ route }) => {
  const script = await withIds(world, route, sampleOf(route, 'curl'));
  const { stdout } = await run('bash', ['-c', script], { env: envOf(world) });
  expect(JSON.parse(stdout)).toBeTypeOf('object');
});

test('the TypeScript samples of all operations succeed as they stand', async () => {
  const fresh = await makeWorld(api());
  const files = await Promise.all(
    routes.map(async (route, i) => {
      const file = path.join(folder, `sample-${i}.mts`);
      writeFileSync(file, await withIds(fresh, route, sampleOf(route, 'TypeScript')));
      return file;
    }),
  );
  const all = files.map((file) => `await import(${JSON.stringify(file)});\n`).join('');
  const entry = path.join(folder, 'all.mts');
  writeFileSync(entry, `${all}console.log('all of them');\n`);
  const { stdout } = await run(process.execPath, [entry], { env: envOf(fresh) });
  expect(stdout).toContain('all of them');
});

test('every Python sample says what it needs, and shows the problem that it gets', () => {
  for (const route of routes) {
    const sample = sampleOf(route, 'Python');
    expect(sample).toContain('pip install requests');
    expect(sample).toContain('if not response.ok:\n    raise SystemExit(response.text)\n');
  }
});

test('a body of a Python sample is written in its own words', () => {
  const change = routes.find(
    ({ template, method }) => template === '/cases/{case_id}' && method === 'PATCH',
  );
  expect(change && sampleOf(change, 'Python')).toContain('"persona_id": None');
});
