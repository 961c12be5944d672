import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/**
 * Runs the drill under the mask of the handbook's page before it, without PostgreSQL: scripts/release/try-deploy.ts runs
 * it on a real one. `start`: what pg_ctl does, whose second argument is the log.
 */
function drill(start: string) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'team-api-drill-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const program = (name: string, lines: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), `#!/bin/bash\n${lines}\n`);
    chmodSync(path.join(root, name), 0o755);
  };
  program('bin/chown', '');
  program('bin/runuser', 'shift 3; exec "$@"');
  program(
    'bin/pgbackrest',
    'for arg; do [[ $arg != --pg1-path=* ]] || mkdir "$(cut -d= -f2- <<< "$arg")"; done',
  );
  program(
    'postgresql/bin/pg_ctl',
    `[[ $* == *start ]] || exit 1
for arg; do case $arg in --pgdata=*) data=\${arg#*=} ;; --log=*) log=\${arg#*=} ;; esac; done
${start}`,
  );
  const script = readFileSync('deploy/backup/team-api-drill', 'utf8')
    .replace(/^version=.*$/m, '')
    .replace(/^bin=.*$/m, `bin=${root}/postgresql/bin`)
    .replace('/var/tmp/', `${root}/`);
  writeFileSync(path.join(root, 'drill'), script);
  return spawnSync('bash', ['-c', `umask 077; bash ${root}/drill`], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${root}/bin:${process.env.PATH}` },
  });
}

test('team-api-drill lets the account of PostgreSQL read its settings under umask 077, outside of the home of root', () => {
  const { stdout } = drill('stat --format=%a "$data"/*; pwd; exit 1');
  expect(stdout).toBe('644\n644\n644\n/\n');
});

test('team-api-drill shows the end of the log of PostgreSQL if it does not start', () => {
  const { status, stderr } = drill(
    'seq 40 > "$log"; echo "FATAL:  no such moment" >> "$log"; exit 1',
  );
  expect(status).toBe(1);
  expect(stderr.split('\n')).toEqual([
    'team-api-drill: PostgreSQL does not start. The end of its log:',
    ...Array.from({ length: 19 }, (_, n) => String(n + 22)),
    'FATAL:  no such moment',
    '',
  ]);
});
