// Runs all Python of the documentation, with our SDK and without it: the samples of all operations, even of those that
// change something, and every block of the guides, against a new server with a demo team. The guides' clients that repeat
// requests also meet broken connections. The script needs Python with `requests`, `flask` and `psycopg`, and a PostgreSQL.
// Before a release: see docs/documentation.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type SdkProgram, sdkPrograms } from '../test/docs/harness/sdk-programs.ts';
import { signatureVectors } from '../test/docs/harness/signature-vectors.ts';
import { type DemoServer, withDemoServer } from './release/demo-server.ts';
import { throughFaultyProxy } from './release/faulty-proxy.ts';
import { type GuideBlock, guideBlocks } from './release/guide-blocks.ts';
import { withOwnPostgres } from './release/own-postgres.ts';
import { pythonSamples, sdkPythonSamples } from './release/python-samples.ts';
import { reportOutcome } from './release/report-outcome.ts';
import { tryReceiver } from './release/try-receiver.ts';

const ORIGIN = 'http://localhost:3000';
const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-python-'));

/** Sends one POST twice with the same key, and prints how each was answered. */
const postTwice = `
headers = {"Authorization": f"Bearer {os.environ['KEY']}"}
users = requests.get(os.environ["DIRECT"] + "/users", params={"limit": 1}, headers=headers)
body = {"member_id": users.json()["data"][0]["id"], "title": "Sample",
    "situation_id": "sit_price_talk", "personality_id": "per_analyst", "industry_id": "ind_software"}
for _ in range(2):
    answer = post("/assignments", body, "try-python")
    print(answer.status_code, answer.headers.get("Idempotency-Replayed"))
`;

/** What a program of a guide prints. A guide that is not here has no Python programs yet: add what they print. */
type Program = {
  says: RegExp;
  /** What it prints if the first answer was lost. Undefined for a program that does not repeat. */
  saysLater?: RegExp;
  main?: string;
};
const pages = /^(\d{4}-\d\d-\d\dT\S+ \d+\n){10,}$/;
const status = /^200 \d+\n$/;
const programs: Record<string, Program> = {
  index: { says: /^\{'data': \[\{'id': 'trn_/ },
  'lists-and-sync': { says: pages, saysLater: pages },
  limits: { says: status, saysLater: status },
  idempotency: {
    main: postTwice,
    says: /^201 None\n201 true\n$/,
    saysLater: /^201 true\n201 true\n$/,
  },
};

/** What a program with the SDK prints. */
const sdkSays: Record<string, RegExp[]> = {
  'first-request': [/^(mem_\w+ \w+\n)+$/],
  idempotency: [/^mem_\w+ invited\n$/],
  index: [/^\{'data': \[\{'id': 'trn_/],
  limits: [/^(trn_\w+\n){10,}$/],
  'lists-and-sync': [/^(\d{4}-\d\d-\d\dT\S+ \d+\n){10,}$/, /^\d+ trainings\n$/],
  sdk: [
    /^ten_\w+ \[[\s\S]*\nmem_\w+ invited\nno such member\ngetCatalog 200 1\n/,
    /^the copy is up to date\n$/,
    /^\d+ changes\n/,
    /^\d+ changes\n/,
  ],
  'webhooks-or-feed': [/^0 events\n$/],
};

/** Sends the receiver for Flask requests that it must accept or refuse. */
const askFlask = `
import json
for one in json.loads(VECTORS):
    answer = app.test_client().post(
        "/webhooks", data=one["body"].encode(), headers={"Svc-Signature": one["header"]}
    )
    assert answer.status_code == (200 if one["isGenuine"] else 400), one["name"]
print("good")
`;

/** Finds the built SDK without installing it. */
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PYTHONPATH: path.resolve('dist/sdk/python'),
  SIGNING_SECRET: signatureVectors().secret,
};

type Try = { name: string; source: string; says?: RegExp | undefined; direct?: string };

async function tryProgram(
  { name, source, says = /./, direct }: Try,
  { api, key }: DemoServer,
): Promise<void> {
  const all = { ...env, API: api, KEY: key, DIRECT: direct ?? api };
  const child = spawn('python3', ['-c', source], {
    cwd: folder,
    env: all,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A consumer of the feed and a copy run until they are told to end.
  if (/events\.consume|\bcopy\(/.test(source))
    child.stdout.once('data', () => child.kill('SIGTERM'));
  const ended = once(child, 'close').catch(() => undefined);
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const outcome = end?.[0] === 0 && says.test(stdout) ? 'good' : 'FAILED';
  reportOutcome(end === undefined ? 'not installed' : outcome, name, `${stdout}${stderr}`);
}

async function tryBlock(block: GuideBlock, server: DemoServer): Promise<void> {
  const { guide, name, code } = block;
  if (code.includes('SIGNING_SECRET')) return tryReceiver(block, ['python3', 'receiver.py']);
  const program = programs[guide];
  if (!program) return reportOutcome('FAILED', name, `programs of try-python.ts has no ${guide}`);
  const source = code.replaceAll(ORIGIN, new URL(server.api).origin) + (program.main ?? '');
  await tryProgram({ name, source, says: program.says }, server);
  const { saysLater } = program;
  if (!saysLater) return;
  const again = source.replace('"try-python"', '"try-again"');
  await throughFaultyProxy(server.api, (api) => {
    const faulty = { name: `${name}, broken connections`, source: again, says: saysLater };
    return tryProgram({ ...faulty, direct: server.api }, { ...server, api });
  });
}

async function trySdkProgram(program: SdkProgram, says: RegExp | undefined, server: DemoServer) {
  const { guide, code } = program;
  const name = `${guide}, python sdk`;
  if (code.includes('flask')) {
    // Signed now, because a signature is valid for minutes only.
    const vectors = JSON.stringify(JSON.stringify(signatureVectors().vectors));
    const source = `VECTORS = ${vectors}\n${code}${askFlask}`;
    return tryProgram({ name, source, says: /\ngood\n$/ }, server);
  }
  if (program.isReceiver) {
    return tryReceiver({ guide, name, code }, ['python3', 'receiver.py'], { env, isOfSdk: true });
  }
  if (!says)
    return reportOutcome('FAILED', name, `sdkSays of try-python.ts lacks a program of ${guide}`);
  const source = code.replaceAll(ORIGIN, new URL(server.api).origin);
  return tryProgram({ name, source, says }, server);
}

async function trySdkPrograms(server: DemoServer): Promise<void> {
  const seen: Record<string, number> = {};
  for (const program of sdkPrograms('python')) {
    const place = seen[program.guide] ?? 0;
    await trySdkProgram(program, sdkSays[program.guide]?.[place], server);
    seen[program.guide] = place + 1;
  }
}

try {
  const isInstalled = await withOwnPostgres(async ({ address }) => {
    env.DATABASE_URL = `postgresql://postgres@${address}/postgres`;
    await withDemoServer(async (server) => {
      for (const block of guideBlocks('python')) await tryBlock(block, server);
      await trySdkPrograms(server);
      for (const sample of await pythonSamples(server)) await tryProgram(sample, server);
    });
  });
  if (!isInstalled) reportOutcome('not installed', 'PostgreSQL', '');
  // A new server, because the samples without the SDK have invited the same person.
  await withDemoServer(async (server) => {
    for (const sample of await sdkPythonSamples(server)) {
      await tryProgram({ ...sample, says: /^/ }, server);
    }
  });
} finally {
  rmSync(folder, { recursive: true });
}
