import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

test('the image gets its labels without arguments: the version of package.json, and the commit', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = path.join(folder, 'docker');
  writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  chmodSync(program, 0o755);
  const { stdout, stderr } = spawnSync(path.resolve('deploy/image/build'), ['--tag', 'mine'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, BUILD: `${program} build` },
  });
  expect(stderr).toBe('');
  const args = stdout.trim().split('\n');
  expect(args).toEqual(
    expect.arrayContaining([`VERSION=${version}`, `team-api-${version}.image.sha256`, 'mine']),
  );
  expect(args.find((arg) => arg.startsWith('REVISION='))).toMatch(
    /^REVISION=([0-9a-f]{40}(-changed)?|unknown)$/,
  );
});

test('image and archive have a list of their packages in CycloneDX, without those of tests', () => {
  const { stdout, stderr } = spawnSync(path.resolve('deploy/image/sbom'), { encoding: 'utf8' });
  expect(stderr).toBe('');
  const { bomFormat, metadata, components } = JSON.parse(stdout) as {
    bomFormat: string;
    metadata: { component: { version: string } };
    components: { name: string }[];
  };
  const names = components.map(({ name }) => name);
  expect([bomFormat, metadata.component.version]).toEqual(['CycloneDX', version]);
  expect(names).toEqual(expect.arrayContaining(['express', 'node', 'pg', 'react']));
  expect(names).not.toContain('vitest');
});
