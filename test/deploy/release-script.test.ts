import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

let root: string;
const home = () => path.join(root, 'team-api');

function program(name: string, lines: string): void {
  writeFileSync(path.join(root, 'bin', name), `#!/bin/bash\n${lines}\n`);
  chmodSync(path.join(root, 'bin', name), 0o755);
}

/**
 * A machine that runs 1.0.0 and has unpacked 1.1.0, without systemd: scripts/release/try-deploy.ts runs the script on a
 * real one. `sleep` takes no time, and counts the seconds.
 */
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'team-api-release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'bin'));
  for (const release of ['1.0.0', '1.1.0']) {
    const folder = path.join(home(), 'releases', release, 'node_modules/.bin');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'node'), '#!/bin/sh\n');
    chmodSync(path.join(folder, 'node'), 0o755);
  }
  symlinkSync(path.join(home(), 'releases/1.0.0'), path.join(home(), 'current'));
  writeFileSync(path.join(root, 'seconds'), '');
  writeFileSync(path.join(root, 'units'), '');
  program('sleep', `echo >> ${root}/seconds`);
  // 1.0.0 is ready at once.
  program('curl', `[[ $(readlink ${home()}/current) == *1.0.0 ]]`);
});

/** `restarts`: what systemd says of the number of ended starts of 1.1.0, after so many seconds. */
function release(restarts: string) {
  program(
    'systemctl',
    `echo "$*" >> ${root}/units
[ "$1" != show ] || { seconds=$(wc -l < ${root}/seconds); echo $((${restarts})); }`,
  );
  const script = readFileSync('deploy/debian/team-api-release', 'utf8');
  const own = script
    .replace('home=/opt/team-api', `home=${home()}`)
    .replace('archives=/var/lib/team-api/sdk', `archives=${root}/sdk`);
  const env = { ...process.env, PATH: `${root}/bin:${process.env.PATH}` };
  const { status, stderr } = spawnSync('bash', ['-c', own, 'sh', '1.1.0'], {
    encoding: 'utf8',
    env,
  });
  return {
    status,
    stderr,
    seconds: readFileSync(path.join(root, 'seconds'), 'utf8').length,
    current: path.basename(readlinkSync(path.join(home(), 'current'))),
    restarted: readFileSync(path.join(root, 'units'), 'utf8').match(/^restart .*/gm),
  };
}

describe('team-api-release', () => {
  test('goes back to the former release after three ended starts', () => {
    expect(release('seconds / 2')).toEqual({
      status: 1,
      stderr:
        'team-api-release: team-api@3001 does not become ready (journalctl -u team-api@3001)\n',
      seconds: 6,
      current: '1.0.0',
      restarted: ['restart team-api@3001', 'restart team-api@3001'],
    });
  });

  test('keeps the files of the SDK that the former release serves', () => {
    const served = path.join(home(), 'releases/1.0.0/dist/sdk');
    mkdirSync(served, { recursive: true });
    for (const name of ['team-api-1.0.0.tgz', 'team_api-1.0.0-py3-none-any.whl', '.made-from']) {
      writeFileSync(path.join(served, name), name);
    }
    release('0');
    expect(readdirSync(path.join(root, 'sdk'))).toEqual([
      'team-api-1.0.0.tgz',
      'team_api-1.0.0-py3-none-any.whl',
    ]);
  });

  test('waits two minutes for a start that does not end', () => {
    expect(release('0')).toMatchObject({ status: 1, seconds: 120, current: '1.0.0' });
  });
});
