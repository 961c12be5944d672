// Runs everything that the documentation shows in Python, with our SDK and without it: the samples of every operation,
// those that change something too, and every block of the guides, against a server that is started for it with a demo
// team. It needs Python with `requests` and `flask`. Before a release: see docs/documentation.md.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type SdkProgram, sdkPrograms } from '../test/docs/harness/sdk-programs.ts';
import { signatureVectors } from '../test/docs/harness/signature-vectors.ts';
import { type DemoServer, withDemoServer } from './release/demo-server.ts';
import { type GuideBlock, guideBlocks } from './release/guide-blocks.ts';
import { pythonSamples, sdkPythonSamples } from './release/python-samples.ts';
import { told } from './release/told.ts';
import { tryReceiver } from './release/try-receiver.ts';

const ORIGIN = 'http://localhost:3000';
const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-python-'));

/** Sends one POST twice with the same key, and says how each was answered. */
const postTwice = `
headers = {"Authorization": f"Bearer {os.environ['KEY']}"}
users = requests.get(os.environ["API"] + "/users", params={"limit": 1}, headers=headers)
body = {"member_id": users.json()["data"][0]["id"], "title": "Sample",
    "situation_id": "sit_price_talk", "personality_id": "per_analyst", "industry_id": "ind_software"}
for _ in range(2):
    answer = post("/assignments", body, "try-python")
    print(answer.status_code, answer.headers.get("Idempotency-Replayed"))
`;

/** What a program of a guide prints. A guide that is not here has no programs in Python yet: say what they print. */
const programs: Record<string, { says: RegExp; main?: string }> = {
  index: { says: /^\{'data': \[\{'id': 'trn_/ },
  'lists-and-sync': { says: /^(\d{4}-\d\d-\d\dT\S+ \d+\n){10,}$/ },
  limits: { says: /^200 \d+\n$/ },
  idempotency: { main: postTwice, says: /^201 None\n201 true\n$/ },
};

/** What a program with the SDK prints. */
const sdkSays: Record<string, RegExp[]> = {
  'first-request': [/^(mem_\w+ \w+\n)+$/],
  idempotency: [/^mem_\w+ invited\n$/],
  index: [/^\{'data': \[\{'id': 'trn_/],
  limits: [/^(trn_\w+\n){10,}$/],
  'lists-and-sync': [/^(\d{4}-\d\d-\d\dT\S+ \d+\n){10,}$/, /^\d+ trainings\n$/],
  sdk: [/^ten_\w+ \[[\s\S]*\nno such member\ngetCatalog 200 1\n/],
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

function tryProgram(name: string, source: string, { api, key }: DemoServer, says = /./): void {
  const all = { ...env, API: api, KEY: key };
  const run = spawnSync('python3', ['-c', source], { cwd: folder, env: all, encoding: 'utf8' });
  const { error, status, stdout, stderr } = run;
  const outcome = status === 0 && says.test(stdout) ? 'good' : 'FAILED';
  told(error ? 'not installed' : outcome, name, `${stdout}${stderr}`);
}

async function tryBlock(block: GuideBlock, server: DemoServer): Promise<void> {
  const { guide, name, code } = block;
  if (code.includes('SIGNING_SECRET')) return tryReceiver(block, ['python3', 'receiver.py']);
  const program = programs[guide];
  if (!program) return told('FAILED', name, `programs of try-python.ts has no ${guide}`);
  const source = code.replaceAll(ORIGIN, new URL(server.api).origin) + (program.main ?? '');
  tryProgram(name, source, server, program.says);
}

async function trySdkProgram(program: SdkProgram, says: RegExp | undefined, server: DemoServer) {
  const { guide, code } = program;
  const name = `${guide}, python sdk`;
  if (code.includes('flask')) {
    // Signed now: a signature counts for minutes.
    const vectors = JSON.stringify(JSON.stringify(signatureVectors().vectors));
    const source = `VECTORS = ${vectors}\n${code}${askFlask}`;
    return tryProgram(name, source, server, /\ngood\n$/);
  }
  if (program.isReceiver) {
    return tryReceiver({ guide, name, code }, ['python3', 'receiver.py'], { env, good: 200 });
  }
  if (!says) return told('FAILED', name, `sdkSays of try-python.ts lacks a program of ${guide}`);
  tryProgram(name, code.replaceAll(ORIGIN, new URL(server.api).origin), server, says);
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
    for (const { name, source } of await pythonSamples(server)) tryProgram(name, source, server);
  });
  // The samples without the SDK have invited the same person.
  await withDemoServer(async (server) => {
    for (const { name, source } of await sdkPythonSamples(server)) {
      tryProgram(name, source, server, /^/);
    }
  });
} finally {
  rmSync(folder, { recursive: true });
}
