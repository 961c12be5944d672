// Runs everything that the documentation shows in Python, with our SDK and without it: the samples of every operation,
// those that change something too, and every block of the guides, against a server that is started for it with a demo
// team. The clients of the guides, which try again, also meet broken connections. It needs Python with `requests` and
// `flask`. Before a release: see docs/documentation.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type SdkProgram, sdkPrograms } from '../test/docs/harness/sdk-programs.ts';
import { signatureVectors } from '../test/docs/harness/signature-vectors.ts';
import { type DemoServer, withDemoServer } from './release/demo-server.ts';
import { type GuideBlock, guideBlocks } from './release/guide-blocks.ts';
import { pythonSamples, sdkPythonSamples } from './release/python-samples.ts';
import { onShakyWay } from './release/shaky-way.ts';
import { told } from './release/told.ts';
import { tryReceiver } from './release/try-receiver.ts';

const ORIGIN = 'http://localhost:3000';
const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-python-'));

/** Sends one POST twice with the same key, and says how each was answered. */
const postTwice = `
headers = {"Authorization": f"Bearer {os.environ['KEY']}"}
users = requests.get(os.environ["DIRECT"] + "/users", params={"limit": 1}, headers=headers)
body = {"member_id": users.json()["data"][0]["id"], "title": "Sample",
    "situation_id": "sit_price_talk", "personality_id": "per_analyst", "industry_id": "ind_software"}
for _ in range(2):
    answer = post("/assignments", body, "try-python")
    print(answer.status_code, answer.headers.get("Idempotency-Replayed"))
`;

/** What a program of a guide prints. A guide that is not here has no programs in Python yet: say what they print. */
type Program = {
  says: RegExp;
  /** What it says if the first answer got lost. Undefined for a program that does not try again. */
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
  ],
};

/** Gives the receiver for Flask each request that it must believe or refuse. */
const askFlask = `
import json
for one in json.loads(VECTORS):
    answer = app.test_client().post(
        "/webhooks", data=one["body"].encode(), headers={"Svc-Signature": one["header"]}
    )
    assert answer.status_code == (200 if one["isGenuine"] else 400), one["name"]
print("good")
`;

/** Finds the SDK as it is built, without installing it. */
const env = {
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
  const ended = once(child, 'close').catch(() => undefined);
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const outcome = end?.[0] === 0 && says.test(stdout) ? 'good' : 'FAILED';
  told(end === undefined ? 'not installed' : outcome, name, `${stdout}${stderr}`);
}

async function tryBlock(block: GuideBlock, server: DemoServer): Promise<void> {
  const { guide, name, code } = block;
  if (code.includes('SIGNING_SECRET')) return tryReceiver(block, ['python3', 'receiver.py']);
  const program = programs[guide];
  if (!program) return told('FAILED', name, `programs of try-python.ts has no ${guide}`);
  const source = code.replaceAll(ORIGIN, new URL(server.api).origin) + (program.main ?? '');
  await tryProgram({ name, source, says: program.says }, server);
  const { saysLater } = program;
  if (!saysLater) return;
  const again = source.replace('"try-python"', '"try-again"');
  await onShakyWay(server.api, (api) => {
    const shaky = { name: `${name}, broken connections`, source: again, says: saysLater };
    return tryProgram({ ...shaky, direct: server.api }, { ...server, api });
  });
}

async function trySdkProgram(program: SdkProgram, says: RegExp | undefined, server: DemoServer) {
  const { guide, code } = program;
  const name = `${guide}, python sdk`;
  if (code.includes('flask')) {
    // Signed now: a signature counts for minutes.
    const vectors = JSON.stringify(JSON.stringify(signatureVectors().vectors));
    const source = `VECTORS = ${vectors}\n${code}${askFlask}`;
    return tryProgram({ name, source, says: /\ngood\n$/ }, server);
  }
  if (program.isReceiver) {
    return tryReceiver({ guide, name, code }, ['python3', 'receiver.py'], { env, isOfSdk: true });
  }
  if (!says) return told('FAILED', name, `sdkSays of try-python.ts lacks a program of ${guide}`);
  const source = code.replaceAll(ORIGIN, new URL(server.api).origin);
  return tryProgram({ name, source, says }, server);
}

async function trySdkPrograms(server: DemoServer): Promise<void> {
  const seen: Record<string, number> = {};
  for (const program of sdkPrograms('python')) {
    const at = seen[program.guide] ?? 0;
    await trySdkProgram(program, sdkSays[program.guide]?.[at], server);
    seen[program.guide] = at + 1;
  }
}

try {
  await withDemoServer(async (server) => {
    for (const block of guideBlocks('python')) await tryBlock(block, server);
    await trySdkPrograms(server);
    for (const sample of await pythonSamples(server)) await tryProgram(sample, server);
  });
  // The samples without the SDK have invited the same person.
  await withDemoServer(async (server) => {
    for (const sample of await sdkPythonSamples(server)) {
      await tryProgram({ ...sample, says: /^/ }, server);
    }
  });
} finally {
  rmSync(folder, { recursive: true });
}
