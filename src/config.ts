import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { expected } from './config/expected.ts';
import { environment, keyBytes, type Sampler } from './config/variables.ts';
import { crmConfigs, crmSecrets, halfClients } from './crm/crm-config.ts';
import { terminalLanguage } from './shared/language/language.ts';
import { keptSecret } from './shared/process/kept-text.ts';
import type { EncryptionKey } from './shared/secrets/seal.ts';

/** Variables that need another one. */
const needs = [
  { set: 'DATABASE_URL', missing: 'ENCRYPTION_KEY' },
  { set: 'DATABASE_SESSION_URL', missing: 'DATABASE_URL' },
];

/** Variables of former releases, with what the operator does now. */
const former = [
  {
    set: 'DATABASE_REPLICA_URLS',
    instead:
      'leave it out: all requests go to the one address of DATABASE_URL (handbook, "High availability")',
  },
];

const secret = new Set([
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'ENCRYPTION_KEY',
  'SMTP_URL',
  'EGRESS_PROXY_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
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
  const values = readVariables(env, databaseUrl);
  const dataDir = path.resolve(values.DATA_DIR);
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    terminalLanguage: terminalLanguage(env),
    databaseUrl: values.DATABASE_SESSION_URL ?? values.DATABASE_URL,
    /** The address of a pooler in transaction mode, for requests alone. */
    pooledUrl: values.DATABASE_SESSION_URL && values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databasePlans: values.DATABASE_PLANS,
    dataDir,
    /** The folder with the files of earlier versions of the SDK. */
    sdkArchives: path.resolve(values.SDK_ARCHIVES ?? path.join(dataDir, 'sdk')),
    encryptionKey: values.ENCRYPTION_KEY ?? keptEncryptionKey(dataDir),
    trustProxy: values.TRUST_PROXY,
    apiProcesses: values.API_PROCESSES,
    /** False: the port is open from the start, and answers 503 until the process is ready. */
    listenWhenReady: (values.LISTEN_WHEN_READY ?? (values.DATABASE_URL ? 'on' : 'off')) === 'on',
    devErrorsUrl: values.DEV_ERRORS_URL ?? `${publicUrl}/errors`,
    corsOrigins: values.CORS_ORIGINS,
    maintenance: values.MAINTENANCE === 'on',
    /** False: nothing is sent to other servers. */
    outgoing: values.OUTGOING === 'on',
    logLevel: values.LOG_LEVEL,
    requestLog: values.REQUEST_LOG === 'on',
    demoTraffic: (values.DEMO_TRAFFIC ?? 'on') === 'on' && values.NODE_ENV !== 'production',
    operatorDocs:
      (values.OPERATOR_DOCS ?? (values.NODE_ENV === 'production' ? 'off' : 'on')) === 'on',
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
    egressProxyUrl: values.EGRESS_PROXY_URL,
    egressAddresses: values.EGRESS_ADDRESSES,
    crm: crmConfigs(values),
    tracing: tracingOf(values),
  };
}

/** Where and how spans are sent. Undefined if no sink is named. */
function tracingOf(values: z.output<typeof environment>) {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (!url || values.OTEL_SDK_DISABLED === 'true') return undefined;
  const resource: Record<string, string> = values.OTEL_RESOURCE_ATTRIBUTES;
  return {
    url,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: values.OTEL_SERVICE_NAME ?? resource['service.name'] ?? 'team-api',
    resource,
    sampler: values.OTEL_TRACES_SAMPLER.replace('parentbased_', '') as Sampler,
    ratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
    /** True if a caller that may name the trace also says whether it is recorded. */
    followsParent: values.OTEL_TRACES_SAMPLER.startsWith('parentbased_'),
    /** True if requests to receivers and CRMs carry the trace. */
    outgoing: values.TRACE_OUTGOING === 'on',
  };
}

function readVariables(env: Record<string, string | undefined>, databaseUrl?: 'required') {
  // An empty variable counts as unset, because container files often cannot leave one out.
  const settings = Object.fromEntries(Object.entries(env).filter(([, text]) => text?.trim()));
  const parsed = environment.safeParse(settings);
  const lines = parsed.success ? [] : wrongLines(parsed.error, settings);
  if (databaseUrl === 'required' && !settings.DATABASE_URL) {
    lines.push(`DATABASE_URL is not set; expected ${expected.DATABASE_URL}`);
  }
  for (const { set, instead } of former) {
    if (settings[set]) lines.push(`${set} is no longer known; ${instead}`);
  }
  const halfSet = needs.filter(({ missing, set }) => settings[set] && !settings[missing]);
  for (const { missing, set } of [...halfSet, ...halfClients(settings)]) {
    lines.push(`${missing} is not set; ${set} needs it, expected ${expectation(missing)}`);
  }
  if (!parsed.success || lines.length > 0) throw new ConfigError(lines);
  return parsed.data;
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

function wrongLines(error: z.ZodError, settings: Record<string, string | undefined>): string[] {
  const names = new Set(error.issues.map((issue) => String(issue.path[0])));
  return [...names].map((name) => {
    const text = settings[name] ?? '';
    const shown = secret.has(name) ? `${text.length} characters, not shown` : JSON.stringify(text);
    return `${name} is wrong (${shown}); expected ${expectation(name)}`;
  });
}

function expectation(name: string): string {
  return (
    Object.entries(expected).find(([expectedName]) => expectedName === name)?.[1] ?? 'another value'
  );
}
