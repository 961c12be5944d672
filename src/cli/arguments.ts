import { parseArgs } from 'node:util';
import { UsageError } from '../shared/errors/usage-error.ts';
import type { Command } from './command.ts';

const HELP = 'npm run --silent cli -- help';

export type ParsedCommand =
  | { kind: 'help'; words: string[] }
  | { kind: 'command'; command: Command; texts: Map<string, string> };

/** Reads the arguments. Refuses everything unknown, so that a mistyped option is not ignored. */
export function readArguments(commands: readonly Command[], argv: string[]): ParsedCommand {
  const firstOption = argv.findIndex((word) => word.startsWith('-'));
  const words = firstOption === -1 ? argv : argv.slice(0, firstOption);
  const rest = firstOption === -1 ? [] : argv.slice(firstOption);
  if (words[0] === 'help') {
    if (rest.length > 0) throw new UsageError(`help: unexpected ${shown(rest[0])}`);
    return { kind: 'help', words: words.slice(1) };
  }
  if (rest.some((word) => word === '--help' || word === '-h')) return { kind: 'help', words };
  const command = commandNamed(commands, words);
  return { kind: 'command', command, texts: readFlags(command, rest) };
}

export function commandNamed(commands: readonly Command[], words: string[]): Command {
  const command = commands.find(({ name }) => name === words.join(' '));
  if (command) return command;
  const problem =
    words.length === 0 ? 'No command' : `There is no command ${shown(words.join(' '))}`;
  const names = commands.map(({ name }) => name).join(', ');
  throw new UsageError(`${problem}; expected one of: ${names} (${HELP})`);
}

function readFlags(command: Command, argv: string[]): Map<string, string> {
  const options = Object.fromEntries(
    Object.entries(command.flags).map(([name, { value }]) => {
      return [name, { type: value === '' ? 'boolean' : 'string' }] as const;
    }),
  );
  const { tokens } = parseArgs({ args: argv, options, strict: false, tokens: true });
  const texts = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind !== 'option') {
      const word = token.kind === 'positional' ? token.value : '--';
      throw new UsageError(`${command.name}: unexpected ${shown(word)}; expected an option`);
    }
    if (!Object.hasOwn(options, token.name)) throw unknownOption(command, token.rawName);
    if (texts.has(token.name))
      throw new UsageError(`${command.name}: --${token.name} is given twice`);
    if (command.flags[token.name]?.value === '') {
      if (token.value !== undefined)
        throw new UsageError(`${command.name}: --${token.name} takes no value`);
      texts.set(token.name, '');
      continue;
    }
    const forgotten =
      token.value === undefined || (!token.inlineValue && token.value.startsWith('--'));
    if (forgotten || token.value === undefined) {
      const expects = command.flags[token.name]?.expects;
      throw new UsageError(`${command.name}: --${token.name} has no value; expected ${expects}`);
    }
    texts.set(token.name, token.value);
  }
  return texts;
}

function unknownOption(command: Command, rawName: string): UsageError {
  const names = Object.keys(command.flags).map((name) => `--${name}`);
  const expected = names.length > 0 ? `expected ${names.join(', ')}` : 'it takes none';
  return new UsageError(`${command.name}: unknown option ${shown(rawName)}; ${expected}`);
}

function shown(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 60));
}
