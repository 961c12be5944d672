import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { register } from 'prom-client';
import { expect, test } from 'vitest';
import { readArguments } from '../../src/cli/arguments.ts';
import { commands } from '../../src/cli/commands.ts';
import { loadConfig } from '../../src/config.ts';
import { crmDefaults } from '../../src/crm/http/crm-hosts.ts';
import '../../src/egress/egress-proxy.ts';
import { tenantTables } from '../../src/db/tenant-bound.ts';
import { watchPool } from '../../src/rest/metrics.ts';
import '../../src/shared/load/overload.ts';
import '../../src/tracing/start-tracing.ts';
import { watchSyncPlaces } from '../../src/worker/crm/metrics.ts';
import { watchDeliveryLoop } from '../../src/worker/delivery/metrics.ts';
import '../../src/worker/housekeeping/online-migrations.ts';
import '../../src/worker/housekeeping/waiting-work.ts';
import '../../src/worker/mail/send-mail.ts';
import { countDroppedSessions } from '../../src/worker/housekeeping/waiting-sessions.ts';
import { codeBlocks, documentNamed, rowsOf, sectionOf, shellWords } from './harness/documents.ts';

const operations = documentNamed('docs/operations.md');
const unquoted = (cell = '') => cell.replaceAll('`', '');
const rows = (heading: string) => rowsOf(sectionOf(operations, heading));
/** The messages in a list: the text in backquotes at the start of each line. */
const messagesOf = (list: string) =>
  [...list.matchAll(/^- `([^`]+)`/gm)].map(([, line = '']) => line);
const sources = globSync(['src/**/*.ts', 'scripts/setup.mjs']).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

/** The variables that config.ts reads. */
function variables(): string[] {
  const [, schema = ''] =
    /const environment = z\.object\(\{(.*?)^\}\);/ms.exec(
      documentNamed('src/config/variables.ts'),
    ) ?? [];
  return [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
}

test('the settings are those of config.ts', () => {
  const described = rows('## Settings').map(([name]) => unquoted(name));
  expect(described.toSorted()).toEqual(variables().toSorted());
});

function asDuration(ms: number): string {
  if (ms > 86_400_000 && ms % 86_400_000 === 0) return `${ms / 86_400_000}d`;
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1_000}s`;
}

