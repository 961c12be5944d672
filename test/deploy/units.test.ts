import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { blocksOf, documentNamed, sectionOf } from '../docs/harness/documents.ts';
import { has } from './harness/proxies.ts';

const services = ['deploy/debian/team-api@.service', 'deploy/debian/team-api-worker.service'];
const all = globSync('deploy/{debian,backup}/*.{service,target,timer}');
const text = (file: string) => readFileSync(file, 'utf8');
const settings = (file: string) => [...text(file).matchAll(/^(\w+)=(.*)$/gm)].map(([line]) => line);

describe('the units of systemd', () => {
  test('API and worker run in the same cage', () => {
    const ownOf = (file: string) =>
      settings(file).filter((line) => !/^(Description|ExecStart|Environment)=/.test(line));
    const [api, worker] = services.map(ownOf);
    expect(api).toEqual(worker);
    expect(api).toEqual(expect.arrayContaining(['ProtectSystem=strict', 'NoNewPrivileges=yes']));
    // V8 writes code into its memory and runs it.
    expect(services.map(text).join()).not.toContain('MemoryDenyWriteExecute=yes');
  });

  test('they start what `npm start` and the image start', () => {
    const image = readFileSync('deploy/image/team-api', 'utf8');
    for (const file of services) {
      const [, command = ''] = /^ExecStart=\S+ (.*)$/m.exec(text(file)) ?? [];
      const options = command.replace(/src\/\S+$/, '').trim();
      expect(image).toContain(`exec "$node" ${options}`.trimEnd());
      if (command.endsWith('src/api.ts')) expect(text('package.json')).toContain(options);
    }
  });

  test('their ports are those of the proxies and of the script that changes the release', () => {
    const [, first, second, health] =
      /^ports=\((\d+) (\d+) (\d+)\)$/m.exec(text('deploy/debian/team-api-release')) ?? [];
    const proxies = text('deploy/proxy/nginx.conf') + text('deploy/proxy/Caddyfile');
    for (const port of [first, second]) {
      expect(proxies).toContain(`127.0.0.1:${port}`);
      expect(text('deploy/debian/team-api.target')).toContain(`team-api@${port}.service`);
    }
    expect(text('deploy/debian/team-api-worker.service')).toContain(`WORKER_PORT=${health}`);
  });

  test('Prometheus asks the processes on their ports', () => {
    const [, ...ports] =
      /^ports=\((\d+) (\d+) (\d+)\)$/m.exec(text('deploy/debian/team-api-release')) ?? [];
    const scraped = text('deploy/prometheus/debian.yml');
    const asked = ['team-api', 'team-api-worker'].flatMap((job) =>
      (new RegExp(`job_name: ${job}\\n.*\\n +- targets: (.*)`).exec(scraped)?.[1] ?? '').match(
        /\d{4}/g,
      ),
    );
    expect(asked).toEqual(ports);
  });

  test('what unpacks a release on the page about production suffices for the next one', () => {
    const section = sectionOf(documentNamed('docs/production.md'), '## One Debian machine');
    const codes = blocksOf(section).map(({ code }) => code);
    const [unpack = ''] = codes.filter((code) => code.includes('tar --extract'));
    const lines = unpack.trim().split('\n');
    expect(lines[0]).toMatch(/^install --directory \/opt\/team-api\/releases\/\$\{RELEASE\b/);
    expect(lines.at(-1)).toBe('systemctl daemon-reload');
  });

  test('a command of the page that misses SITE or RELEASE says so, and runs nothing', () => {
    const section = sectionOf(documentNamed('docs/production.md'), '## One Debian machine');
    const needing = blocksOf(section).filter(({ code }) => /\$\{?(SITE|RELEASE)\b/.test(code));
    expect(needing.length).toBeGreaterThan(2);
    // team-api-release says it itself.
    for (const { code } of needing.filter((block) => !block.code.startsWith('team-api-release'))) {
      for (const name of ['SITE', 'RELEASE']) {
        const [first = `\${${name}:?`] = code.match(new RegExp(`\\$\\{?${name}\\b.{0,2}`)) ?? [];
        expect([code, first]).toEqual([code, `\${${name}:?`]);
      }
    }
    const [unpack = ''] = needing.map(({ code }) => code).filter((code) => code.includes('tar'));
    const { status, stderr } = spawnSync('bash', ['-c', unpack], { encoding: 'utf8' });
    expect([status === 0, stderr]).toEqual([false, expect.stringContaining('RELEASE: is not set')]);
  });

  test('systemd understands them, and calls them well protected (at most 2.0)', () => {
    if (!has('systemd-analyze', '--version')) {
      // Nothing here can tell a mistyped setting from another one; at least each line is one.
      for (const file of all) expect(text(file)).toMatch(/^(#.*\n)*(\[\w+\]\n(([#\w].*)?\n)*)+$/);
      return;
    }
    const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-units-'));
    for (const file of all) cpSync(file, path.join(folder, path.basename(file)));
    const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:`, SYSTEMD_LOG_LEVEL: 'warning' };
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', args, { cwd: folder, encoding: 'utf8', env });
    const instances = [
      'team-api@3001.service',
      'team-api-worker.service',
      ...all
        .map((file) => path.basename(file))
        .filter((name) => !/@\.|^team-api-worker/.test(name)),
    ];
    const { stderr } = analyze('verify', '--man=no', ...instances);
    // The programs are not on this machine.
    const faults = stderr.split('\n').filter((line) => line && !/is not executable/.test(line));
    expect(faults).toEqual([]);
    for (const name of ['team-api@.service', 'team-api-worker.service']) {
      const { stdout } = analyze(
        'security',
        '--offline=true',
        '--no-pager',
        path.join(folder, name),
      );
      const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
      expect(Number(exposure), name).toBeLessThanOrEqual(2);
    }
    rmSync(folder, { recursive: true });
  });
});

describe('the units of the backup tell Prometheus how they have ended', () => {
  const outcome = 'deploy/backup/team-api-outcome';
  const units = globSync('deploy/backup/*.service');

  // A release that is gone back to may lack the script.
  test('each of them, by a script that belongs to no release', () => {
    expect(units.length).toBeGreaterThan(2);
    for (const file of units.filter((own) => !own.includes('team-api-failed'))) {
      expect(settings(file)).toContain('OnFailure=team-api-failed@%n.service');
      expect(text(file)).toMatch(/^ExecStartPost=\+?\/usr\/local\/bin\/team-api-outcome done %n$/m);
    }
    const failed = text('deploy/backup/team-api-failed@.service');
    expect(failed).toContain('\nExecStart=/usr/local/bin/team-api-outcome failed %i\n');
  });

  test('a failure shows until the unit succeeds again, and the last success stays known', () => {
    const root = mkdtempSync(path.join(os.tmpdir(), 'team-api-outcome-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    // The units run with a mask under which only root reads what they write.
    const ended = (how: string) =>
      spawnSync('sh', ['-c', `umask 077; ${outcome} ${how} team-api-backup@full.service`], {
        encoding: 'utf8',
        env: { ...process.env, TEAM_API_ROOT: root },
      });
    const written = () =>
      Object.fromEntries(
        globSync(`${root}/var/lib/prometheus/node-exporter/*`).map((file) => {
          expect([file, statSync(file).mode & 0o777]).toEqual([
            expect.stringMatching(/\.prom$/),
            0o644,
          ]);
          const [, name = '', value = ''] =
            /^team_api_unit_(\w+)\{unit="team-api-backup@full\.service"\} (\d+)\n$/.exec(
              text(file),
            ) ?? [];
          return [name, Number(value)];
        }),
      );
    expect(ended('failed').status).toBe(0);
    expect(written()).toEqual({ failed: 1 });
    const before = Math.floor(Date.now() / 1000);
    expect(ended('done').status).toBe(0);
    const { success_timestamp_seconds: at, ...rest } = written();
    expect([rest, at !== undefined && at >= before]).toEqual([{ failed: 0 }, true]);
    expect(ended('failed').status).toBe(0);
    expect(written()).toEqual({ failed: 1, success_timestamp_seconds: at });
    expect(ended('ended')).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('expected'),
    });
  });
});

test('every script of deploy/ can be parsed', () => {
  const scripts = globSync('deploy/**/*').filter(
    (file) => !path.extname(file).match(/yaml|conf|json|mjs|service/) && isScript(file),
  );
  expect(scripts.length).toBeGreaterThan(4);
  for (const file of scripts) {
    const { stderr, status } = spawnSync('bash', ['-n', file], { encoding: 'utf8' });
    expect({ file, stderr, status }).toEqual({ file, stderr: '', status: 0 });
  }
});

function isScript(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').startsWith('#!/bin/');
  } catch {
    return false;
  }
}
