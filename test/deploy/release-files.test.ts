import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { blocksOf, documentNamed, sectionOf } from '../docs/harness/documents.ts';

let root: string;
const inRoot = (file: string) => path.join(root, file);
const releases = '/opt/team-api/releases';

/** Files of deploy/ in the folder of a release, and their places on the machine. */
const used: [file: string, place: string][] = [
  ['proxy/nginx.conf', '/etc/nginx/conf.d/team-api.conf'],
  ['backup/archive.conf', '/etc/postgresql/17/main/conf.d/archive.conf'],
  ['prometheus/rules.yml', '/etc/prometheus/rules.yml'],
  ['backup/team-api-drill', '/usr/local/bin/team-api-drill'],
  ['backup/team-api-backup@.service', '/etc/systemd/system/team-api-backup@.service'],
  ['backup/team-api-erasures.timer', '/etc/systemd/system/team-api-erasures.timer'],
];

/** A machine that runs 1.0.0, whose files it uses, and has unpacked 1.1.0. */
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'team-api-root-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const release of ['1.0.0', '1.1.0']) {
    cpSync('deploy', inRoot(`${releases}/${release}/deploy`), { recursive: true });
  }
  symlinkSync(inRoot(`${releases}/1.0.0`), inRoot('/opt/team-api/current'));
  for (const [file, place] of used) {
    mkdirSync(path.dirname(inRoot(place)), { recursive: true });
    cpSync(path.join('deploy', file), inRoot(place));
  }
});

function takeOver(release = '1.1.0') {
  const env = { ...process.env, TEAM_API_ROOT: root };
  return spawnSync('bash', ['deploy/debian/team-api-files', release], { encoding: 'utf8', env });
}

function change(file: string, more: string): void {
  writeFileSync(inRoot(file), `${readFileSync(inRoot(file), 'utf8')}${more}`);
}

describe('team-api-files', () => {
  test('says nothing where a release has changed none of the files', () => {
    expect(takeOver()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  test.each(used)('takes over %s, shows what is new, and says what to run', (file, place) => {
    change(`${releases}/1.1.0/deploy/${file}`, '# new\n');
    const { status, stdout, stderr } = takeOver();
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('\n+# new\n');
    expect(stdout).toMatch(/: taken over; now run: \w+/);
    expect(readFileSync(inRoot(place), 'utf8')).toMatch(/# new\n$/);
    expect(takeOver().stdout).toContain(`${place}: has it already`);
  });

  test('leaves a file that the operator has changed, and shows what is new', () => {
    const place = '/etc/nginx/conf.d/team-api.conf';
    change(place, '# mine\n');
    change(`${releases}/1.1.0/deploy/proxy/nginx.conf`, '# new\n');
    const { stdout } = takeOver();
    expect(stdout).toContain('\n+# new\n');
    expect(stdout).toContain(`${place}: not taken over`);
    expect(readFileSync(inRoot(place), 'utf8')).toMatch(/# mine\n$/);
  });

  test('never changes the place of the backups', () => {
    mkdirSync(inRoot('/etc'), { recursive: true });
    cpSync('deploy/backup/pgbackrest.conf', inRoot('/etc/pgbackrest.conf'));
    change(`${releases}/1.1.0/deploy/backup/pgbackrest.conf`, '# new\n');
    const { stdout } = takeOver();
    expect(stdout).toContain('\n+# new\n');
    expect(stdout).toContain('/etc/pgbackrest.conf: not taken over');
    expect(readFileSync(inRoot('/etc/pgbackrest.conf'), 'utf8')).not.toContain('# new');
  });

  test('makes no file that the machine does not use', () => {
    rmSync(inRoot('/etc/nginx/conf.d/team-api.conf'));
    change(`${releases}/1.1.0/deploy/proxy/nginx.conf`, '# new\n');
    expect(takeOver()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  test('refuses a release that is not unpacked', () => {
    expect(takeOver('1.2.0')).toMatchObject({
      status: 1,
      stderr: 'team-api-files: unpack the archive of this release first\n',
    });
  });

  test('knows every file of deploy/ that the page about production installs, but those of each release', () => {
    const page = documentNamed('docs/production.md');
    const headings = ['## One Debian machine', '## Backups to the minute', '## Metrics and alerts'];
    const codes = headings.flatMap((heading) =>
      blocksOf(sectionOf(page, heading)).map(({ code }) => code),
    );
    const installed = codes
      .filter((code) => !code.includes('tar --extract'))
      .flatMap((code) => [...code.matchAll(/^install (?!--directory)(.*) \S+$/gm)])
      .flatMap(([, files = '']) => files.split(' ').filter((word) => !word.startsWith('--')))
      .map((file) => path.basename(file));
    expect(installed.length).toBeGreaterThan(4);
    const known = readFileSync('deploy/debian/team-api-files', 'utf8');
    for (const file of installed) expect(known).toContain(file);
  });
});
