import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config.ts';
import { receiverCa } from '../harness/receiver.ts';
import { Spawned } from '../harness/spawned.ts';

const own = {
  DATABASE_URL: 'postgresql://api:geheim@db.example.com/team_api',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
};

test.each(['src/main.ts', 'src/api.ts', 'src/worker.ts'])(
  '%s prints one line for each wrong variable and exits with 1',
  async (file) => {
    const wrong = { PORT: '99999', TRUST_PROXY: 'true', ENCRYPTION_KEY: 'too-short' };
    const process = new Spawned(file, { ...own, ...wrong });
    expect((await process.ended).code).toBe(1);
    expect(process.stderr.trimEnd().split('\n')).toEqual([
      'PORT is wrong ("99999"); expected a port, 1 to 65535',
      'ENCRYPTION_KEY is wrong (9 characters, not shown); expected 32 bytes in base64 or hex (openssl rand -base64 32), or the new key, a comma and the former one',
      'TRUST_PROXY is wrong ("true"); expected the number of proxies in front (1 to 32) or a comma list of their networks',
    ]);
    expect(process.stdout).toBe('');
  },
);

test('api and worker need DATABASE_URL, and DATABASE_URL needs ENCRYPTION_KEY', () => {
  expect(linesOf(() => loadConfig({}, 'required'))).toEqual([
    'DATABASE_URL is not set; expected postgresql://user:password@host:port/database with one host, behind which servers may take over from each other (handbook, "High availability")',
  ]);
  expect(linesOf(() => loadConfig({ DATABASE_URL: own.DATABASE_URL }))).toEqual([
    'ENCRYPTION_KEY is not set; DATABASE_URL needs it, expected 32 bytes in base64 or hex (openssl rand -base64 32), or the new key, a comma and the former one',
  ]);
});

test('the client of a CRM needs both id and secret, and no line shows the secret', () => {
  expect(
    linesOf(() =>
      loadConfig({ ...own, HUBSPOT_CLIENT_ID: 'id', PIPEDRIVE_CLIENT_SECRET: 'geheim' }),
    ),
  ).toEqual([
    'HUBSPOT_CLIENT_SECRET is not set; HUBSPOT_CLIENT_ID needs it, expected the client secret that the CRM has given you',
    'PIPEDRIVE_CLIENT_ID is not set; PIPEDRIVE_CLIENT_SECRET needs it, expected the client id that the CRM has given you',
  ]);
  expect(linesOf(() => loadConfig({ ...own, SALESFORCE_CLIENT_SECRET: 'with space' }))[0]).toBe(
    'SALESFORCE_CLIENT_SECRET is wrong (10 characters, not shown); expected the client secret that the CRM has given you',
  );
});

