import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import type { Config } from '../config.ts';
import { createLogger, type Logger } from '../shared/process/log.ts';
import { standardOutput } from '../shared/process/standard-output.ts';

const FILE_LIMIT_BYTES = 20 * 1024 * 1024;

export type MainLog = {
  log: Logger;
  /** The log file, if the log is not on standard output. */
  file: string | undefined;
  /** Takes lines of other processes. */
  write(lines: string): void;
};

/**
 * The log of `npm start`. Under a supervisor it writes JSON lines to standard output, as each process does.
 * In a terminal such lines would hide the key and the first request: there the log is a file in DATA_DIR, and
 * only warnings and errors are shown, in one short line each.
 */
export function mainLog(config: Pick<Config, 'dataDir' | 'logLevel'>): MainLog {
  if (!process.stdout.isTTY) {
    const write = (lines: string) => standardOutput.write(lines);
    return { log: createLogger(config.logLevel), file: undefined, write };
  }
  const file = path.join(config.dataDir, 'server.log');
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const kept = boundedFile(file);
  const level = config.logLevel === 'silent' ? 'fatal' : config.logLevel;
  const both = pino.multistream([
    { level, stream: kept },
    { level: 'warn', stream: shownBriefly },
  ]);
  return { log: createLogger(config.logLevel, both), file, write: (lines) => kept.write(lines) };
}

/** Keeps at most two files of the size limit. */
function boundedFile(file: string) {
  let handle = openSync(file, 'a', 0o600);
  let size = statSync(file).size;
  return {
    write(lines: string) {
      try {
        if (size > FILE_LIMIT_BYTES) {
          size = 0;
          renameSync(file, `${file}.1`);
          const next = openSync(file, 'a', 0o600);
          closeSync(handle);
          handle = next;
        }
        size += writeSync(handle, lines);
      } catch {
        // A full disk ends the log, not the service.
      }
    },
  };
}

const shownBriefly = {
  write(line: string) {
    const { level, msg, err } = JSON.parse(line) as {
      level: string;
      msg?: string;
      err?: { message?: string };
    };
    const reason = err?.message ? ` (${err.message})` : '';
    process.stderr.write(`  ${level}: ${msg ?? ''}${reason}\n`);
  },
};
