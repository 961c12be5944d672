import type { z } from 'zod';
import { requireFreshProof } from '../../auth/require-right.ts';
import { asJson } from '../../db/as-json.ts';
import type { Call, RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { pick } from '../../shared/schema/pick.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import { endReplays } from './replay.ts';
import { lockEndpointsOfFamily, requireOriginLeft } from './rules/require-endpoints-left.ts';
import { requireTarget } from './rules/require-target.ts';
import { wakeWorker } from './wake-worker.ts';
import {
  type changeEndpointInput,
  endpointShape,
  type WebhookEndpoint,
} from './webhooks.schema.ts';

type Input = z.output<typeof changeEndpointInput>;
type Field = Exclude<keyof Input, 'endpoint_id'>;
type Current = { url: string; events: string[]; description: string | null; status: string };

const names: readonly Field[] = ['url', 'events', 'description', 'status'];

/**
 * Changes an endpoint. The next attempt goes to the new URL, and the next event to endpoints with its type in
 * their new list (D154).
 */
export async function changeEndpoint(
  call: RequestCall,
  input: Input,
  version?: string,
): Promise<JsonText<WebhookEndpoint>> {
  const { db } = call;
  // The check comes before any row is locked, because a name server may be slow.
  const urlCheck = input.url === undefined ? undefined : await call.urlChecker.check(input.url);
  // The team is locked before the endpoint, as everywhere.
  const others = input.url === undefined ? [] : await lockEndpointsOfFamily(call);
  const current = await lockEndpoint(call, input.endpoint_id);
  await requireUnchanged(call, { id: input.endpoint_id, fields: { ...current }, version });
  const changed = names.filter((name) => isChange(name, input, current));
  if (changed.includes('url')) {
    // With a stolen session, somebody could send the body of every further event elsewhere, with genuine
    // signatures, without making an endpoint.
    requireFreshProof(call.actor);
    if (urlCheck) requireTarget(urlCheck);
    requireOriginLeft(others, input.url ?? current.url, input.endpoint_id);
  }
  if (changed.length > 0) await update(call, input, { changed, current });
  if (changed.includes('status') && input.status === 'disabled')
    await endReplays(call, input.endpoint_id);
  const wakes = changed.includes('status') && input.status === 'active';
  const [row] = await Promise.all([
    db.row<{ json: string }>(
      `select ${asJson(endpointShape)} from webhook_endpoint e
       where e.tenant_id = $1 and e.id = $2`,
      [input.endpoint_id],
    ),
    // Workers now send the deliveries that were held (D144).
    ...(wakes ? [wakeWorker(call, { endpointId: input.endpoint_id })] : []),
  ]);
  if (!row) throw new Error('The endpoint has vanished while it was locked');
  return new JsonText(row.json);
}

async function lockEndpoint({ db }: Call, id: string): Promise<Current> {
  const current = await db.row<Current>(
    `select e.url, e.events, e.description, e.status from webhook_endpoint e
     where e.tenant_id = $1 and e.id = $2 and e.deleted_at is null for no key update`,
    [id],
  );
  if (!current) throw new ApiError('not_found');
  return current;
}

/** A value that the endpoint already has is not a change (D120). The order of the events does not matter. */
function isChange(name: Field, input: Input, current: Current): boolean {
  if (input[name] === undefined) return false;
  if (name !== 'events') return input[name] !== current[name];
  return input.events?.toSorted().join() !== current.events.toSorted().join();
}

/** An endpoint that becomes active again has no failures so far (D142). */
async function update(
  call: Call,
  input: Input,
  { changed, current }: { changed: readonly Field[]; current: Current },
): Promise<void> {
  const changes: Partial<Input> = pick(input, changed);
  await call.db.update('webhookEndpoint', input.endpoint_id, {
    ...pick(input, changed),
    ...(changes.status === 'active' ? { failing_since: null, paused_at: null } : {}),
  });
  await recordAudit(call, {
    action: 'webhook_endpoint.changed',
    targetId: input.endpoint_id,
    changes: { changed, ...shown(changed, input) },
    before: shown(changed, current),
  });
}

/** The fields whose values the audit log shows. The path and the query of a URL may contain a secret. */
function shown(
  changed: readonly Field[],
  { url, events, status }: { [N in keyof Current]?: Current[N] | undefined },
): Record<string, unknown> {
  return {
    ...(changed.includes('url') && url ? { url: new URL(url).origin } : {}),
    ...(changed.includes('events') ? { events } : {}),
    ...(changed.includes('status') ? { status } : {}),
  };
}

/**
 * Hides the endpoint and its deliveries at once, erases the secret, and ends the bulk retry of the endpoint.
 * Housekeeping removes the rows later (D166).
 */
export async function removeEndpoint(call: Call, id: string): Promise<Ok> {
  await lockEndpoint(call, id);
  await call.db.update('webhookEndpoint', id, { deleted_at: call.now, secret: new Uint8Array() });
  await endReplays(call, id);
  await recordAudit(call, { action: 'webhook_endpoint.deleted', targetId: id });
  return { ok: true };
}
