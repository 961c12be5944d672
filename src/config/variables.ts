import { BlockList } from 'node:net';
import { z } from 'zod';
import { parseIpRange, parseNetworks, parseTrustProxy } from '../auth/ip-range.ts';
import { clientWord } from '../crm/crm-config.ts';
import { commaList, wholeNumber } from '../shared/schema/from-text.ts';
import type { EncryptionKey } from '../shared/secrets/seal.ts';
import { DAY_MS, parseDuration } from '../shared/time/durations.ts';
import { LONGEST_TIMEOUT_MS } from '../shared/time/lease.ts';
import { retryDelaysMs } from '../shared/time/retry-delays.ts';

const wholeNumberUpTo = (most: number) => wholeNumber(z.int().min(1).max(most));

const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text);

/** The key, or the new key and the former one. */
const encryptionKey = z.string().transform((text, context): EncryptionKey => {
  const [newest, former, ...more] = text.split(',').map(keyBytes);
  const keys = [newest, ...(former ? [former] : [])];
  if (newest && more.length === 0 && keys.every((key) => key?.length === 32)) {
    return former ? [newest, former] : [newest];
  }
  context.addIssue('neither one key nor two');
  return z.NEVER;
});

export function keyBytes(text: string): Buffer {
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

export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);
const dateTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** Names and values as OpenTelemetry writes them: `name=value,name=value`, the values percent-encoded. */
const pairs = commaList(z.array(z.string().regex(/^[^\s=,;]+=[\x21-\x7e ]+$/))).transform(
  (list, context) => {
    try {
      return Object.fromEntries(
        list.map((pair) => {
          const [name = '', ...value] = pair.split('=');
          return [name, decodeURIComponent(value.join('=')).trim()];
        }),
      );
    } catch {
      context.addIssue('not percent-encoded');
      return z.NEVER;
    }
  },
);

const ownSamplers = ['always_on', 'always_off', 'traceidratio'] as const;
export type Sampler = (typeof ownSamplers)[number];
export const samplers = [
  ...ownSamplers,
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The address of PostgreSQL. The value stays text, because pg_dump and other programs read it too. */
const databaseAddress = z.url({ protocol: /^postgres(ql)?$/, abort: true }).refine((text) => {
  const { hostname, searchParams } = new URL(text);
  return ![hostname, ...searchParams.getAll('host')].some((host) => host.includes(','));
});

/** The variables of the environment, each with its allowed values. */
export const environment = z.object({
  PORT: wholeNumberUpTo(65535).default(3000),
  HOST: z.union([z.ipv4(), z.ipv6(), z.hostname()]).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_SESSION_URL: databaseAddress.optional(),
  DATA_DIR: z.string().default('.data'),
  SDK_ARCHIVES: z.string().optional(),
  ENCRYPTION_KEY: encryptionKey.optional(),
  TRUST_PROXY: trustProxy.default({ kind: 'none' }),
  API_PROCESSES: wholeNumberUpTo(64).default(1),
  LISTEN_WHEN_READY: z.enum(['on', 'off']).optional(),
  DEV_ERRORS_URL: httpUrl.optional(),
  CORS_ORIGINS: commaList(z.array(origin)).default([]),
  MAINTENANCE: z.enum(['off', 'on']).default('off'),
  OUTGOING: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: logLevel.default('info'),
  REQUEST_LOG: z.enum(['on', 'off']).default('on'),
  DEMO_TRAFFIC: z.enum(['on', 'off']).optional(),
  OPERATOR_DOCS: z.enum(['on', 'off']).optional(),
  NODE_ENV: z.string().optional(),
  DATABASE_POOL_SIZE: wholeNumberUpTo(200).default(10),
  DATABASE_PLANS: z.enum(['generic', 'auto']).optional(),
  API_DEPRECATED_AT: dateTime.optional(),
  API_SUNSET_AT: dateTime.optional(),
  API_DEPRECATION_LINK: httpUrl.optional(),
  WORKER_PORT: wholeNumberUpTo(65535).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(),
  // It must contain an address. Otherwise receiving servers would refuse all mails.
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
  ).default(retryDelaysMs),
  WEBHOOK_TIMEOUT: durationUpTo(LONGEST_TIMEOUT_MS).default(10_000),
  WEBHOOK_PAUSE_AFTER: durationUpTo(365 * DAY_MS).default(3 * DAY_MS),
  WEBHOOK_ALLOW_NETWORKS: networks.default(new BlockList()),
  WEBHOOK_CA_FILE: z.string().optional(),
  EGRESS_PROXY_URL: z
    .url({ protocol: /^http$/, hostname: /./ })
    .refine((text) => /^\/?$/.test(new URL(text).pathname))
    .optional(),
  EGRESS_ADDRESSES: commaList(
    z.array(z.string().refine((text) => parseIpRange(text) !== null)).max(100),
  ).default([]),
  // A token is visible ASCII, because a header contains it. While the operator replaces a token, both are
  // valid.
  SERVICE_TOKEN: commaList(
    z
      .array(z.string().regex(/^[\x21-\x7e]{32,500}$/))
      .min(1)
      .max(2),
  ).default([]),
  SERVICE_NETWORKS: networks.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.default({}),
  OTEL_SERVICE_NAME: z.string().max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^\s*(0?\.\d{1,15}|[01](\.0*)?)\s*$/)
    .transform(Number)
    .optional(),
  OTEL_SDK_DISABLED: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .optional(),
  TRACE_OUTGOING: z.enum(['on', 'off']).default('off'),
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
