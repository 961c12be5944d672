import { expect, test } from 'vitest';
import { commands } from '../../src/sdk/command-line/commands.ts';
import { release } from '../../src/sdk/model/release.ts';
import { codeBlocks, documentNamed } from '../docs/harness/documents.ts';
import { useApi } from '../harness/use-api.ts';
import { useMachine } from './harness/command-line.ts';

const api = useApi();
const guide = documentNamed('docs/guides/en/command-line.md');
const machine = useMachine(api);

test('the guide names every command, and only existing options', async () => {
  const begin = `npx http://localhost:3000/docs/sdk/${release.name}-${release.version}.tgz `;
  const pasted = codeBlocks(guide, 'console').join('').split('\n');
  const lines = [
    ...[...guide.matchAll(/`team-api ([a-z][^`]*)`/g)].map(([, line = '']) => line),
    ...pasted.filter((line) => line.startsWith(begin)).map((line) => line.slice(begin.length)),
  ];
  expect(pasted.filter((line) => line.startsWith('npx '))).toHaveLength(3);
  const named = new Set(lines.map((line) => line.split(' ')[0]));
  expect([...named].sort()).toEqual(commands.map(({ name }) => name).sort());
  for (const line of lines) {
    const [name = ''] = line.split(' ');
    const { code, stdout } = await machine().run([name, '--help']);
    expect(code).toBe(0);
    for (const [option] of line.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(option);
  }
});
