// Pastes every shell block of the operator's handbook, and the SQL that makes a database, into a checkout: with a
// PostgreSQL of this machine, and with the embedded one. `npm test` runs the rest of the SQL. The script needs PostgreSQL
// 15 or newer with its tools, and 18 for the dump of the embedded one. Before a release: see docs/documentation.md.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { blocksOf } from '../test/docs/harness/documents.ts';
import { demoKeyIn, withServer } from './release/demo-server.ts';
import { type OwnPostgres, withOwnPostgres } from './release/own-postgres.ts';
import { reportOutcome } from './release/report-outcome.ts';
import { likeCheckout, pasted, settingsIn } from './release/shell.ts';

const waiting = new Set(
  blocksOf(readFileSync('docs/operations.md', 'utf8')).filter(
    ({ language, code }) => language === 'sh' || code.startsWith('create role'),
  ),
);

/** Returns the only block that contains `part`, and removes it from the blocks that wait. */
function take(part: string): string {
  const [block, other] = [...waiting].filter(({ code }) => code.includes(part));
  if (!block || other) throw new Error(`docs/operations.md needs exactly one block with: ${part}`);
  waiting.delete(block);
  return block.code;
}

async function attempt(name: string, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
    reportOutcome('good', name);
  } catch (error) {
    reportOutcome('FAILED', name, String(error));
  }
}

const me = (api: string, key: string) =>
  fetch(`${api}/me`, { headers: { Authorization: `Bearer ${key}` } });

async function requireAnswer(api: string, key: string): Promise<Response> {
  const answer = await me(api, key);
  if (!answer.ok) throw new Error(`GET /me: ${answer.status}`);
  return answer;
}

/** Requires that the settings of the block have made the headers that its comments name. */
function requireHeaders({ headers }: Response, block: string): void {
  for (const [, name = '', value = ''] of block.matchAll(
    /# ([\w-]+): ([^,\n]*(?:, \d[^,\n]*)?)/g,
  )) {
    const header = headers.get(name);
    if (!header?.includes(value)) throw new Error(`${name}: ${header} instead of ${value}`);
  }
}

function requireResealed(printed: string): void {
  const { webhook_secrets: secrets } = JSON.parse(printed) as { webhook_secrets: object };
  if (!('resealed' in secrets)) throw new Error(`reseal printed ${printed}`);
}

/** Requires that only the owner can read a copied file, because it contains secrets. */
function requirePrivate(file: string): void {
  const mode = statSync(file).mode & 0o777;
  if ((mode & 0o077) !== 0) throw new Error(`${file} has the mode ${mode.toString(8)}`);
}

type Team = { tenant_id: string; key: string };

function makeTeam(checkout: string, env: Record<string, string>): Team {
  const cli = (line: string) =>
    JSON.parse(pasted(`npm run --silent cli -- ${line}`, checkout, env)) as Team;
  const { tenant_id } = cli("team create --name 'North Light Ltd' --owner owner@example.com");
  return { ...cli(`key create --team ${tenant_id} --name Key --scopes users:read`), tenant_id };
}

async function ownPostgres({ address, run }: OwnPostgres): Promise<void> {
  const checkout = likeCheckout();
  const here = (text: string) => text.replace('db.example.com:5432', address);
  let env: Record<string, string> = {};
  let team: Team = { tenant_id: '', key: '' };
  await attempt('your own PostgreSQL: role, database, settings', async () => {
    await run(take('create role'));
    env = settingsIn(here(take('export DATABASE_URL')));
    team = makeTeam(checkout, env);
  });
  await attempt('the end of v1 in the headers', async () => {
    const settings = take('API_DEPRECATED_AT=');
    await withServer({ ...env, ...settingsIn(settings) }, async (api) =>
      requireHeaders(await requireAnswer(api, team.key), settings),
    );
  });
  await attempt('a dump, restored', async () => {
    await run('create database restored owner team_api');
    const RESTORED_URL = (env.DATABASE_URL ?? '').replace(/team_api$/, 'restored');
    pasted(take('pg_restore'), checkout, { ...env, RESTORED_URL });
    requirePrivate(path.join(checkout, 'team_api.dump'));
    const restored = { ...env, DATABASE_URL: RESTORED_URL };
    await withServer(restored, async (api) => void (await requireAnswer(api, team.key)));
  });
  await attempt('a new encryption key', async () => {
    requireResealed(pasted(take('"$NEW_KEY,$ENCRYPTION_KEY"'), checkout, env));
  });
  await attempt(
    'the command line, the export of a team, its deletion, the list of erasures',
    async () => {
      const paste = (part: string) =>
        pasted(take(part), checkout, { ...env, TEAM: team.tenant_id });
      if (!paste('cli -- help').includes('team create')) throw new Error('help names no commands');
      paste('team delete');
      const exported = readFileSync(path.join(checkout, 'team.ndjson'), 'utf8');
      if (!exported.includes('North Light Ltd')) throw new Error('the team is not in its export');
      paste('erasure list');
      paste('erasure apply');
      paste('after-restore');
      const list = readFileSync(path.join(checkout, 'erasures.ndjson'), 'utf8');
      if (!list.includes(team.tenant_id)) throw new Error('the list of erasures lacks the team');
    },
  );
  rmSync(checkout, { recursive: true });
}

async function embeddedPostgres(): Promise<void> {
  const checkout = likeCheckout();
  // The account of the database must be able to enter the checkout, so that all data stay in it.
  chmodSync(checkout, 0o711);
  const DATA_DIR = path.join(checkout, '.data');
  const [, version] =
    /(\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout) ?? [];
  const dump = take('PORT_OF_DATABASE');
  const copy = take('tar -czf');
  await withServer({ DATA_DIR }, async () => {
    const name = 'a dump of the embedded PostgreSQL';
    if (Number(version) < 18) return reportOutcome('not installed', name);
    await attempt(name, () => {
      pasted(dump, checkout);
      requirePrivate(path.join(checkout, 'team_api.dump'));
    });
  });
  await attempt('a new key of the embedded PostgreSQL', async () => {
    const key = demoKeyIn(DATA_DIR);
    const before = readFileSync(path.join(DATA_DIR, 'encryption-key'), 'utf8');
    requireResealed(pasted(take('unset ENCRYPTION_KEY'), checkout));
    const after = readFileSync(path.join(DATA_DIR, 'encryption-key'), 'utf8');
    if (after === before) throw new Error('the key is the same');
    await withServer({ DATA_DIR }, async (api) => void (await requireAnswer(api, key)));
  });
  await attempt('a copy of the embedded PostgreSQL, put back', async () => {
    const [umask = '', pack = '', unpack = ''] = copy.split('\n');
    const key = demoKeyIn(DATA_DIR);
    if (existsSync(path.join(DATA_DIR, 'database-place'))) throw new Error('not all data is here');
    pasted(`${umask}\n${pack}`, checkout);
    requirePrivate(path.join(checkout, 'team-api.tar.gz'));
    renameSync(DATA_DIR, path.join(checkout, 'lost'));
    pasted(`${umask}\n${unpack}`, checkout);
    await withServer({ DATA_DIR }, async (api) => void (await requireAnswer(api, key)));
  });
  rmSync(checkout, { recursive: true });
}

const isInstalled = await withOwnPostgres(ownPostgres);
if (!isInstalled) reportOutcome('not installed', 'your own PostgreSQL');
await embeddedPostgres();
for (const { code } of isInstalled ? waiting : []) {
  reportOutcome('FAILED', 'a block that nothing pastes', code);
}
