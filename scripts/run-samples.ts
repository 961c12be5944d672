// Runs what the guides and openapi.v1.json show in Python, Go and PHP, as far as these are installed,
// beside a running `npm start`. `npm test` runs what is in curl and TypeScript. Before a release: see CONTRIBUTING.md.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
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
  return code;
}

const { secret, vectors } = signatureVectors();
const words = [secret, ...vectors.flatMap(({ header, body }) => [header, body])];
const expected = vectors.map(({ isGenuine }) => isGenuine).join(' ');

const goMain = `package main

import (
	"fmt"
	"os"
	"sample/webhooks"
)

func main() {
	for n := 2; n < len(os.Args); n += 2 {
		fmt.Println(webhooks.IsGenuine(os.Args[1], os.Args[n], []byte(os.Args[n+1])))
	}
}
`;
const phpMain = `
foreach (array_chunk(array_slice($argv, 2), 2) as [$header, $body]) {
    echo isGenuine($argv[1], $header, $body) ? "true\\n" : "false\\n";
}
`;
const pythonMain = `
import sys
for header, body in zip(sys.argv[2::2], sys.argv[3::2]):
    print(str(is_genuine(sys.argv[1], header, body.encode())).lower())
`;

const verifiers: Program[] = [
  {
    name: 'webhooks, Python',
    files: { 'verify.py': block('webhooks', 'python') + pythonMain },
    run: ['python3', 'verify.py', ...words],
  },
  {
    name: 'webhooks, Go',
    files: {
      'go.mod': 'module sample\n\ngo 1.20\n',
      'webhooks/verify.go': block('webhooks', 'go'),
      'main.go': goMain,
    },
    run: ['go', 'run', '.', ...words],
  },
  {
    name: 'webhooks, PHP',
    files: { 'verify.php': block('webhooks', 'php') + phpMain },
    run: ['php', 'verify.php', ...words],
  },
];

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

function outcomeOf({ name, files, run }: Program, output?: string): Outcome {
  const place = mkdtempSync(path.join(folder, 'sample-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
    writeFileSync(path.join(place, file), text);
  }
  const [program = '', ...args] = run;
  const env = { ...process.env, API: api, KEY: key };
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd: place,
    env,
    encoding: 'utf8',
  });
  const outcome = error ? 'not installed' : status === 0 ? 'good' : 'FAILED';
  const isOther = output !== undefined && stdout?.trim().split(/\s+/).join(' ') !== output;
  const judged = outcome === 'good' && isOther ? 'FAILED' : outcome;
  console.log(`${judged.padEnd(14)}${name}`);
  if (judged === 'FAILED') console.error(`${stdout}${stderr}`);
  return judged;
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
  [pythonOf('lists-and-sync')],
  [pythonOf('limits')],
  [pythonOf('idempotency', postMain), '201 None 201 true'],
];

try {
  const outcomes = [
    ...verifiers.map((program) => outcomeOf(program, expected)),
    ...clients.map(([program, output]) => outcomeOf(program, output)),
    ...(await pythonSamples()).map((program) => outcomeOf(program)),
  ];
  if (outcomes.includes('FAILED')) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
