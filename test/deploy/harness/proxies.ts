import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { freePort } from '../../harness/free-port.ts';
import { until } from '../../harness/until.ts';

export type RunningProxy = { port: number; close(): Promise<void> };
type Place = { folder: string; http: number; https: number; processes: [number, number] };

const tls = path.resolve('test/harness/tls');

/** True if this machine has the program. */
export const has = (program: string, ...args: string[]) =>
  spawnSync(program, args).error === undefined;

/** Replaces exactly the parts of a file of deploy/ that belong to an operator's machine. */
function replaced(file: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce(
    (text, [part, own]) => {
      if (!text.includes(part)) throw new Error(`${file} does not contain ${part}`);
      return text.replaceAll(part, own);
    },
    readFileSync(file, 'utf8'),
  );
}

function nginx({ folder, http, https, processes }: Place): ChildProcess {
  const site = replaced('deploy/proxy/nginx.conf', {
    'listen 80 default_server': `listen 127.0.0.1:${http} default_server`,
    'listen 443 ssl http2 default_server': `listen 127.0.0.1:${https} ssl http2 default_server`,
    'listen [::]:80 default_server;': '',
    'listen [::]:443 ssl http2 default_server;': '',
    '/etc/team-api/tls/fullchain.pem': path.join(tls, 'receiver.pem'),
    '/etc/team-api/tls/privkey.pem': path.join(tls, 'receiver.key.pem'),
    '127.0.0.1:3001': `127.0.0.1:${processes[0]}`,
    '127.0.0.1:3002': `127.0.0.1:${processes[1]}`,
  });
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root; ' : ''}pid ${folder}/pid; daemon off; error_log stderr; events {}\nhttp {\n${temporary}\n${site}}\n`,
  );
  return spawn('nginx', ['-p', folder, '-c', `${folder}/nginx.conf`], { stdio: 'ignore' });
}

function caddy({ folder, http, https, processes }: Place): ChildProcess {
  const own = `{\n http_port ${http}\n https_port ${https}\n skip_install_trust\n admin off\n}\n`;
  writeFileSync(
    path.join(folder, 'Caddyfile'),
    own + readFileSync('deploy/proxy/Caddyfile', 'utf8'),
  );
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PUBLIC_URL: 'https://localhost',
      TEAM_API_PROCESSES: processes.map((port) => `127.0.0.1:${port}`).join(' '),
    },
  });
}

const programs = {
  nginx: { start: nginx, version: '-v' },
  caddy: { start: caddy, version: 'version' },
};

/** The proxies of deploy/proxy that this machine has. */
export const installed = (['nginx', 'caddy'] as const).filter((name) =>
  has(name, programs[name].version),
);

/** Runs a proxy with its file of deploy/proxy in front of two processes. */
export async function startProxy(
  name: (typeof installed)[number],
  processes: [number, number],
): Promise<RunningProxy> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-proxy-'));
  mkdirSync(path.join(folder, 'logs'));
  const place = { folder, http: await freePort(), https: await freePort(), processes };
  const child = programs[name].start(place);
  const closed = once(child, 'close');
  const { https: port } = place;
  await until(
    `${name} to answer`,
    async () => child.exitCode !== null || (await shakesHands(port)),
  );
  if (child.exitCode !== null) throw new Error(`${name} has ended: ${folder}`);
  return {
    port,
    async close() {
      child.kill('SIGTERM');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Caddy listens before it has made its certificate. */
async function shakesHands(port: number): Promise<boolean> {
  const socket = connect({ port, servername: 'localhost', rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
