import { LONGEST } from '../../auth/session.ts';
import { hashToken, newToken } from '../../auth/token.ts';
import type { ControlTransaction } from '../../db/control-db.ts';
import { newId } from '../../db/ids.ts';
import type { Visit } from '../../operation/call.ts';
import { recordSecurity } from '../security-log/record-security.ts';

type Who = {
  personId: string;
  /** The team to begin in. Without it, the oldest membership. */
  tenantId?: string | null;
};

/**
 * Signs in a person who has proved the identity, with a new token. The browser's former token becomes
 * invalid. `first` runs in the same transaction.
 */
export async function startSession(
  visit: Visit,
  { personId, tenantId = null }: Who,
  first: (db: ControlTransaction) => Promise<void>,
): Promise<void> {
  const { now, ip, userAgent, browser, session } = visit;
  const token = newToken();
  const device = await visit.db.transaction(async (db) => {
    await first(db);
    if (session) await db.row('delete from session s where s.id = $1', [session.id]);
    const activeTeam = await teamToBeginIn(db, personId, tenantId);
    await db.row(
      `insert into session (id, person_id, token_hash, active_tenant_id, created_at, last_seen_at,
         expires_at, proved_at, ip, user_agent)
       values ($1, $2, $3, $4, $5, $5, $5::timestamptz + ${LONGEST}, $5, $6, $7)`,
      [newId('ses', now), personId, hashToken(token), activeTeam, now, ip, userAgent],
    );
    await recordSecurity(visit, db, { personId, kind: 'signed_in' });
    return rememberDevice(visit, db, personId);
  });
  browser.keepSession(token);
  browser.keepDevice(device);
}

async function teamToBeginIn(
  db: ControlTransaction,
  personId: string,
  tenantId: string | null,
): Promise<string | null> {
  const team = await db.row<{ id: string }>(
    `select t.id from person_team pt
     join member m on m.tenant_id = pt.tenant_id and m.user_id = pt.person_id and m.status = 'active'
     join tenant t on t.id = pt.tenant_id and t.status <> 'ended'
     where pt.person_id = $1
     order by (t.id = $2) is true desc, m.joined_at, t.id limit 1`,
    [personId, tenantId],
  );
  return team?.id ?? null;
}

/** A known device keeps its token, which only this person's browser has. */
async function rememberDevice(
  { browser, now }: Visit,
  db: ControlTransaction,
  personId: string,
): Promise<string> {
  if (browser.device !== undefined) {
    const known = await db.row(
      `update known_device d set last_used_at = $3
       where d.person_id = $1 and d.token_hash = $2 returning d.person_id`,
      [personId, hashToken(browser.device), now],
    );
    if (known) return browser.device;
  }
  const token = newToken();
  await db.row(
    `insert into known_device (person_id, token_hash, created_at, last_used_at)
     values ($1, $2, $3, $3)`,
    [personId, hashToken(token), now],
  );
  return token;
}
