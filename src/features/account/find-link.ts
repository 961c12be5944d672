import { hashToken } from '../../auth/token.ts';
import type { Visit } from '../../operation/call.ts';
import { AppError } from '../../shared/app-errors.ts';
import type { LinkPurpose } from './link.schema.ts';

export type FoundLink = {
  id: string;
  purpose: LinkPurpose;
  email: string;
  person_id: string;
  tenant_id: string | null;
  team_name: string | null;
  expires_at: Date;
};

/** Finds a valid link. A used, expired or unknown link gets one and the same refusal. */
export async function findLink({ db, now }: Visit, token: string): Promise<FoundLink> {
  const link = await db.row<FoundLink>(
    `select l.id, l.purpose, l.email, l.person_id, l.tenant_id, t.name as team_name, l.expires_at
     from one_time_link l left join tenant t on t.id = l.tenant_id
     where l.token_hash = $1 and l.used_at is null and l.expires_at > $2`,
    [hashToken(token), now],
  );
  if (!link) throw new AppError('link_invalid');
  return link;
}
