import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { Agent, request } from 'undici';
import { buildOf, debianImage } from './images.ts';
import { require, step } from './report.ts';
import { bash, eventually, run } from './run.ts';

// Not 80 and 443, which this machine may use.
const ports = { HTTP_PORT: '18380', HTTPS_PORT: '18343' };
const PROJECT = 'team-api-try';
const agent = new Agent({ connect: { rejectUnauthorized: false, servername: 'localhost' } });

/**
 * Stands in for the official image of PostgreSQL: the same variables, the same folders, and the scripts of the first
 * start. It is Debian's PostgreSQL 15.
 */
const postgres = (base: string) => `FROM ${base}
RUN printf '%s\\n' '#!/bin/bash' 'set -eu' 'export PATH=/usr/lib/postgresql/15/bin:$PATH' \\
  'data=/var/lib/postgresql/data' \\
  'if [ ! -e $data/PG_VERSION ]; then' \\
  '  initdb --pgdata=$data --username=postgres --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --pwfile=<(echo "$POSTGRES_PASSWORD") > /dev/null' \\
  '  echo "host all all all scram-sha-256" >> $data/pg_hba.conf' \\
  '  pg_ctl --pgdata=$data --options="-c listen_addresses= -c unix_socket_directories=/tmp" --wait start > /dev/null' \\
  '  for script in /docker-entrypoint-initdb.d/*.sh; do PGHOST=/tmp bash "$script"; done' \\
  '  pg_ctl --pgdata=$data --wait stop > /dev/null' \\
  'fi' \\
  'exec postgres -D $data -c "listen_addresses=*" -c unix_socket_directories=/tmp' > /start && chmod +x /start \\
  && mkdir -p /var/lib/postgresql && chown postgres: /var/lib/postgresql \\
  && ln -s /usr/lib/postgresql/15/bin/pg_isready /usr/local/bin/pg_isready
USER postgres
STOPSIGNAL SIGINT
CMD ["/start"]
`;

const caddy = (base: string) => `FROM ${base}
WORKDIR /srv
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
`;

/** deploy/compose.yaml with docker-compose and podman, and images of Debian in the place of those of a registry. */
export async function tryCompose(image: string, folder: string): Promise<void> {
  const pg = await debianImage('localhost/deploy-postgresql', folder, ['postgresql-15']);
  const proxy = await debianImage('localhost/deploy-caddy', folder, ['caddy', 'ca-certificates']);
  const place = mkdtempSync(path.join(os.tmpdir(), 'team-api-compose-'));
  const standIn = (name: string, text: string) => buildOf(name, text, place);
  const images = {
    TEAM_API_IMAGE: image,
    POSTGRES_IMAGE: await standIn('localhost/postgres-stand-in', postgres(pg)),
    CADDY_IMAGE: await standIn('localhost/caddy-stand-in', caddy(proxy)),
  };
  // Podman would raise this limit, which a machine may forbid.
  const limited = ['migrate', 'api', 'worker'].map(
    (name) => `  ${name}: { ulimits: { nproc: 4096 } }\n`,
  );
  writeFileSync(path.join(place, 'override.yaml'), `services:\n${limited.join('')}`);
  await bash(`cp -r deploy/compose deploy/proxy deploy/compose.yaml ${place}`);
  const socket = `unix://${place}/podman.sock`;
  const service = spawn('podman', ['system', 'service', '--time=0', socket], { stdio: 'ignore' });
  const checks = new AbortController();
  const checking = checkHealth(checks.signal);
  const files = ['--file', 'compose.yaml', '--file', 'override.yaml'];
  const compose = (...words: string[]) =>
    run('docker-compose', [...files, '--project-name', PROJECT, ...words], {
      cwd: place,
      env: { DOCKER_HOST: socket },
    });
  try {
    await trySteps({ image, images, place, compose });
  } finally {
    await compose('down', '--volumes').catch(() => undefined);
    checks.abort();
    await checking;
    service.kill();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Podman lets systemd run the checks of health. This does it on a machine without systemd. */
async function checkHealth(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const names = await run('podman', ['ps', '--filter', `name=${PROJECT}`, '--format={{.Names}}']);
    for (const name of names.trim().split('\n')) {
      // It fails for a container that has no check, or has just ended.
      await run('podman', ['healthcheck', 'run', name]).catch(() => undefined);
    }
    await sleep(1000, undefined, { signal }).catch(() => undefined);
  }
}

type Stage = {
  image: string;
  images: Record<string, string>;
  place: string;
  compose: (...words: string[]) => Promise<string>;
};

async function trySteps({ image, images, place, compose }: Stage): Promise<void> {
  await step('compose: the settings', async () => {
    const url = `https://localhost:${ports.HTTPS_PORT}`;
    const out = [
      '--volume',
      `${place}:/out`,
      '--user',
      '0',
      '--cap-drop=ALL',
      '--cap-add=DAC_OVERRIDE',
    ];
    const init = ['cli', 'init', '--url', url, '--out', '/out/.env'];
    await run('podman', ['run', '--rm', ...out, image, ...init]);
    const file = path.join(place, '.env');
    const text = readFileSync(file, 'utf8');
    const more = Object.entries({ ...images, ...ports }).map(([name, value]) => `${name}=${value}`);
    writeFileSync(file, `${text}${more.join('\n')}\n`);
    return Object.keys(parseEnv(text)).join(', ');
  });

  await step('compose: from nothing to an answer over TLS', async () => {
    const begun = performance.now();
    await compose('up', '--detach');
    const status = await eventually(() => answer('/api/public/v1/openapi.v1.json'));
    const seconds = (performance.now() - begun) / 1000;
    require(seconds < 90, `${seconds} s`);
    return `${status}`;
  });

  await step('compose: a team of its own, and no way to the metrics', async () => {
    const psql = '/usr/lib/postgresql/15/bin/psql --host=/tmp --tuples-only team_api --command';
    const count = ['exec', '-T', 'postgres', ...psql.split(' '), 'select count(*) from tenant'];
    const teams = await compose(...count);
    require(teams.trim() === '0', `${teams.trim()} teams that nobody has asked for`);
    const command = 'team-api cli team create --name Team --owner owner@example.com';
    const printed = await compose('exec', '-T', 'api', ...command.split(' '));
    require(printed.includes('sign_in_url'), printed);
    const passwords = await compose(
      'exec',
      '-T',
      'api',
      'bash',
      '-c',
      'echo "$POSTGRES_PASSWORD$DATABASE_PASSWORD"',
    );
    require(passwords.trim() === '', 'the API knows the passwords of PostgreSQL');
    const { statusCode } = await request(`https://localhost:${ports.HTTPS_PORT}/metrics`, {
      dispatcher: agent,
    });
    require(statusCode === 404, `/metrics answers ${statusCode}`);
    return 'made';
  });

  await step('compose: stop and start again with the same data', async () => {
    await compose('down');
    await compose('up', '--detach');
    await eventually(() => answer('/api/public/v1/openapi.v1.json'));
    const printed = await compose('exec', '-T', 'api', 'team-api', 'cli', 'operator', 'log');
    require(printed.includes('team create'), printed);
    return 'kept';
  });
}

async function answer(path: string): Promise<number> {
  const url = `https://localhost:${ports.HTTPS_PORT}${path}`;
  const { statusCode, body } = await request(url, { dispatcher: agent });
  await body.dump();
  require(statusCode === 200, `${path}: ${statusCode}`);
  return statusCode;
}