/** The defaults, written as in the document. The key is given, so that none is made here. */
function defaults(): Record<string, string> {
  const config = loadConfig({ ENCRYPTION_KEY: '0'.repeat(64) });
  const sink = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  const traced = loadConfig({ ENCRYPTION_KEY: '0'.repeat(64), ...sink }).tracing;
  const shown = (text: string) =>
    text.replace(config.publicUrl, '<PUBLIC_URL>').replace(String(config.port), '<PORT>');
  return {
    PORT: String(config.port),
    HOST: config.host,
    PUBLIC_URL: config.publicUrl.replace(String(config.port), '<PORT>'),
    DATABASE_URL: config.databaseUrl ?? 'none',
    DATABASE_SESSION_URL: 'none',
    DATABASE_POOL_SIZE: String(config.databasePoolSize),
    DATABASE_PLANS: config.databasePlans ?? 'chosen for the database',
    DATA_DIR: config.dataDir.replace(`${process.cwd()}/`, ''),
    ENCRYPTION_KEY: 'made and kept in DATA_DIR',
    TRUST_PROXY: config.trustProxy.kind,
    API_PROCESSES: String(config.apiProcesses),
    LISTEN_WHEN_READY: config.listenWhenReady ? 'on' : 'on with DATABASE_URL',
    CORS_ORIGINS: config.corsOrigins.join() || 'none',
    DEV_ERRORS_URL: shown(config.devErrorsUrl),
    MAINTENANCE: config.maintenance ? 'on' : 'off',
    OUTGOING: config.outgoing ? 'on' : 'off',
    LOG_LEVEL: config.logLevel,
    REQUEST_LOG: config.requestLog ? 'on' : 'off',
    DEMO_TRAFFIC: config.demoTraffic ? 'on' : 'off',
    OPERATOR_DOCS: config.operatorDocs ? 'on' : 'off',
    NODE_ENV: 'none',
    WORKER_PORT: String(config.workerPort ?? 'none'),
    WEBHOOK_RETRY_DELAYS: config.webhookRetryDelaysMs.map(asDuration).join(),
    WEBHOOK_TIMEOUT: asDuration(config.webhookTimeoutMs),
    SDK_ARCHIVES: `${path.relative(config.dataDir, config.sdkArchives)} in DATA_DIR`,
    WEBHOOK_PAUSE_AFTER: asDuration(config.webhookPauseAfterMs),
    WEBHOOK_ALLOW_NETWORKS: config.webhookAllowNetworks.rules.join() || 'none',
    WEBHOOK_CA_FILE: config.webhookCa ?? 'none',
    EGRESS_PROXY_URL: config.egressProxyUrl ?? 'none',
    EGRESS_ADDRESSES: config.egressAddresses.join() || 'none',
    SERVICE_TOKEN: config.serviceTokens.join() || 'none',
    SERVICE_NETWORKS: config.serviceNetworks?.rules.join() ?? 'none',
    OTEL_EXPORTER_OTLP_ENDPOINT: config.tracing?.url ?? 'none',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: config.tracing?.url ?? 'none',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'none',
    OTEL_SERVICE_NAME: traced?.serviceName ?? '',
    OTEL_RESOURCE_ATTRIBUTES: Object.keys(traced?.resource ?? {}).join() || 'none',
    OTEL_TRACES_SAMPLER: `${traced?.followsParent ? 'parentbased_' : ''}${traced?.sampler}`,
    OTEL_TRACES_SAMPLER_ARG: String(traced?.ratio),
    OTEL_SDK_DISABLED: traced ? 'false' : 'true',
    TRACE_OUTGOING: traced?.outgoing ? 'on' : 'off',
    HUBSPOT_CLIENT_ID: config.crm.hubspot.client?.id ?? 'none',
    HUBSPOT_CLIENT_SECRET: config.crm.hubspot.client?.secret ?? 'none',
    HUBSPOT_BASE_URL: config.crm.hubspot.baseUrl ?? crmDefaults.hubspot.base,
    HUBSPOT_OAUTH_URL: config.crm.hubspot.oauthUrl ?? crmDefaults.hubspot.oauth,
    PIPEDRIVE_CLIENT_ID: config.crm.pipedrive.client?.id ?? 'none',
    PIPEDRIVE_CLIENT_SECRET: config.crm.pipedrive.client?.secret ?? 'none',
    PIPEDRIVE_BASE_URL: config.crm.pipedrive.baseUrl ?? crmDefaults.pipedrive.base,
    PIPEDRIVE_OAUTH_URL: config.crm.pipedrive.oauthUrl ?? crmDefaults.pipedrive.oauth,
    SALESFORCE_CLIENT_ID: config.crm.salesforce.client?.id ?? 'none',
    SALESFORCE_CLIENT_SECRET: config.crm.salesforce.client?.secret ?? 'none',
    SALESFORCE_BASE_URL: config.crm.salesforce.baseUrl ?? crmDefaults.salesforce.base,
    SALESFORCE_OAUTH_URL: config.crm.salesforce.oauthUrl ?? crmDefaults.salesforce.oauth,
    SMTP_URL: config.smtpUrl ?? 'none',
    MAIL_FROM: config.mailFrom,
    API_DEPRECATED_AT: config.apiDeprecatedAt?.toISOString() ?? 'none',
    API_SUNSET_AT: config.apiSunsetAt?.toISOString() ?? 'none',
    API_DEPRECATION_LINK: config.apiDeprecationLink ?? 'none',
  };
}

test('the settings have the defaults of config.ts, also in README.md', () => {
  const described = rows('## Settings').map(([name, value]) => [unquoted(name), unquoted(value)]);
  expect(Object.fromEntries(described)).toEqual(defaults());
  for (const [name, value] of rowsOf(sectionOf(documentNamed('README.md'), '## Settings'))) {
    expect(unquoted(value)).toBe(defaults()[unquoted(name)]);
  }
});

