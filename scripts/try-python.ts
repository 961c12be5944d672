// Runs everything that the documentation shows in Python: the sample of every operation, those that change something
// too, and every block of the guides, against a server that is started for it with a demo team. It needs Python with
// `requests`. Before a release: see docs/documentation.md.
import { spawnSync } from 'node:child_process';
import { type DemoServer, withDemoServer } from './release/demo-server.ts';
import { type GuideBlock, guideBlocks } from './release/guide-blocks.ts';
import { pythonSamples } from './release/python-samples.ts';
import { told } from './release/told.ts';
import { tryReceiver } from './release/try-receiver.ts';

const ORIGIN = 'http://localhost:3000';

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

function tryProgram(name: string, source: string, { api, key }: DemoServer, says = /./): void {
  const env = { ...process.env, API: api, KEY: key };
  const run = spawnSync('python3', ['-c', source], { env, encoding: 'utf8' });
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

await withDemoServer(async (server) => {
  for (const block of guideBlocks('python')) await tryBlock(block, server);
  for (const { name, source } of await pythonSamples(server)) tryProgram(name, source, server);
});
