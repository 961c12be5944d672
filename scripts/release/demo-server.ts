import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../src/embedded-postgres/cluster.ts';

/** `api` is the base URL, and `key` the demo team's key. `cli` runs an operator's command about the team. */
export type DemoServer = { api: string; key: string; cli: (...args: string[]) => void };

/** Nobody listens there, so sending fails at once. */
export const NOBODY = 'https://127.0.0.1:2/';

/** Runs the product with a new demo team during `work`. Webhooks may go to this machine. */
export async function withDemoServer(
  work: (server: DemoServer) => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-release-'));
  const settings = { DATA_DIR: folder, WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', ...more };
  try {
    await withServer(settings, (api) => work({ api, ...demoIn(folder) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function demoKeyIn(dataFolder: string): string {
  return demoIn(dataFolder).key;
}

function demoIn(dataFolder: string): Omit<DemoServer, 'api'> {
  const kept = readFileSync(path.join(dataFolder, 'demo.json'), 'utf8');
  const { key, tenant_id } = JSON.parse(kept) as { key: string; tenant_id: string };
  const cli = (...args: string[]) => {
    const env = { ...process.env, DATA_DIR: dataFolder };
    execFileSync(process.execPath, ['src/cli.ts', ...args, '--team', tenant_id], { env });
  };
  return { key, cli };
}

/** Runs the product with these settings during `work`. `work` gets the base URL of the API. */
export async function withServer(
  settings: Record<string, string>,
  work: (api: string) => Promise<void>,
): Promise<void> {
  const PORT = String(await freePort());
  const server = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, ...settings, PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(server, 'close');
  try {
    await started(server.stdout);
    await work(`http://127.0.0.1:${PORT}/api/public/v1`);
  } finally {
    server.kill('SIGTERM');
    await closed;
  }
}

async function started(output: NodeJS.ReadableStream): Promise<void> {
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    output.on('data', (text: Buffer) => {
      printed += text;
      if (printed.includes('Ctrl-C')) resolve();
    });
    output.on('end', () => reject(new Error(`The server has ended:\n${printed}`)));
  });
}
