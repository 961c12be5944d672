import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { run } from '../../src/cli/run.ts';

// The value is invalid, so a command that reads the configuration would fail with another line.
const env = { PORT: 'unusable' };

const aTeam = ['team', 'create', '--name', 'N', '--owner', 'o@example.com'];
const aKey = ['key', 'create', '--team', 'ten_x', '--name', 'N'];
const aTraining = ['training', 'record', '--team', 'ten_x', '--user-id', 'usr_x'];
const aLoad = ['load', '--teams', '1', '--keys', '1', '--members', '1', '--trainings', '0'];
const points = (closing: unknown) => ({
  closing,
  conversation_control: 1,
  needs_analysis: 1,
  objection_handling: 1,
  value_argument: 1,
});

const refused: [what: string, argv: string[], line: string | RegExp][] = [
  ['no command', [], /^No command; expected one of: init, migrate, team create, /],
  ['an unknown command', ['team', 'drop'], /^There is no command "team drop"; expected one of: /],
  ['a word too many', ['demo', 'now'], /^There is no command "demo now"/],
  ['an unknown option', [...aTeam, '--color', 'x'], /unknown option "--color"; expected --name, /],
  ['a short option', [...aTeam, '-x'], /unknown option "-x"/],
  ['an option of an inherited name', [...aTeam, '--toString', 'x'], /unknown option "--toString"/],
  ['an option for a command without', ['reseal', '--size', '1'], /"--size"; it takes none/],
  ['an option given twice', [...aTeam, '--name', 'M'], 'team create: --name is given twice'],
  ['a stray word', [...aTeam, 'x'], 'team create: unexpected "x"; expected an option'],
  [
    'a missing option',
    ['team', 'create', '--name', 'N'],
    /--owner is missing; expected the e-mail/,
  ],
  [
    'an option without a value',
    ['team', 'create', '--name'],
    /--name has no value; expected the name/,
  ],
  [
    'a forgotten value',
    ['team', 'create', '--name', '--owner', 'o@example.com'],
    /--name has no value/,
  ],
  [
    'a blank name',
    ['team', 'create', '--name', ' ', '--owner', 'o@example.com'],
    /--name is wrong/,
  ],
  ['no e-mail address', ['team', 'create', '--name', 'N', '--owner', 'me'], /--owner is wrong/],
  [
    'a plan that is not sold',
    [...aTeam, '--plan', 'free'],
    /--plan is wrong; expected team or enterprise/,
  ],
  ['no seat', [...aTeam, '--seats', '0'], /--seats is wrong/],
  ['half a seat', [...aTeam, '--seats', '1.5'], /--seats is wrong/],
  ['a number with a sign', [...aTeam, '--rate-limit', '+5'], /--rate-limit is wrong/],
  ['nothing to change', ['team', 'set', '--team', 'ten_x'], /nothing to change/],
  [
    'an unknown state',
    ['team', 'set', '--team', 'ten_x', '--status', 'paused'],
    /--status is wrong/,
  ],
  [
    'a switch that is neither on nor off',
    ['team', 'set', '--team', 'x', '--leaderboard', 'true'],
    /expected on or off/,
  ],
  [
    'the role owner',
    ['member', 'add', '--team', 'x', '--email', 'a@example.com', '--role', 'owner'],
    /--role is wrong/,
  ],
  [
    'an unknown right',
    ['member', 'add', '--team', 'x', '--email', 'a@example.com', '--grant', 'all'],
    /--grant is wrong/,
  ],
  ['neither scopes nor template', aKey, /expected exactly one of --scopes and --template/],
  [
    'scopes and template',
    [...aKey, '--scopes', 'users:read', '--template', 'read_only'],
    /expected exactly one/,
  ],
  [
    'an empty list of scopes (D49: at least one)',
    [...aKey, '--scopes', ''],
    /--scopes has|--scopes is wrong/,
  ],
  ['an unknown scope', [...aKey, '--scopes', 'users:read,users:admin'], /--scopes is wrong/],
  ['a template of no one', [...aKey, '--template', 'all'], /--template is wrong/],
  [
    'an address that is none (D40)',
    [...aKey, '--template', 'read_only', '--ip', '10.0.0'],
    /--ip is wrong/,
  ],
  [
    '51 networks (D40: at most 50)',
    [
      ...aKey,
      '--template',
      'read_only',
      '--ip',
      Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`).join(),
    ],
    /--ip is wrong/,
  ],
  [
    'a time without offset',
    [...aKey, '--template', 'read_only', '--expires-at', '2030-01-01T00:00:00'],
    /--expires-at is wrong/,
  ],
  [
    'a grace of a minute (D45)',
    ['key', 'rotate', '--team', 'x', '--key-id', 'k', '--grace', '1m'],
    /expected one of 0, 1h, 24h, 7d, 30d/,
  ],
  ['a score that is no JSON', [...aTraining, '--score', '{'], /--score is wrong/],
  [
    '101 points (D132)',
    [...aTraining, '--score', JSON.stringify({ dimensions: points(101) })],
    /\(dimensions\.closing: /,
  ],
  [
    'half a point (D132)',
    [...aTraining, '--score', JSON.stringify({ dimensions: points(1.5) })],
    /\(dimensions\.closing: /,
  ],
  [
    'four dimensions (D132: five keys always)',
    [...aTraining, '--score', JSON.stringify({ dimensions: points(undefined) })],
    /\(dimensions\.closing: /,
  ],
  [
    'an unknown member of a score',
    [...aTraining, '--score', JSON.stringify({ dimensions: points(1), grade: 1 })],
    /--score is wrong/,
  ],
  [
    'six tips (D132: at most five)',
    [
      ...aTraining,
      '--score',
      JSON.stringify({
        dimensions: points(1),
        tips: Array(6).fill({ issue: 'a', moment: 'a', principle: 'a', rewrite: 'a', impact: 'a' }),
      }),
    ],
    /\(tips: /,
  ],
  ['a load without a file', [...aLoad, '--assignments', '0', '--deals', '0'], /--out is missing/],
];

describe('a wrong command line prints one line on standard error and exits with 1, before any database is touched', () => {
  test.for(refused)('%s', async ([, argv, line]) => {
    const outcome = await run(argv, env);
    if (outcome.code !== 1) throw new Error('not refused');
    expect(outcome.stderr).toMatch(/^[^\n]+\n$/);
    expect(outcome.stderr.trim()).toMatch(line);
  });
});

test('a wrong environment is reported in one line too', async () => {
  const outcome = await run(['key', 'list', '--team', 'ten_x'], { PORT: 'x', HOST: ' x ' });
  expect(outcome).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^PORT is wrong [^\n]+\n$/),
  });
});

describe('help', () => {
  test('names every command', async () => {
    const outcome = await run(['help'], env);
    if (outcome.code !== 0) throw new Error(outcome.stderr);
    for (const { name, summary } of commands) {
      const isOf = (line: string) => line.startsWith(`  ${name} `) && line.endsWith(` ${summary}`);
      expect([name, outcome.stdout.split('\n').filter(isOf).length]).toEqual([name, 1]);
    }
  });

  test.for(commands.map((command) => [command.name, command] as const))(
    'shows every option of %s, also with --help',
    async ([name, { flags }]) => {
      const parsed = await run(['help', ...name.split(' ')], env);
      if (parsed.code !== 0) throw new Error(parsed.stderr);
      for (const [flag, { expects }] of Object.entries(flags)) {
        expect(parsed.stdout).toContain(`--${flag} `);
        expect(parsed.stdout).toContain(expects);
      }
      expect(await run([...name.split(' '), '--help'], env)).toEqual(parsed);
    },
  );

  test('for a noun shows all its commands, and refuses an unknown word', async () => {
    const key = await run(['help', 'key'], env);
    expect(key).toMatchObject({ code: 0, stdout: expect.stringContaining('key rotate') });
    expect(await run(['help', 'nothing'], env)).toMatchObject({ code: 1 });
  });
});
