import { createSecretKey, randomBytes } from 'node:crypto';
import type { CrmReach } from '../../../src/crm/crm-reach.ts';

function fail(): never {
  throw new Error('no CRM is asked here');
}

/** The CRMs of tests that ask no CRM. */
export const noCrm: CrmReach = {
  connectors: [],
  openApi: fail,
  callbackUrl: 'http://localhost/app/crm/callback',
  sealKey: createSecretKey(randomBytes(32)),
  close: () => Promise.resolve(),
};
