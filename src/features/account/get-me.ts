import type { Actor } from '../../auth/actor.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Me } from './account.schema.ts';

/** What a key can learn about itself. Admission has already read all of this. */
export function getMe(actor: Actor): Me {
  if (actor.kind !== 'key') throw new ApiError('not_found');
  return {
    tenant_id: actor.tenantId,
    kind: actor.plan,
    scopes: [...actor.scopes],
    rate_limit_per_min: actor.rateLimitPerMin,
    privacy: { member_detail_enabled: actor.privacy.hasMemberDetail },
    ...(actor.homeTenantId === actor.tenantId ? {} : { sandbox: true }),
  };
}
