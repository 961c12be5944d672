import type { KeyObject } from 'node:crypto';
import { accessContextOf } from '../crm/access.ts';
import { secretContextOf } from '../features/webhooks/signing-secret.ts';
import { sealContextOf } from '../operation/idempotency.ts';
import type { CommandContext } from './command.ts';

/** A column whose values are encrypted with `ENCRYPTION_KEY`. A test compares this list with the schema. */
export type SealedColumn = {
  /** The name in the output of the command. */
  name: string;
  table: string;
  column: string;
  /** The primary key, in the order of its index. */
  key: readonly string[];
  /** The other columns that are needed to decrypt a row. */
  beside: readonly string[];
  sealKey: (context: CommandContext) => KeyObject;
  /** The context to which the value is bound. */
  bound: (row: Record<string, string>) => string;
};

export const sealedColumns: readonly SealedColumn[] = [
  {
    name: 'webhook_secrets',
    table: 'webhook_endpoint',
    column: 'secret',
    key: ['id'],
    beside: ['tenant_id'],
    sealKey: ({ secretKey }) => secretKey,
    bound: ({ id = '', tenant_id: tenantId = '' }) => secretContextOf({ tenantId, endpointId: id }),
  },
  {
    name: 'stored_responses',
    table: 'idempotency_record',
    column: 'body',
    beside: [],
    key: ['tenant_id', 'lineage_id', 'key'],
    sealKey: ({ sealKey }) => sealKey,
    bound: ({ tenant_id = '', lineage_id = '', key = '' }) =>
      sealContextOf(tenant_id, lineage_id, key),
  },
  {
    name: 'mailed_links',
    table: 'mail',
    column: 'sealed_link',
    key: ['id'],
    beside: [],
    sealKey: ({ links }) => links.key,
    bound: ({ id = '' }) => id,
  },
  {
    name: 'listener_secrets',
    table: 'listener',
    column: 'secret',
    key: ['tenant_id', 'id'],
    beside: [],
    sealKey: ({ secretKey }) => secretKey,
    bound: ({ id = '', tenant_id: tenantId = '' }) => secretContextOf({ tenantId, endpointId: id }),
  },
  {
    name: 'crm_credentials',
    table: 'crm_connection',
    column: 'credentials',
    key: ['tenant_id', 'id'],
    beside: ['provider'],
    sealKey: ({ crmKey }) => crmKey,
    bound: ({ tenant_id: tenantId = '', id = '', provider = '' }) =>
      accessContextOf({ tenantId, id, provider }),
  },
];
