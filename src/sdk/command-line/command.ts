import type { ParseArgsOptionsConfig } from 'node:util';
import type { Client } from './client.ts';
import type { Logins } from './logins.ts';
import type { Terminal } from './terminal.ts';

/** The values that `run` passes to a command. */
export type Context = {
  terminal: Terminal;
  /** The address of the installation. Throws if no option, setting or login names one. */
  server: string;
  logins: Logins;
  /** Makes a client that calls procedures with the token of the login. Throws if there is no login. */
  client(): Client;
  /** Aborts on Ctrl-C, and when the process gets a signal to end. */
  signal: AbortSignal;
  /** The words with which a person starts this program, for texts that name another command. */
  program: string;
  env: Record<string, string | undefined>;
};

export type Given = {
  values: Record<string, string | boolean | undefined>;
  /** The words after the command, without its options. */
  words: string[];
};

export type Command = {
  name: string;
  /** The line of the command in the list of commands. */
  summary: string;
  /** The argument after the name, as the help shows it, such as `DELIVERY`. */
  takes?: string;
  /** Each option with its line of help. */
  options: Record<string, ParseArgsOptionsConfig[string] & { help: string; value?: string }>;
  /** Further lines of help. */
  more?: readonly string[];
  /** Returns the exit code. */
  run(context: Context, given: Given): Promise<number>;
};
