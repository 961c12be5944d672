import { parseArgs } from 'node:util';
import { release } from '../model/release.ts';
import { makeClient } from './client.ts';
import type { Command, Context, Given } from './command.ts';
import { commands } from './commands.ts';
import { Failure, wrongUse } from './failure.ts';
import { findServer, findServerToLogIn } from './find-server.ts';
import { everywhere, helpOf, helpOfCommand } from './help.ts';
import type { Installation } from './installation.ts';
import { Logins } from './logins.ts';
import type { Terminal } from './terminal.ts';

type World = {
  terminal: Terminal;
  installation: Installation;
  env: Record<string, string | undefined>;
  platform: string;
  signal: AbortSignal;
};

/** The exit code that shells give to a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

/** Runs the command that the words name, and returns its exit code. */
export async function run(words: readonly string[], world: World): Promise<number> {
  const { terminal, signal } = world;
  try {
    return await runCommand(words, world);
  } catch (error) {
    if (signal.aborted) return INTERRUPTED;
    const failure = error instanceof Failure ? error : unknown(error);
    const { paintNote: paint } = terminal;
    terminal.note(`${paint('Error:', 'red')} ${failure.message}`);
    for (const line of failure.hint?.split('\n') ?? []) terminal.note(line);
    return failure.exitCode;
  }
}

async function runCommand(words: readonly string[], world: World): Promise<number> {
  const { terminal, installation } = world;
  const [name, ...rest] = words;
  const about = { program: installation.program, paint: terminal.paint };
  if (name === '--version' || name === 'version') {
    terminal.say(release.version);
    return 0;
  }
  const asked = name === 'help' && rest[0] !== undefined ? find(rest[0]) : undefined;
  if (asked) return say(terminal, helpOfCommand(asked, about));
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const lines = helpOf(commands, about);
    if (name !== undefined) return say(terminal, lines);
    for (const line of lines) terminal.note(line);
    return 2;
  }
  const command = find(name);
  const given = read(command, rest);
  if (given.values.help) return say(terminal, helpOfCommand(command, about));
  return command.run(contextFor(command, given, world), given);
}

function say(terminal: Terminal, lines: readonly string[]): number {
  for (const line of lines) terminal.say(line);
  return 0;
}

function find(name: string): Command {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const names = commands.map((command) => command.name).join(', ');
  throw wrongUse(`There is no command ${name}.`, `The commands are ${names} and help.`);
}

/** Reads the words after the name of the command. */
function read(command: Command, args: string[]): Given {
  const options = { ...command.options, ...everywhere };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const most = command.takes?.split(' ').length ?? 0;
    if (positionals.length > most) {
      throw wrongUse(`${command.name} does not take "${positionals[most]}".`);
    }
    return { values: values as Given['values'], words: positionals };
  } catch (error) {
    if (error instanceof Failure || !isOfParser(error)) throw error;
    // Keep only the first sentence: the parser then explains how a value may begin with a dash.
    const [first = error.message] = error.message.split(/(?<=[.'"])\s(?=To specify|Did you)/);
    throw wrongUse(
      first.endsWith('.') ? first : `${first}.`,
      `${command.name} --help shows its options.`,
    );
  }
}

const isOfParser = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

function contextFor(command: Command, { values }: Given, world: World): Context {
  const { terminal, installation, env, platform, signal } = world;
  const { program } = installation;
  const logins = new Logins(env, platform);
  const named = typeof values.server === 'string' ? values.server : undefined;
  const places = { named, env, installation, logins };
  return {
    ...{ terminal, signal, program, env, logins },
    get server() {
      // An API key is sent only to the installation of the package, or to the one that the person names.
      const isOwn = ['login', 'copy'].includes(command.name);
      return isOwn ? findServerToLogIn(places) : findServer(places);
    },
    client() {
      const { server } = this;
      const login = logins.of(server);
      if (!login) {
        const line = `${program} login${named === undefined ? '' : ` --server ${named}`}`;
        throw new Failure(`You are not logged in at ${server}.`, `Log in:\n  ${line}`);
      }
      return makeClient({ server, token: login.token, program, signal });
    },
  };
}

/** The failure for an error that this program did not expect. */
function unknown(error: unknown): Failure {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Failure(`Something went wrong that this program does not know: ${text}`);
}
