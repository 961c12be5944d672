import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { parseNetworks, parseTrustProxy } from './auth/ip-range.ts';
import { clientWord, crmConfigs, crmExpected, crmSecrets, halfClients } from './crm/crm-config.ts';
import { databaseAddress, expectedAddress } from './shared/database-address.ts';
import { parseDuration } from './shared/duration.ts';
import { DAY_MS } from './shared/durations.ts';
import { commaList, wholeNumber } from './shared/from-text.ts';
import { keptSecret } from './shared/kept-text.ts';
import { LONGEST_TIMEOUT_MS } from './shared/lease.ts';
import type { EncryptionKey } from './shared/seal.ts';

const wholeNumberUpTo = (most: number) => wholeNumber(z.int().min(1).max(most));

const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text);

/** The key, or the new key and the former one. */
const encryptionKey = z.string().transform((text, context): EncryptionKey => {
  const [newest, former, ...more] = text.split(',').map(keyBytes);
  const given = [newest, ...(former ? [former] : [])];
  if (newest && more.length === 0 && given.every((key) => key?.length === 32)) {
    return former ? [newest, former] : [newest];
  }
  context.addIssue('neither one key nor two');
  return z.NEVER;
});

function keyBytes(text: string): Buffer {
  const key = text.trim();
  return Buffer.from(key, /^[0-9a-fA-F]{64}$/.test(key) ? 'hex' : 'base64');
}

const trustProxy = z.string().transform((text, context) => {
  const trust = parseTrustProxy(text);
  if (trust !== null) return trust;
  context.addIssue('neither a hop count nor a list of networks');
  return z.NEVER;
});

const durationUpTo = (mostMs: number) =>
  z.string().transform((text, context) => {
    const ms = parseDuration(text.trim());
    if (ms !== null && ms <= mostMs) return ms;
    context.addIssue('not a duration');
    return z.NEVER;
  });

/** Refuses a list that contains all addresses, because it would switch off the check. */
const networks = z.string().transform((text, context) => {
  const list = parseNetworks(text);
  const last = 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff';
  const spansAll =
    (list?.check('0.0.0.0') && list.check('255.255.255.255')) ||
    (list?.check('::', 'ipv6') && list.check(last, 'ipv6'));
  if (list !== null && !spansAll) return list;
  context.addIssue('not a list of networks');
  return z.NEVER;
});

