import type { ParseArgsOptionsConfig } from 'node:util';
import type { Client } from './client.ts';
import type { Logins } from './logins.ts';
import type { Terminal } from './terminal.ts';

/** What a command gets. */
export type Context = {
  terminal: Terminal;
  /** The address of the installation. Throws if nobody has said it. */
  server: string;
  logins: Logins;
  /** Calls procedures with the token of the login. Throws if there is no login. */
  client(): Client;
  /** Aborts with Ctrl-C, and when the process is told to end. */
  signal: AbortSignal;
  /** How a person starts this program, for texts that name another command. */
  program: string;
  env: Record<string, string | undefined>;
};

export type Given = {
  values: Record<string, string | boolean | undefined>;
  /** The words after the command that are not options. */
  words: string[];
};

export type Command = {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** The words that follow the name, such as `DELIVERY`. */
  takes?: string;
  /** Each option with its line of help. */
  options: Record<string, ParseArgsOptionsConfig[string] & { help: string; value?: string }>;
  /** Further lines of help. */
  more?: readonly string[];
  /** Returns the exit code. */
  run(context: Context, given: Given): Promise<number>;
};
