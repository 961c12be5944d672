import type { Actor } from '../../auth/actor.ts';
import type { Call } from '../../operation/call.ts';

type AuditAction =
  | `member.${'invited' | 'invited_again' | 'accepted' | 'added' | 'email_changed' | 'renamed' | 'role_changed' | 'rights_changed' | 'removed' | 'erased'}`
  | `assignment.${'created' | 'changed' | 'deleted'}`
  | `case.${'created' | 'changed' | 'deleted'}`
  | `api_key.${'created' | 'rotated' | 'grace_ended' | 'renamed' | 'revoked'}`
  | `team.${'created' | 'changed' | 'privacy_changed' | 'data_read' | 'change_feed_ended'}`
  | `sandbox.${'created' | 'renamed' | 'reset' | 'deleted'}`
  | `ownership.${'offered' | 'withdrawn' | 'transferred' | 'replaced'}`
  | `webhook_endpoint.${'created' | 'changed' | 'deleted' | 'tested' | 'paused' | 'example_signed' | 'time_passed'}`
  | `catalog_entry.${'added' | 'changed' | 'released' | 'withdrawn'}`
  | `catalog_rule.${'added' | 'removed'}`
  | 'policy.changed'
  | `webhook_delivery.${'retried' | 'all_retried' | 'retries_ended'}`
  | `training.${'recorded' | 'started' | 'finished' | 'aborted' | 'evaluated'}`
  | `technical_contact.${'set' | 'changed' | 'asked_again' | 'removed' | 'confirmed' | 'stopped' | 'erased'}`
  | `crm.${'connected' | 'changed' | 'reconnected' | 'paused' | 'resumed' | 'disconnected' | 'read_again' | 'synced' | 'sync_failed'}`
  | `command_line.${'confirmed' | 'ended'}`
  | `${'audit_log' | 'request_log' | 'member_list' | 'training_list' | 'assignment_list' | 'deal_list' | 'erasure_list'}.exported`;

export type AuditRecord = {
  action: AuditAction;
  targetId: string;
  /**
   * The names of the changed fields, and the new values unless they are personal or secret. Of notes, titles and the
   * content of cases only the names, because they may contain anything.
   */
  changes?: Record<string, unknown>;
  /** The former values of these fields, if the row had any and they may be shown. */
  before?: Record<string, unknown>;
};

/** Records who did what, in the transaction of the change itself (D169). */
export async function recordAudit(call: Call, record: AuditRecord): Promise<void> {
  await call.db.insert('auditEntry', {
    id: call.db.nextId('aud', call.now),
    actor_kind: call.actor.kind,
    actor_id: actorIdOf(call.actor),
    action: record.action,
    target_id: record.targetId,
    changes: record.changes,
    before: record.before,
    request_id: call.requestId,
    ip: call.ip,
    created_at: call.now,
  });
}

/** Records many changes with one statement. */
export async function recordAudits(call: Call, records: readonly AuditRecord[]): Promise<void> {
  if (records.length === 0) return;
  await call.db.write(
    `insert into audit_entry
       (tenant_id, id, actor_kind, actor_id, action, target_id, changes, before, request_id, ip,
        created_at)
     select $1, r.id, $2, $3, r.action, r.target_id, r.changes, r.before, $4::uuid, $5::inet,
       $6::timestamptz
     from json_to_recordset($7::json)
       as r(id text, action text, target_id text, changes jsonb, before jsonb)`,
    [
      call.actor.kind,
      actorIdOf(call.actor),
      call.requestId,
      call.ip ?? null,
      call.now,
      JSON.stringify(
        records.map(({ action, targetId: target_id, changes, before }) => {
          return { id: call.db.nextId('aud', call.now), action, target_id, changes, before };
        }),
      ),
    ],
  );
}

/** The actor's name within the team (D169): the prefix of a key, or the membership of a person. */
export function actorIdOf(actor: Actor): string {
  switch (actor.kind) {
    case 'key':
      return actor.keyPrefix;
    case 'user':
      return actor.memberId;
    case 'service':
    case 'operator':
    case 'system':
      return actor.kind;
  }
}
