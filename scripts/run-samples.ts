// Runs what the guides and openapi.v1.json show in Python, Go and PHP, as far as these are installed,
// beside a running `npm start`. `npm test` runs what is in curl and TypeScript. Before a release: see CONTRIBUTING.md.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/embedded-postgres/free-port.ts';
import { signatureVectors } from '../test/docs/harness/signature-vectors.ts';

type Document = {
  paths: Record<string, Record<string, { 'x-codeSamples'?: Sample[] }>>;
};
type Sample = { lang: string; source: string };
/** The files of a program, and the command that runs it. */
type Program = { name: string; files: Record<string, string>; run: string[] };

const api = process.env.API ?? 'http://localhost:3000/api/public/v1';
const key = process.env.KEY ?? demoKey();
const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-samples-'));

function demoKey(): string {
  const { key: kept } = JSON.parse(readFileSync('.data/demo.json', 'utf8')) as { key: string };
  return kept;
}

function block(guide: string, language: string): string {
  const text = readFileSync(`docs/guides/en/${guide}.md`, 'utf8');
  const [, code] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(text) ?? [];
  if (!code) throw new Error(`${guide} shows nothing in ${language}`);
  return code.replaceAll('http://localhost:3000/api/public/v1', api);
}

const { secret, vectors } = signatureVectors();

const receivers: Program[] = [
  { language: 'python', run: ['python3', 'receiver.py'] },
  { language: 'go', run: ['go', 'run', 'receiver.go'] },
  { language: 'php', run: ['php', '-S', '127.0.0.1:8080', 'receiver.php'] },
].map(({ language, run }) => {
  const file = run.at(-1) ?? '';
  const files = { [file]: block('webhooks', language) };
  return { name: `webhooks, ${language}`, files, run };
});

async function pythonSamples(): Promise<Program[]> {
  const answer = await fetch(`${api}/openapi.v1.json`);
  const { paths } = (await answer.json()) as Document;
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const sample = operation['x-codeSamples']?.find(({ lang }) => lang === 'Python');
      if (!sample) return [];
      // The ids of the samples are made up, so a sample that changes something would fail.
      const runs = method === 'get' && !template.includes('{');
      return {
        name: `openapi.v1.json, ${method.toUpperCase()} ${template}, Python`,
        files: { 'sample.py': sample.source },
        run: ['python3', ...(runs ? [] : ['-m', 'py_compile']), 'sample.py'],
      };
    }),
  );
}

type Outcome = 'good' | 'FAILED' | 'not installed';

function saved({ files }: Program): string {
  const place = mkdtempSync(path.join(folder, 'sample-'));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(place, file), text);
  return place;
}

function told(outcome: Outcome, name: string, said = ''): Outcome {
  console.log(`${outcome.padEnd(14)}${name}`);
  if (outcome === 'FAILED') console.error(said);
  return outcome;
}

/** Starts a receiver, and gives it each request that it must believe or refuse. */
async function outcomeOfReceiver(program: Program): Promise<Outcome> {
  const [name = '', ...args] = program.run;
  const port = String(await freePort());
  const here = (text: string) => text.replaceAll('8080', port);
  const files = Object.entries(program.files).map(([file, text]) => [file, here(text)]);
  const receiver = spawn(name, args.map(here), {
    cwd: saved({ ...program, files: Object.fromEntries(files) }),
    env: { ...process.env, SIGNING_SECRET: secret },
    // Its own group: `go run` starts another process.
    detached: true,
    stdio: 'ignore',
  });
  const [how] = await Promise.race([once(receiver, 'error'), once(receiver, 'spawn')]);
  if (how) return told('not installed', program.name);
  try {
    const wrong = await wrongAnswers(`http://127.0.0.1:${port}/`);
    return told(wrong.length === 0 ? 'good' : 'FAILED', program.name, wrong.join('\n'));
  } finally {
    if (receiver.pid) process.kill(-receiver.pid, 'SIGKILL');
  }
}

async function wrongAnswers(url: string): Promise<string[]> {
  const statusOf = async (header: string, sent: string) => {
    const headers = { 'svc-signature': header, 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body: sent })).status;
  };
  // A compiler may take its time.
  for (let n = 0; n < 240 && (await statusOf('', '{}').catch(() => 0)) === 0; n += 1) {
    await sleep(500);
  }
  const wrong: string[] = [];
  for (const { name, header, body, isGenuine } of vectors) {
    const status = await statusOf(header, body).catch(() => 0);
    if (status !== (isGenuine ? 204 : 400)) wrong.push(`${name}: answered with ${status}`);
  }
  return wrong;
}

function outcomeOf(sample: Program, output?: string): Outcome {
  const { name, run } = sample;
  const place = saved(sample);
  const [program = '', ...args] = run;
  const env = { ...process.env, API: api, KEY: key };
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd: place,
    env,
    encoding: 'utf8',
  });
  const outcome = error ? 'not installed' : status === 0 ? 'good' : 'FAILED';
  const isOther = output !== undefined && stdout?.trim().split(/\s+/).join(' ') !== output;
  return told(outcome === 'good' && isOther ? 'FAILED' : outcome, name, `${stdout}${stderr}`);
}

/** Sends one POST twice with the same key, and says how each was answered. */
const postMain = `
headers = {"Authorization": f"Bearer {os.environ['KEY']}"}
users = requests.get(os.environ["API"] + "/users", params={"limit": 1}, headers=headers)
body = {"member_id": users.json()["data"][0]["id"], "title": "Sample",
    "situation_id": "sit_price_talk", "personality_id": "per_analyst", "industry_id": "ind_software"}
for _ in range(2):
    answer = post("/assignments", body, "run-samples-${Date.now()}")
    print(answer.status_code, answer.headers.get("Idempotency-Replayed"))
`;

function pythonOf(guide: string, main = ''): Program {
  const files = { 'client.py': block(guide, 'python') + main };
  return { name: `${guide}, Python`, files, run: ['python3', 'client.py'] };
}

const clients: [program: Program, output?: string][] = [
  [pythonOf('index')],
  [pythonOf('lists-and-sync')],
  [pythonOf('limits')],
  [pythonOf('idempotency', postMain), '201 None 201 true'],
];

try {
  const ofReceivers: Outcome[] = [];
  for (const receiver of receivers) ofReceivers.push(await outcomeOfReceiver(receiver));
  const outcomes = [
    ...ofReceivers,
    ...clients.map(([program, output]) => outcomeOf(program, output)),
    ...(await pythonSamples()).map((program) => outcomeOf(program)),
  ];
  if (outcomes.includes('FAILED')) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
