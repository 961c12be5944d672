import { z } from 'zod';
import { type CrmProvider, crmProviders } from '../../../../crm/connection-settings.ts';

const providers = z.enum(crmProviders);

/** A check of the column allows only these values. */
export function providerOf({ provider }: { provider: string }): CrmProvider {
  return providers.parse(provider);
}
