// Makes the Prisma client from prisma/schema.prisma. It is not kept in the repository.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = path.join(root, 'src/db/generated');
/** The stamp is inside the folder of the client, so that removing the folder removes both. */
const stampFile = path.join(folder, '.made-from');

/** The inputs of the client: the schema, and the packages that read it. */
function fingerprint(packages) {
  const schema = readFileSync(path.join(root, 'prisma/schema.prisma'));
  return createHash('sha256').update(packages).update(schema).digest('hex');
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
  writeFileSync(stampFile, madeFrom);
}