test('every command has an example, and the program understands every example', () => {
  const [text = ''] = codeBlocks(sectionOf(operations, '## The command line'), 'text');
  const shown = new Set<string>();
  for (const example of text.trimEnd().split('\n')) {
    const parsed = readArguments(commands, shellWords(example));
    if (parsed.kind !== 'command') throw new Error(`There is no command ${example}`);
    parsed.command.prepare(parsed.texts);
    shown.add(parsed.command.name);
  }
  expect([...shown]).toEqual(commands.map(({ name }) => name));
});

test('all metrics in the document exist, and all of ours are described', async () => {
  const pool = new pg.Pool();
  watchPool(pool);
  watchDeliveryLoop({ inFlight: 0, queued: 0 });
  countDroppedSessions(0);
  watchSyncPlaces({ size: 0 });
  const existing = (await register.getMetricsAsJSON()).map(({ name }) => name);
  const section = ['## Metrics', '### Webhook metrics', '### CRM metrics']
    .map((own) => sectionOf(operations, own))
    .join();
  const words =
    section.match(
      /\b(?:api|build|crm_sync|database|egress|erasure|intake|mail|nodejs|process|queue|trace|webhook)_[a-z0-9_]+/g,
    ) ?? [];
  const metrics = words.filter((word) => !tenantTables.includes(word));
  for (const name of metrics) expect(existing).toContain(name.replace(/_(bucket|count)$/, ''));
  for (const name of existing.filter((own) =>
    /^(api|build|crm|database|egress|erasure|intake|mail|queue|trace|webhook)_/.test(own),
  )) {
    expect(section).toMatch(new RegExp(`^[|-] \`${name}[{\`]`, 'm'));
  }
});

test('an operator finds the name of every alert', () => {
  const rules = readFileSync('deploy/prometheus/rules.yml', 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(alerts.length).toBeGreaterThan(20);
  expect(alerts.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
});

const variable = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;
const shown = (template: string) => template.replaceAll(variable, '…').replaceAll(/\s+/g, ' ');

test('the log messages and their levels are those in the code', () => {
  const call =
    /\blog\??(?:\.(debug|info|warn|error|fatal)|\[level\])\([^;]*?(['`])((?:(?!\2).)*)\2,?\s*\)/gs;
  const written = sources.flatMap(({ text }) =>
    [...text.matchAll(call)].map(
      ([, level = 'warn or error', , message = '']) => `${level} ${shown(message)}`,
    ),
  );
  const [, ...levels] = sectionOf(operations, '### In the log').split(/^#### /m);
  const described = levels.flatMap((text) => {
    const [level = '', list = ''] = text.split('\n\n', 2);
    return messagesOf(list).map((message) => `${level} ${message}`);
  });
  expect(described.toSorted()).toEqual([...new Set(written)].toSorted());
});

const atTheStart = sectionOf(operations, '### At the start, one line on standard error');

test('every line that a failing start can print is described', () => {
  const printed =
    /(?:new (?:StartError|MigrationError|DatabaseInUse)|tell)\(\s*(['`])((?:(?!\1).)*)\1/gs;
  const broken = /new Error\(\s*(['`])((?:(?!\1).)*)\1/gs;
  const lines = sources.flatMap(({ file, text }) =>
    [
      ...text.matchAll(printed),
      ...(file.includes('/embedded-postgres/') ? text.matchAll(broken) : []),
    ].map(([, , line = '']) => shown(line)),
  );
  expect(lines.length).toBeGreaterThan(15);
  const described = messagesOf(atTheStart);
  expect(lines.filter((line) => !described.includes(line))).toEqual([]);
});

test('every line that is described still exists', () => {
  const code = sources.map(({ text }) => shown(text)).join('\n');
  for (const line of messagesOf(atTheStart)) {
    for (const part of line.split('…')) {
      expect(code.includes(part.trim()), `"${part}" of ${line}`).toBe(true);
    }
  }
});
