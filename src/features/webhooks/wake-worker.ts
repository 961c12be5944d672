import type { Call } from '../../operation/call.ts';

type Wake = { endpointId: string; urgentId?: string };

/**
 * Adds a job that makes a worker look at this endpoint right after the commit. Operations call it
 * last, like `raiseEvent`.
 */
export async function wakeWorker({ db }: Call, { endpointId, urgentId }: Wake): Promise<void> {
  await db.writeWithJob(
    `select enqueue('webhook.deliver', json_build_object('tenant', $1::text,
       'endpoints', json_build_array($2::text),
       'urgent', case when $3::text is not null then json_build_array($3::text) end))`,
    [endpointId, urgentId],
  );
}
