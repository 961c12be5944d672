// Makes the Prisma client from prisma/schema.prisma. It is not kept in the repository.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = path.join(root, 'src/db/generated');
/** The stamp is inside the folder of the client, so that removing the folder removes both. */
const stampFile = path.join(folder, '.made-from');

/** The files with the functions of the schema, one each. */
const functionFiles = () =>
  readdirSync(path.join(root, 'prisma/functions'))
    .sort()
    .map((file) => path.join(root, 'prisma/functions', file));

/** The inputs of the client: the schema, its functions, this file, and the packages that read the schema. */
function fingerprint(packages) {
  const inputs = [
    path.join(root, 'prisma/schema.prisma'),
    ...functionFiles(),
    import.meta.filename,
  ];
  const hash = createHash('sha256').update(packages);
  for (const file of inputs) hash.update(readFileSync(file));
  return hash.digest('hex');
}

export function isClientCurrent(packages) {
  try {
    return readFileSync(stampFile, 'utf8') === fingerprint(packages);
  } catch {
    return false;
  }
}

/** Runs a Prisma command without network. */
export function prisma(...words) {
  const node = path.join(root, 'node_modules/.bin/node');
  const cli = path.join(root, 'node_modules/prisma/build/index.js');
  return spawnSync(node, [cli, ...words], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      // Prisma would download an engine that these commands do not use, and check for updates.
      PRISMA_SCHEMA_ENGINE_BINARY: node,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      // These commands need no database, so they do not get the environment's.
      DATABASE_URL: '',
    },
  });
}

/** Removes the stamp first and writes it last: a killed run leaves an outdated client that is made again. */
export function generateClient(packages) {
  const madeFrom = fingerprint(packages);
  rmSync(stampFile, { force: true });
  const { status, stdout, stderr, error } = prisma('generate', '--no-hints');
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
    console.error(`prisma generate failed: ${error?.message ?? `see above (exit ${status})`}`);
    process.exit(1);
  }
  writeFileSync(path.join(folder, 'tables.ts'), tables());
  writeFileSync(stampFile, madeFrom);
}

/** The types of columns that the schema does not name. */
const types = {
  String: 'text',
  Int: 'integer',
  Boolean: 'boolean',
  Float: 'float8',
  Json: 'jsonb',
  DateTime: 'timestamptz',
};

/** The tables of the schema with their columns and relations. The client has them in no public form. */
function tables() {
  const { get_dmmf } = createRequire(import.meta.url)('@prisma/prisma-schema-wasm');
  const prismaSchema = readFileSync(path.join(root, 'prisma/schema.prisma'), 'utf8');
  const { models } = JSON.parse(get_dmmf(JSON.stringify({ prismaSchema }))).datamodel;
  const described = models.map(({ name, dbName, fields }) => {
    const columns = fields.filter(({ kind }) => kind !== 'object');
    const relations = fields.filter(({ kind }) => kind === 'object');
    return [
      name,
      {
        table: dbName,
        columns: Object.fromEntries(columns.map((column) => [column.name, typeOf(column)])),
        relations: Object.fromEntries(relations.map((relation) => [relation.name, relation.type])),
      },
    ];
  });
  return `// Made from prisma/schema.prisma and prisma/functions/ by scripts/prisma-client.mjs.
export const tables = ${JSON.stringify(Object.fromEntries(described), null, 2)} as const;
/** The functions that a statement can call, each with the name of its first argument. */
export const functions = ${JSON.stringify(functions(), null, 2)} as const;
`;
}

/** A statement cannot call the function of a trigger. */
function functions() {
  const texts = functionFiles().map((file) => readFileSync(file, 'utf8'));
  const heads = texts
    .filter((text) => !/\breturns trigger\b/.test(text))
    .flatMap((text) => [...text.matchAll(/^create or replace function (\w+)\(\s*(\w*)/gm)]);
  return Object.fromEntries(heads.map(([, name, first]) => [name, first]));
}

function typeOf({ type, nativeType, isList }) {
  return `${nativeType?.[0].toLowerCase() ?? types[type] ?? type.toLowerCase()}${isList ? '[]' : ''}`;
}
