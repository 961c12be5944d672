import type { Actor } from '../../auth/actor.ts';
import { newId } from '../../db/ids.ts';
import type { Call } from '../../operation/call.ts';

type AuditAction =
  | `member.${'invited' | 'invited_again' | 'accepted' | 'added' | 'email_changed' | 'role_changed' | 'rights_changed' | 'removed'}`
  | `assignment.${'created' | 'changed' | 'deleted'}`
  | `case.${'created' | 'changed' | 'deleted'}`
  | `api_key.${'created' | 'rotated' | 'grace_ended' | 'renamed' | 'revoked'}`
  | `team.${'created' | 'changed' | 'privacy_changed'}`
  | `ownership.${'offered' | 'withdrawn' | 'transferred' | 'replaced'}`
  | `webhook_endpoint.${'created' | 'changed' | 'deleted' | 'tested' | 'paused'}`
  | `catalog_entry.${'added' | 'changed' | 'released' | 'withdrawn'}`
  | `catalog_rule.${'added' | 'removed'}`
  | 'policy.changed'
  | 'webhook_delivery.retried'
  | 'training.recorded'
  | 'crm.sync_failed'
  | `${'audit_log' | 'request_log'}.exported`;

type AuditRecord = {
  action: AuditAction;
  targetId: string;
  /** The names of the changed fields, and the new values unless they are personal or secret. */
  changes?: Record<string, unknown>;
  /** What these fields were before, if the row had them and they may be shown. */
  before?: Record<string, unknown>;
};

/** Records who did what, in the transaction of the change itself (D169). */
export async function recordAudit(call: Call, record: AuditRecord): Promise<void> {
  await call.db.write(
    `insert into audit_entry
       (tenant_id, id, actor_kind, actor_id, action, target_id, changes, before, request_id, ip,
        created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      newId('aud', call.now),
      call.actor.kind,
      actorIdOf(call.actor),
      record.action,
      record.targetId,
      record.changes ? JSON.stringify(record.changes) : null,
      record.before ? JSON.stringify(record.before) : null,
      call.requestId,
      call.ip ?? null,
      call.now,
    ],
  );
}

/** Names the actor within the team (D169): a key by its prefix, a person by the membership. */
export function actorIdOf(actor: Actor): string {
  switch (actor.kind) {
    case 'key':
      return actor.keyPrefix;
    case 'user':
      return actor.memberId;
    case 'system':
      return 'system';
  }
}
