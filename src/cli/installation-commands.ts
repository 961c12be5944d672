import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { loadConfig } from '../config.ts';
import { UsageError } from '../shared/errors/usage-error.ts';
import { command, offlineCommand } from './command.ts';
import { newFile, optional, required, text, toggle } from './flags.ts';
import { writeWholeFile } from './whole-file.ts';

type Setting = [name: string, value: string | undefined];

const secureUrl = z
  .url({ protocol: /^https$/, hostname: /./ })
  .refine((url) => new URL(url).origin === url.replace(/\/$/, ''));

export const init = offlineCommand({
  name: 'init',
  summary: 'write the settings of a new installation, with new secrets',
  result: '{file, public_url, database, mail}',
  flags: {
    url: required(
      'URL',
      'where clients reach the service: an https address without a path, such as https://team-api.example.com',
      secureUrl,
    ),
    'database-url': optional(
      'URL',
      'your PostgreSQL (default: the one of deploy/compose.yaml, with a new password)',
      text,
    ),
    'smtp-url': optional('URL', 'your mail server (default: mails stay in the outbox)', text),
    'mail-from': optional(
      'SENDER',
      "sender of all mails (default: no-reply@ and URL's host)",
      text,
    ),
    out: newFile,
  },
  notes: [
    'It writes ENCRYPTION_KEY: without this key a backup is of little use, so keep a copy elsewhere.',
    'Only this account can read FILE. systemd, shells, Node and Docker Compose read it alike. kubectl and',
    '"docker run" take the quotes around a value with blanks or other marks for a part of it.',
  ],
  async run({ url, out, ...more }) {
    const settings = settingsOf({ url: new URL(url).origin, ...more });
    const values = Object.fromEntries(settings);
    loadConfig(values, 'required');
    const lines = settings.flatMap(([name, value]) => (value ? [lineOf(name, value)] : []));
    await writeWholeFile(out, toAsync(['# Made by "init". Contains secrets.', ...lines]));
    return {
      file: out,
      public_url: values.PUBLIC_URL,
      database: more['database-url'] ? 'yours' : 'compose',
      mail: values.SMTP_URL ? 'sent' : 'outbox',
    };
  },
});

export const migrate = command({
  name: 'migrate',
  summary: 'make or migrate the tables for this release, as each start does too',
  result: '{applied}, the names of the migrations',
  mayBeFirst: true,
  // `run` reads it, because it migrates before any command runs.
  flags: { 'despite-older': toggle('migrate also while older processes run that will fail then') },
  notes: ['Run it before the processes of a release start, so that the first one starts sooner.'],
  run: async ({ applied = [] }) => ({ applied }),
});

type InitOptions = {
  url: string;
  'database-url'?: string | undefined;
  'smtp-url'?: string | undefined;
  'mail-from'?: string | undefined;
};

function settingsOf(options: InitOptions): Setting[] {
  const { url, 'smtp-url': smtpUrl, 'mail-from': sender } = options;
  return [
    ['PUBLIC_URL', url],
    ...databaseSettings(options['database-url']),
    ['ENCRYPTION_KEY', randomBytes(32).toString('base64')],
    ['SERVICE_TOKEN', randomBytes(32).toString('hex')],
    // All files of deploy/ have one proxy in front of the service.
    ['TRUST_PROXY', '1'],
    ['SMTP_URL', smtpUrl],
    ['MAIL_FROM', sender ?? (smtpUrl && `no-reply@${new URL(url).hostname}`)],
  ];
}

/** With the PostgreSQL of deploy/compose.yaml, also the passwords that its first start sets. */
function databaseSettings(url: string | undefined): Setting[] {
  if (url !== undefined) return [['DATABASE_URL', url]];
  const password = randomBytes(24).toString('hex');
  return [
    ['DATABASE_URL', `postgresql://team_api:${password}@postgres:5432/team_api`],
    ['DATABASE_PASSWORD', password],
    ['POSTGRES_PASSWORD', randomBytes(24).toString('hex')],
  ];
}

/** Quoted only where a program needs it, in the one way that all of them read alike. */
function lineOf(name: string, value: string): string {
  if (/^[\w.,:/?@%+=~-]+$/.test(value)) return `${name}=${value}`;
  if (/['\\\r\n]/.test(value)) {
    throw new UsageError(
      `init: ${name} contains a quotation mark ('), a backslash or a line break, which not every program reads alike; in an address, write %27 and %5C`,
    );
  }
  return `${name}='${value}'`;
}

async function* toAsync(lines: string[]): AsyncGenerator<string[]> {
  yield lines;
}
