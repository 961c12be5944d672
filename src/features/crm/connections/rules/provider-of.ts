import { z } from 'zod';
import { type CrmProvider, crmProviders } from '../../../../crm/connection-settings.ts';

const known = z.enum(crmProviders);

/** The database has a check for it. */
export function providerOf({ provider }: { provider: string }): CrmProvider {
  return known.parse(provider);
}
