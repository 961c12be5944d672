import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Source, sourcesIn } from '../harness/sources.ts';

const switches = /member_?detail_?enabled|leaderboard_?enabled|hasMemberDetail/i;

/** The files, beside src/auth/privacy.ts, that may name a switch. That file alone hides data. */
const others = {
  'src/cli/team-commands.ts': 'The operator turns the switches.',
  'src/features/account/account.schema.ts':
    'The schema of `GET /me`, which tells a key whether they are on.',
  'src/features/account/profile.ts': 'As its schema says.',
  'src/features/analytics/read-counted.ts':
    'No difference of averages tells what one person has done.',
  'src/features/changes/list-changes.ts':
    'A cursor says with which switch its reader was told (D186).',
  'src/features/pulse/get-pulse.ts':
    'The lane of trainings is missing where the list would be refused.',
  'src/features/team/change-privacy.ts': 'The owner turns them, or looks what that would do.',
  'src/features/team/privacy.schema.ts': 'Their names in the input of the two.',
  'src/features/team/set-team.ts': 'The command line turns them.',
  'src/features/team/team.schema.ts': 'The settings of the team.',
  'src/worker/delivery/claim.ts':
    'What an attempt sends is stripped by the switch of that moment (D192).',
  'src/seed/demo/fill-sandbox.ts': 'A sandbox begins with both switches on.',
};

/** The code without comments and texts for people. SQL stays. */
function codeOf(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`(?:member_detail|leaderboard)_enabled`/g, '');
}

const server = sourcesIn('src').filter(({ file }) => !/^src\/(app|docs|sdk)\//.test(file));
const named = (sources: Source[]) =>
  sources.filter(({ text }) => switches.test(codeOf(text))).map(({ file }) => file);

test('general rule 7: only auth/privacy.ts reads the privacy switches, and the settings name them', () => {
  expect(named(server).sort()).toEqual(['src/auth/privacy.ts', ...Object.keys(others)].sort());
});

test('in the database, only admission and the functions that raise an event read the privacy switches', () => {
  const files = globSync('prisma/{functions,views}/*.sql').filter((file) =>
    switches.test(readFileSync(file, 'utf8').replace(/--.*$/gm, '')),
  );
  expect(files.sort()).toEqual([
    'prisma/functions/admit_calls.sql',
    'prisma/functions/raise_many_events.sql',
    'prisma/functions/raise_one_event.sql',
  ]);
});

test('no other code refuses because of the privacy switches', () => {
  const refuses = server.filter(({ text }) => text.includes("'privacy_restricted'"));
  const files = refuses.map(({ file }) => file).filter((file) => !/^src\/(rest|sdk)\//.test(file));
  expect(files).toEqual(['src/auth/privacy.ts']);
});