test.each([
  ['PORT', '0'],
  ['PORT', '3000.5'],
  ['HOST', 'not a host'],
  ['PUBLIC_URL', 'ftp://example.com'],
  ['DATABASE_URL', 'mysql://example.com/x'],
  ['DATABASE_URL', 'postgresql://a:5432,b:5432/x'],
  ['DATABASE_URL', 'postgresql:///x?host=a,b'],
  ['DATABASE_SESSION_URL', 'postgresql://a,b/x'],
  ['API_PROCESSES', '0'],
  ['DEV_ERRORS_URL', 'errors'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://app.example.com/path'],
  ['MAINTENANCE', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_POOL_SIZE', '-1'],
  ['API_DEPRECATED_AT', 'tomorrow'],
  ['API_SUNSET_AT', '2027-01-31'],
  ['API_DEPRECATION_LINK', 'javascript:alert(1)'],
  ['WORKER_PORT', '0'],
  ['SMTP_URL', 'http://mail.example.com'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'a@example.com\r\nBcc: b@example.com'],
  ['MAIL_FROM', 'Team API'],
  ['MAIL_FROM', 'a@example.com, b@example.com'],
  ['HUBSPOT_BASE_URL', 'api.hubapi.com'],
  ['PIPEDRIVE_OAUTH_URL', 'ftp://oauth.example.com'],
  ['WEBHOOK_RETRY_DELAYS', '1m,,5m'],
  ['WEBHOOK_RETRY_DELAYS', '1m,0s'],
  ['WEBHOOK_RETRY_DELAYS', '60'],
  ['WEBHOOK_RETRY_DELAYS', '31d'],
  ['WEBHOOK_RETRY_DELAYS', Array(21).fill('1m').join()],
  ['WEBHOOK_TIMEOUT', '61s'],
  ['WEBHOOK_TIMEOUT', '10'],
  ['WEBHOOK_PAUSE_AFTER', '-3d'],
  ['WEBHOOK_ALLOW_NETWORKS', '0.0.0.0/0'],
  ['WEBHOOK_ALLOW_NETWORKS', '10.1.0.0/16, ::/0'],
  ['WEBHOOK_ALLOW_NETWORKS', '::ffff:0:0/96'],
  ['WEBHOOK_ALLOW_NETWORKS', '::/64'],
  ['WEBHOOK_ALLOW_NETWORKS', '0.0.0.0/1,128.0.0.0/1'],
  ['WEBHOOK_ALLOW_NETWORKS', 'localhost'],
  ['WEBHOOK_CA_FILE', '/does/not/exist.pem'],
  ['WEBHOOK_CA_FILE', 'package.json'],
  ['SERVICE_TOKEN', 'x'.repeat(31)],
  ['SERVICE_TOKEN', `${'x'.repeat(32)},${'y'.repeat(31)}`],
  ['SERVICE_TOKEN', `${'x'.repeat(32)},`],
  ['SERVICE_TOKEN', ['a', 'b', 'c'].map((letter) => letter.repeat(32)).join()],
  ['SERVICE_TOKEN', `${'x'.repeat(32)} y`],
  ['SERVICE_TOKEN', 'ü'.repeat(40)],
  ['SERVICE_NETWORKS', '0.0.0.0/0'],
  ['SERVICE_NETWORKS', '10.0.0.0/8,backend'],
])('%s=%s is refused with the name of the variable', (name, value) => {
  const [line, ...more] = linesOf(() => loadConfig({ ...own, [name]: value }));
  expect(line).toMatch(new RegExp(`^${name} is wrong \\(.+\\); expected .+`));
  expect(more).toEqual([]);
});

test('a variable of a former release is refused with what the operator does now', () => {
  const set = { ...own, DATABASE_REPLICA_URLS: 'postgresql://db-2.example.com/team_api' };
  expect(linesOf(() => loadConfig(set))).toEqual([
    'DATABASE_REPLICA_URLS is no longer known; leave it out: all requests go to the one address of DATABASE_URL (handbook, "High availability")',
  ]);
});

test('a file of certificates is refused if its second certificate cannot be read', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'certificates-'));
  const file = path.join(dir, 'ca.pem');
  const load = () => loadConfig({ ...own, WEBHOOK_CA_FILE: file }).webhookCa;
  try {
    const good = `# ours\n${receiverCa}\n# and theirs\n${receiverCa}`;
    writeFileSync(file, good);
    expect(load()).toBe(good);
    writeFileSync(file, `${receiverCa}\n-----BEGIN CERTIFICATE-----\nMIIB\n`);
    expect(linesOf(load)).toEqual([expect.stringMatching(/^WEBHOOK_CA_FILE is wrong/)]);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test.each([
  'Team API <no-reply@localhost>',
  'no-reply@example.com',
  '"Müller, Söhne" <api@mail.example.com>',
])('MAIL_FROM=%s is accepted', (sender) => {
  expect(loadConfig({ ...own, MAIL_FROM: sender }).mailFrom).toBe(sender);
});

test.each(['DATABASE_URL', 'SMTP_URL', 'SERVICE_TOKEN'])(
  'the error about a wrong %s does not repeat its secret',
  (name) => {
    const [line] = linesOf(() => loadConfig({ ...own, [name]: 'mysql://api:geheim@db' }));
    expect(line).not.toContain('geheim');
  },
);

test('the defaults are those of the table for operators, and an empty variable counts as unset', () => {
  const { encryptionKey, ...config } = loadConfig({ ...own, PORT: '', TRUST_PROXY: '' });
  expect(encryptionKey).toEqual([Buffer.alloc(32, 7)]);
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    devErrorsUrl: 'http://localhost:3000/errors',
    trustProxy: { kind: 'none' },
    apiProcesses: 1,
    corsOrigins: [],
    maintenance: false,
    apiDeprecatedAt: undefined,
    workerPort: undefined,
    smtpUrl: undefined,
    // D150, spec: 10 s, three days.
    webhookRetryDelaysMs: [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400].map((s) => s * 1_000),
    webhookTimeoutMs: 10_000,
    webhookPauseAfterMs: 3 * 86_400_000,
    webhookCa: undefined,
  });
  expect(config.webhookAllowNetworks.rules).toEqual([]);
  const keysOf = (text: string) => loadConfig({ ...own, ENCRYPTION_KEY: text }).encryptionKey;
  expect(keysOf('07'.repeat(32))).toEqual(encryptionKey);
  const other = Buffer.alloc(32, 9);
  expect(keysOf(`${other.toString('base64')}, ${'07'.repeat(32)}`)).toEqual([
    other,
    ...encryptionKey,
  ]);
  for (const text of ['07'.repeat(32).concat(','), Array(3).fill('07'.repeat(32)).join()]) {
    expect(linesOf(() => keysOf(text))).toHaveLength(1);
  }
});

function linesOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
}
