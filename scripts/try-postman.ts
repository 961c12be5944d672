// Sends every request of the Postman collection, in order, with Postman's own runner, to a new server with a demo team.
// npm fetches the runner, which is too large to be kept. Before a release: see docs/documentation.md.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Collection } from '../src/docs/postman/collection.ts';
import { postmanCollection } from '../src/docs/postman/postman-collection.ts';
import { openApiDocument } from '../src/rest/openapi/document.ts';
import { NOBODY, withDemoServer } from './release/demo-server.ts';

const RUNNER = 'newman@6.2.2';

type Report = {
  run: {
    executions: { item: { name: string }; response?: { code: number } }[];
    failures: { error: { message: string } }[];
  };
};

function run(collection: Collection, key: string): Report {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-postman-'));
  try {
    const file = path.join(folder, 'collection.json');
    const report = path.join(folder, 'report.json');
    writeFileSync(file, JSON.stringify(collection));
    const variables = ['--env-var', `key=${key}`, '--env-var', `webhook_url=${NOBODY}`];
    const reporter = ['--reporters', 'json', '--reporter-json-export', report];
    const newman = ['newman', 'run', file, ...variables, ...reporter];
    const npm = ['exec', '--yes', `--package=${RUNNER}`, '--', ...newman];
    const { status, stderr } = spawnSync('npm', npm, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The runner failed: ${stderr}`);
    return JSON.parse(readFileSync(report, 'utf8')) as Report;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Prints a line for each request. Returns whether each got the status of its first example. */
function judge(collection: Collection, { run: { executions, failures } }: Report): boolean {
  const items = collection.item.flatMap(({ item }) => item);
  const outcomes = items.map(({ name, request, response }, i) => {
    const sent = executions[i];
    const status = sent?.item.name === name ? sent.response?.code : undefined;
    const isGood = status !== undefined && status === response[0]?.code;
    console.log(`${isGood ? 'good' : 'FAILED'}\t${status} ${request.method} ${request.url.raw}`);
    return isGood;
  });
  for (const { error } of failures) console.error(error.message);
  return outcomes.every(Boolean) && failures.length === 0;
}

await withDemoServer(async ({ api, key }) => {
  const collection = postmanCollection(openApiDocument(), api);
  process.exitCode = judge(collection, run(collection, key)) ? 0 : 1;
});
