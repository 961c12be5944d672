import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { has } from './harness/proxies.ts';

const read = (file: string) => readFileSync(file, 'utf8');

describe('deploy/compose.yaml', () => {
  const compose = read('deploy/compose.yaml');

  test('needs no variable but those that `init` writes, and those with a default', () => {
    const needed = [...compose.matchAll(/\$\{(\w+)(:\?[^}]*)?\}/g)].map(([, name]) => name);
    const written = read('src/cli/installation-commands.ts');
    expect([...new Set(needed)].toSorted()).toEqual([
      'DATABASE_PASSWORD',
      'POSTGRES_PASSWORD',
      'PUBLIC_URL',
    ]);
    for (const name of needed) expect(written).toContain(`'${name}'`);
  });

  test('names every foreign image as a variable', () => {
    const images = [...compose.matchAll(/^ +image: (.*)$/gm)].map(([, image]) => image);
    expect(images).toHaveLength(4);
    for (const image of images) expect(image).toMatch(/^\$\{\w+_IMAGE:-.+\}$/);
  });

  test('PostgreSQL alone gets the passwords of its roles', () => {
    const [product = ''] = compose.split(/^services:/m);
    expect(product).toContain('environment: { POSTGRES_PASSWORD: "", DATABASE_PASSWORD: ""');
  });

  test('Docker keeps a limited log of each service', () => {
    expect(compose).toContain('options: { max-size: 100m, max-file: "5" }');
    const [product = '', services = ''] = compose.split(/^services:/m);
    const limited = /^ +logging: \*logging$/gm;
    expect(product.match(limited)).toHaveLength(1);
    // The others are the product's.
    expect(services.match(limited)).toHaveLength(services.match(/^ +image:/gm)?.length ?? 0);
  });

  test('API, worker and migration run without rights, on a file system that nobody can write', () => {
    const [product = ''] =
      /^x-product:.*?(?=^\S)/ms.exec(compose.slice(compose.indexOf('x-product'))) ?? [];
    for (const part of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true']) {
      expect(product).toContain(part);
    }
    for (const name of ['migrate', 'api', 'worker']) {
      expect(compose).toContain(`  ${name}:\n    <<: *product\n`);
    }
    const ports = [...compose.matchAll(/^ +ports: (.*)$/gm)].map(([, own = '']) => own);
    expect(ports).toHaveLength(2);
    expect(ports[1]).toMatch(/^\["127\.0\.0\.1:/);
  });

  test('without the settings of `init` it names the file that is missing; with them it is complete', () => {
    if (!has('docker-compose', '--version')) return;
    const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-compose-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync('deploy/compose.yaml', path.join(folder, 'compose.yaml'));
    const config = (...options: string[]) => {
      const args = ['--file', 'compose.yaml', ...options, 'config'];
      const env = { PATH: process.env.PATH };
      return spawnSync('docker-compose', args, { cwd: folder, encoding: 'utf8', env });
    };
    const without = config();
    expect(without.status).not.toBe(0);
    expect(without.stderr).toMatch(/is missing in deploy\/\.env; see docs\/production\.md/);
    const settings = ['DATABASE_PASSWORD=a', 'POSTGRES_PASSWORD=b', 'PUBLIC_URL=https://localhost'];
    writeFileSync(path.join(folder, '.env'), settings.join('\n'));
    const complete = config('--profile', 'metrics');
    expect(complete).toMatchObject({ status: 0, stderr: '' });
    expect(complete.stdout).toContain('prom/prometheus');
  });
});

describe('deploy/prometheus/prometheus.yml', () => {
  const file = 'deploy/prometheus/prometheus.yml';

  test('asks the services of compose on the port of the image, in jobs that the alerts expect', () => {
    const jobs = [...read(file).matchAll(/job_name: (.*)\n.*\n.*\[(\w+):(\d+)\]/g)].map(
      ([, ...parts]) => parts,
    );
    expect(jobs).toEqual([
      ['team-api', 'api', '3000'],
      ['team-api-worker', 'worker', '3000'],
    ]);
    const compose = read('deploy/compose.yaml');
    for (const [, name] of jobs) expect(compose).toContain(`  ${name}:\n    <<: *product\n`);
    expect(read('deploy/Dockerfile')).toMatch(/\bPORT=3000 .*WORKER_PORT=3000\b/);
    expect(compose).toContain('- ./prometheus:/etc/prometheus:ro');
  });

  test.each([file, 'deploy/prometheus/debian.yml'])(
    'Prometheus accepts %s, where promtool is there',
    (own) => {
      if (!has('promtool', '--version')) return;
      const { status, stderr } = spawnSync('promtool', ['check', 'config', own], {
        encoding: 'utf8',
      });
      expect([status, stderr]).toEqual([0, '']);
    },
  );
});

describe('deploy/kubernetes', () => {
  const isBuilt = has('kubectl', 'version', '--client');
  const folders = ['small'];
  /** The manifests as a cluster gets them, or their sources where this machine has no kubectl. */
  const built = (folder: string) =>
    isBuilt
      ? execFileSync('kubectl', ['kustomize', `deploy/kubernetes/${folder}`], { encoding: 'utf8' })
      : globSync('deploy/kubernetes/base/*.yaml').map(read).join('\n---\n');

  test.each(folders)('%s: has everything, and each container runs without rights', (folder) => {
    const text = built(folder);
    const count = (part: RegExp) => text.match(new RegExp(part, 'gm'))?.length ?? 0;
    for (const kind of ['Namespace', 'Job', 'Service', 'NetworkPolicy', 'PodDisruptionBudget']) {
      expect(count(new RegExp(`^kind: ${kind}$`)), kind).toBe(1);
    }
    expect(count(/^kind: Deployment$/)).toBe(2);
    for (const part of [
      /readOnlyRootFilesystem: true/,
      /allowPrivilegeEscalation: false/,
      /runAsNonRoot: true/,
      /runAsUser: 10001/,
      /automountServiceAccountToken: false/,
      /drop:(?: \[|\s+- )ALL/,
      /type: RuntimeDefault/,
      /^ +image: \S+/,
    ]) {
      expect(count(part), String(part)).toBe(3);
    }
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      expect(count(new RegExp(`^ +${probe}:`)), probe).toBe(2);
    }
  });

  test('a pod is killed only after it has had the time that a stop may take', () => {
    for (const [file, pause] of [
      ['api', 5],
      ['worker', 0],
    ] as const) {
      const [, grace] =
        /terminationGracePeriodSeconds: (\d+)/.exec(read(`deploy/kubernetes/base/${file}.yaml`)) ??
        [];
      const [, limit = ''] = /STOP_LIMIT_MS = (\d+)_000/.exec(read('src/process/life.ts')) ?? [];
      expect(Number(grace)).toBeGreaterThanOrEqual(Number(limit) + pause);
    }
  });
});

test('the image, systemd and compose wait until the service has ended its work', () => {
  const [, limit = ''] = /STOP_LIMIT_MS = (\d+)_000/.exec(read('src/process/life.ts')) ?? [];
  const [, compose] = /stop_grace_period: (\d+)s/.exec(read('deploy/compose.yaml')) ?? [];
  const units = globSync('deploy/debian/*.service').map(
    (file) => /TimeoutStopSec=(\d+)/.exec(read(file))?.[1],
  );
  for (const seconds of [compose, ...units]) {
    expect(Number(seconds)).toBeGreaterThan(Number(limit));
  }
});

test('the page about production takes a dump without a terminal, which would change its bytes', () => {
  const commands = read('docs/production.md').match(/exec [^`]*\b(pg_dump|pg_restore)\b[^`]*/g);
  expect(commands).toHaveLength(2);
  for (const command of commands ?? []) expect(command).toContain('exec -T ');
});

test('README.md starts compose with the lines of the page about production', () => {
  const lines = [...read('README.md').matchAll(/^(?:docker .*|deploy\/image\/build)$/gm)].map(
    ([line]) => line,
  );
  expect(lines).toHaveLength(3);
  const shown = read('docs/production.md').split('\n');
  for (const line of lines) expect(shown).toContain(line);
});