const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);
const dateTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const environment = z.object({
  PORT: wholeNumberUpTo(65535).default(3000),
  HOST: z.union([z.ipv4(), z.ipv6(), z.hostname()]).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_SESSION_URL: databaseAddress.optional(),
  DATA_DIR: z.string().default('.data'),
  ENCRYPTION_KEY: encryptionKey.optional(),
  TRUST_PROXY: trustProxy.default({ kind: 'none' }),
  API_PROCESSES: wholeNumberUpTo(64).default(1),
  DEV_ERRORS_URL: httpUrl.optional(),
  CORS_ORIGINS: commaList(z.array(origin)).default([]),
  MAINTENANCE: z.enum(['off', 'on']).default('off'),
  LOG_LEVEL: logLevel.default('info'),
  REQUEST_LOG: z.enum(['on', 'off']).default('on'),
  DEMO_TRAFFIC: z.enum(['on', 'off']).optional(),
  NODE_ENV: z.string().optional(),
  DATABASE_POOL_SIZE: wholeNumberUpTo(200).default(10),
  DATABASE_PLANS: z.enum(['generic', 'auto']).default('generic'),
  DATABASE_DRIVER: z.enum(['fast', 'plain']).default('fast'),
  API_DEPRECATED_AT: dateTime.optional(),
  API_SUNSET_AT: dateTime.optional(),
  API_DEPRECATION_LINK: httpUrl.optional(),
  WORKER_PORT: wholeNumberUpTo(65535).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(),
  // Must contain an address; otherwise receiving servers would refuse all mails.
  MAIL_FROM: z
    .string()
    .max(300)
    .regex(/^([^\r\n<>]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/)
    .default('Team API <no-reply@localhost>'),
  WEBHOOK_RETRY_DELAYS: commaList(
    z
      .array(durationUpTo(30 * DAY_MS))
      .min(1)
      .max(20),
  ).default(['1m', '5m', '30m', '2h', '6h', '12h', '24h'].map((text) => parseDuration(text) ?? 0)),
  WEBHOOK_TIMEOUT: durationUpTo(LONGEST_TIMEOUT_MS).default(10_000),
  WEBHOOK_PAUSE_AFTER: durationUpTo(365 * DAY_MS).default(3 * DAY_MS),
  WEBHOOK_ALLOW_NETWORKS: networks.default(new BlockList()),
  WEBHOOK_CA_FILE: z.string().optional(),
  // Visible ASCII, because a header carries it. During a change, the old and the new one are valid.
  SERVICE_TOKEN: commaList(
    z
      .array(z.string().regex(/^[\x21-\x7e]{32,500}$/))
      .min(1)
      .max(2),
  ).default([]),
  SERVICE_NETWORKS: networks.optional(),
  HUBSPOT_CLIENT_ID: clientWord.optional(),
  HUBSPOT_CLIENT_SECRET: clientWord.optional(),
  HUBSPOT_BASE_URL: httpUrl.optional(),
  HUBSPOT_OAUTH_URL: httpUrl.optional(),
  PIPEDRIVE_CLIENT_ID: clientWord.optional(),
  PIPEDRIVE_CLIENT_SECRET: clientWord.optional(),
  PIPEDRIVE_BASE_URL: httpUrl.optional(),
  PIPEDRIVE_OAUTH_URL: httpUrl.optional(),
  SALESFORCE_CLIENT_ID: clientWord.optional(),
  SALESFORCE_CLIENT_SECRET: clientWord.optional(),
  SALESFORCE_BASE_URL: httpUrl.optional(),
  SALESFORCE_OAUTH_URL: httpUrl.optional(),
});

const expected: Record<keyof z.input<typeof environment>, string> = {
  PORT: 'a port, 1 to 65535',
  HOST: 'an address or a host name',
  PUBLIC_URL: 'an http or https address',
  DATABASE_URL: expectedAddress,
  DATABASE_SESSION_URL: expectedAddress,
  DATA_DIR: 'a folder',
  ENCRYPTION_KEY:
    '32 bytes in base64 or hex (openssl rand -base64 32), or the new key, a comma and the former one',
  TRUST_PROXY: 'the number of proxies in front (1 to 32) or a comma list of their networks',
  API_PROCESSES: 'a number of processes, 1 to 64',
  DEV_ERRORS_URL: 'an http or https address',
  CORS_ORIGINS: 'a comma list of origins such as https://app.example.com',
  MAINTENANCE: 'off or on',
  LOG_LEVEL: logLevel.options.join(', '),
  REQUEST_LOG: 'on or off',
  DEMO_TRAFFIC: 'on or off',
  NODE_ENV: 'production, or any other word',
  DATABASE_POOL_SIZE: 'a number of connections, 1 to 200',
  DATABASE_PLANS: 'generic or auto',
  DATABASE_DRIVER: 'fast or plain',
  API_DEPRECATED_AT: 'a time such as 2027-01-31T00:00:00Z',
  API_SUNSET_AT: 'a time such as 2027-01-31T00:00:00Z',
  API_DEPRECATION_LINK: 'an http or https address',
  WORKER_PORT: 'a port, 1 to 65535',
  SMTP_URL: 'smtp://user:password@host:port or smtps://…',
  MAIL_FROM: 'a sender such as Team API <no-reply@example.com>',
  WEBHOOK_RETRY_DELAYS: 'a comma list of 1 to 20 durations such as 1m,5m,2h',
  WEBHOOK_TIMEOUT: 'a duration of at most 60s, such as 10s',
  WEBHOOK_PAUSE_AFTER: 'a duration such as 3d',
  WEBHOOK_ALLOW_NETWORKS: 'a comma list of networks such as 10.1.0.0/16, none of them everything',
  WEBHOOK_CA_FILE: 'a file with certificates in PEM',
  SERVICE_TOKEN:
    'one token, or two in a comma list, of at least 32 characters (openssl rand -hex 32)',
  SERVICE_NETWORKS: 'a comma list of networks such as 10.1.0.0/16, none of them everything',
  HUBSPOT_CLIENT_ID: crmExpected.id,
  HUBSPOT_CLIENT_SECRET: crmExpected.secret,
  HUBSPOT_BASE_URL: crmExpected.url,
  HUBSPOT_OAUTH_URL: crmExpected.url,
  PIPEDRIVE_CLIENT_ID: crmExpected.id,
  PIPEDRIVE_CLIENT_SECRET: crmExpected.secret,
  PIPEDRIVE_BASE_URL: crmExpected.url,
  PIPEDRIVE_OAUTH_URL: crmExpected.url,
  SALESFORCE_CLIENT_ID: crmExpected.id,
  SALESFORCE_CLIENT_SECRET: crmExpected.secret,
  SALESFORCE_BASE_URL: crmExpected.url,
  SALESFORCE_OAUTH_URL: crmExpected.url,
};

/** Variables that need another one. */
const needs = [
  { set: 'DATABASE_URL', missing: 'ENCRYPTION_KEY' },
  { set: 'DATABASE_SESSION_URL', missing: 'DATABASE_URL' },
];

const secret = new Set([
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'ENCRYPTION_KEY',
  'SMTP_URL',
  'SERVICE_TOKEN',
  ...crmSecrets,
]);

export class ConfigError extends Error {
  readonly lines: string[];

  constructor(lines: string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads the environment once. Without DATABASE_URL the product uses the embedded PostgreSQL and keeps
 * its files in DATA_DIR.
 */
export function loadConfig(env: Record<string, string | undefined>, databaseUrl?: 'required') {
  // An empty variable counts as unset, because container files often cannot leave one out.
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text?.trim()));
  const parsed = environment.safeParse(given);
  const lines = parsed.success ? [] : wrongLines(parsed.error, given);
  if (databaseUrl === 'required' && !given.DATABASE_URL) {
    lines.push(`DATABASE_URL is not set; expected ${expected.DATABASE_URL}`);
  }
  const halfSet = needs.filter(({ missing, set }) => given[set] && !given[missing]);
  for (const { missing, set } of [...halfSet, ...halfClients(given)]) {
    lines.push(`${missing} is not set; ${set} needs it, expected ${expectation(missing)}`);
  }
  if (!parsed.success || lines.length > 0) throw new ConfigError(lines);
  const values = parsed.data;
  const dataDir = path.resolve(values.DATA_DIR);
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    databaseUrl: values.DATABASE_SESSION_URL ?? values.DATABASE_URL,
    /** The address of a pooler in transaction mode, for requests alone. */
    pooledUrl: values.DATABASE_SESSION_URL && values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databasePlans: values.DATABASE_PLANS,
    databaseDriver: values.DATABASE_DRIVER,
    dataDir,
    encryptionKey: values.ENCRYPTION_KEY ?? keptEncryptionKey(dataDir),
    trustProxy: values.TRUST_PROXY,
    apiProcesses: values.API_PROCESSES,
    devErrorsUrl: values.DEV_ERRORS_URL ?? `${publicUrl}/errors`,
    corsOrigins: values.CORS_ORIGINS,
    maintenance: values.MAINTENANCE === 'on',
    logLevel: values.LOG_LEVEL,
    requestLog: values.REQUEST_LOG === 'on',
    demoTraffic: (values.DEMO_TRAFFIC ?? 'on') === 'on' && values.NODE_ENV !== 'production',
    apiDeprecatedAt: values.API_DEPRECATED_AT,
    apiSunsetAt: values.API_SUNSET_AT,
    apiDeprecationLink: values.API_DEPRECATION_LINK,
    workerPort: values.WORKER_PORT,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    webhookRetryDelaysMs: values.WEBHOOK_RETRY_DELAYS,
    webhookTimeoutMs: values.WEBHOOK_TIMEOUT,
    webhookPauseAfterMs: values.WEBHOOK_PAUSE_AFTER,
    webhookAllowNetworks: values.WEBHOOK_ALLOW_NETWORKS,
    serviceTokens: values.SERVICE_TOKEN,
    serviceNetworks: values.SERVICE_NETWORKS,
    webhookCa: values.WEBHOOK_CA_FILE && readCertificates(values.WEBHOOK_CA_FILE),
    crm: crmConfigs(values),
  };
}

function readCertificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    // TLS silently ignores certificates that it cannot read, and then trusts nothing.
    const [, ...certificates] = text.split('-----BEGIN CERTIFICATE-----');
    for (const rest of certificates) new X509Certificate(`-----BEGIN CERTIFICATE-----${rest}`);
    if (certificates.length > 0) return text;
  } catch {
    // A file that cannot be read gets the error below too.
  }
  const line = `WEBHOOK_CA_FILE is wrong ("${file}"); expected ${expected.WEBHOOK_CA_FILE}`;
  throw new ConfigError([line]);
}

function keptEncryptionKey(dataDir: string): EncryptionKey {
  try {
    return [keyBytes(keptSecret(dataDir, 'encryption-key'))];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const line = `DATA_DIR is wrong ("${dataDir}"); expected a folder that this account can write`;
    throw new ConfigError([`${line} (${reason})`]);
  }
}

function wrongLines(error: z.ZodError, given: Record<string, string | undefined>): string[] {
  const names = new Set(error.issues.map((issue) => String(issue.path[0])));
  return [...names].map((name) => {
    const text = given[name] ?? '';
    const shown = secret.has(name) ? `${text.length} characters, not shown` : JSON.stringify(text);
    return `${name} is wrong (${shown}); expected ${expectation(name)}`;
  });
}

function expectation(name: string): string {
  return Object.entries(expected).find(([known]) => known === name)?.[1] ?? 'another value';
}
