import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakingChanges } from '../../scripts/openapi/breaking-changes.ts';
import type { BreakingChange } from '../../scripts/openapi/changes-beyond-redocly.ts';
import { securitySchemes } from '../../src/rest/openapi/info.ts';
import { additions, breaking } from './harness/additive-kinds.ts';
import { change, releasedOperation } from './harness/additive-operation.ts';

type Documents = { released: object; current: object };

const kinds = [...breaking, ...additions];
let found: BreakingChange[];
let foundAround: BreakingChange[];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'openapi-additive-'));
  found = await compare('operations', changedOperations());
  foundAround = await compare('around', changedAround());
});
afterAll(() => rm(folder, { recursive: true }));

async function compare(name: string, documents: Documents): Promise<BreakingChange[]> {
  const files = [`${name}-released.json`, `${name}-current.json`].map((file) =>
    path.join(folder, file),
  );
  const [releasedFile = '', currentFile = ''] = files;
  await writeFile(releasedFile, JSON.stringify(documents.released));
  await writeFile(currentFile, JSON.stringify(documents.current));
  return breakingChanges(releasedFile, currentFile);
}

function documentOf(names: string[]) {
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    servers: [{ url: '/v1' }],
    paths: Object.fromEntries(
      names.map((name) => [`/${slug(name)}`, { post: releasedOperation(slug(name)) }]),
    ),
    components: { securitySchemes },
  };
}

/** Every kind of change has a path of its own, so that one comparison covers all. */
function changedOperations(): Documents {
  const released = documentOf(kinds.map(([name]) => name));
  const current = structuredClone(released);
  for (const [name, ...changes] of kinds) {
    for (const [pointer, value] of changes) {
      change(current, `/paths/~1${slug(name)}/post${pointer}`, value);
    }
  }
  return { released, current };
}

function changedAround(): Documents {
  const released = documentOf(['removed', 'renamed/{id}']);
  const current = {
    ...documentOf(['renamed/{thing_id}', 'added']),
    servers: [{ url: '/v2' }],
    components: {
      securitySchemes: { bearerAuth: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    },
  };
  return { released, current };
}

function slug(name: string): string {
  return name.replaceAll(' ', '-');
}

function about(name: string): BreakingChange[] {
  return found.filter(({ path: pointer }) =>
    new RegExp(`(?:/|~1)${slug(name)}(?![\\w-])`).test(pointer),
  );
}

test.each(breaking.map(([name]) => name))(
  'Ver2: inside v1 only additive changes occur: %s fails',
  (name) => {
    expect(about(name)).not.toEqual([]);
  },
);

test.each(additions.map(([name]) => name))(
  'Ver2: inside v1 additive changes are free: %s passes',
  (name) => {
    expect(about(name)).toEqual([]);
  },
);

test.each([
  ['a removed path', 'path-removed'],
  ['a path parameter that is called something else', 'path-template-changed'],
  ['another base path', 'server-removed'],
  ['another way to authenticate', 'security-scheme-changed'],
])('Ver2: inside v1 only additive changes occur: %s fails', (_, rule) => {
  expect(foundAround.map((breakingChange) => breakingChange.rule)).toContain(rule);
});

test('Ver2: a new path passes', () => {
  expect(foundAround.filter(({ path: pointer }) => pointer.includes('added'))).toEqual([]);
});
