import type { z } from 'zod';
import { crmExpected } from '../crm/crm-config.ts';
import { expectedAddress } from '../shared/database-address.ts';
import { type environment, logLevel } from './variables.ts';

/** What each variable must be, for the operator who has set a wrong one. */
export const expected: Record<keyof z.input<typeof environment>, string> = {
  PORT: 'a port, 1 to 65535',
  HOST: 'an address or a host name',
  PUBLIC_URL: 'an http or https address',
  DATABASE_URL: expectedAddress,
  DATABASE_SESSION_URL: expectedAddress,
  DATABASE_REPLICA_URLS:
    'a comma list of at most 16 addresses such as postgresql://user:password@host:port/database',
  DATA_DIR: 'a folder',
  ENCRYPTION_KEY:
    '32 bytes in base64 or hex (openssl rand -base64 32), or the new key, a comma and the former one',
  TRUST_PROXY: 'the number of proxies in front (1 to 32) or a comma list of their networks',
  API_PROCESSES: 'a number of processes, 1 to 64',
  LISTEN_WHEN_READY: 'on or off',
  DEV_ERRORS_URL: 'an http or https address',
  CORS_ORIGINS: 'a comma list of origins such as https://app.example.com',
  MAINTENANCE: 'off or on',
  LOG_LEVEL: logLevel.options.join(', '),
  REQUEST_LOG: 'on or off',
  DEMO_TRAFFIC: 'on or off',
  NODE_ENV: 'production, or any other word',
  DATABASE_POOL_SIZE: 'a number of connections, 1 to 200',
  DATABASE_PLANS: 'generic or auto',
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
