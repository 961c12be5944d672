import { expect, test } from 'vitest';
import { openAccess, sealAccess } from '../../src/crm/access.ts';
import type { Access } from '../../src/crm/connector.ts';
import { crmKey } from './harness/connection.ts';

const access: Access = { kind: 'token', entered: { access_token: 'a secret' }, tokens: null };
const owner = { tenantId: 'ten_1', id: 'con_1', provider: 'hubspot' };

test.each([
  ['team', { ...owner, tenantId: 'ten_2' }],
  ['connection', { ...owner, id: 'con_2' }],
  ['provider', { ...owner, provider: 'pipedrive' }],
])('credentials of one %s cannot be opened for another', (_, other) => {
  const sealed = sealAccess(crmKey, owner, access);
  expect(openAccess(crmKey, owner, sealed)).toEqual(access);
  expect(() => openAccess(crmKey, other, sealed)).toThrow();
});
