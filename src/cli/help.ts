import { commandNamed } from './arguments.ts';
import type { Command } from './command.ts';

const START = 'npm run --silent cli --';

/** The text of `help`: all commands, those of one noun, or one command with its options. */
export function helpText(commands: readonly Command[], words: string[]): string {
  if (words.length === 0) return overview(commands);
  const ofNoun = commands.filter(({ name }) => name.startsWith(`${words.join(' ')} `));
  if (words.length === 1 && ofNoun.length > 0) return ofNoun.map(details).join('\n');
  return details(commandNamed(commands, words));
}

function overview(commands: readonly Command[]): string {
  const widest = Math.max(...commands.map(({ name }) => name.length));
  return [
    'The operator’s command line. It works beside a running server and without one.',
    '',
    `  ${START} <command> --option value …`,
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`),
    `  ${'help'.padEnd(widest)}  this page; help <command> shows its options`,
    '',
    'A command prints one JSON object and exits 0, or prints one line on standard error and exits 1.',
    'The database is the one of DATABASE_URL, or the embedded one in DATA_DIR.',
    '',
  ].join('\n');
}

function details({ name, summary, result, flags, notes }: Command): string {
  const options = Object.entries(flags).map(([flag, { value, expects, required }]) => ({
    usage: `--${flag} ${value}`.trimEnd(),
    text: required ? expects : `${expects}; may be left out`,
  }));
  const widest = Math.max(0, ...options.map(({ usage }) => usage.length));
  return [
    `${START} ${name}${options.length > 0 ? ' …' : ''}`,
    `  ${summary}`,
    '',
    ...options.map(({ usage, text }) => `  ${usage.padEnd(widest)}  ${text}`),
    ...(notes ? ['', ...notes.map((note) => `  ${note}`)] : []),
    '',
    `  prints ${result}`,
    '',
  ].join('\n');
}
