import type { Call } from '../../operation/call.ts';
import type { Payload } from '../../shared/jobs.ts';
import type { Language } from '../../shared/language/language.ts';

/**
 * Tells a worker to fill, reset or remove a sandbox of the team (`worker/sandboxes/sandbox-tasks.ts`). Workers do
 * one such job of a team at a time, so that a team's sandboxes hold up no other team. What people write in the
 * sandbox is in the language of the person who asks.
 */
export async function addSandboxJob(
  { db, language }: Call & { language?: Language },
  task: 'sandbox.fill' | 'sandbox.reset' | 'sandbox.remove',
  about: Pick<Payload<'sandbox.fill'>, 'sandbox' | 'history'>,
): Promise<void> {
  const payload: Payload<'sandbox.fill'> = { parent: db.tenantId, language, ...about };
  await db.writeWithJob(
    `select graphile_worker.add_job($2, $3::json, queue_name => 'sandboxes of ' || $1::text)`,
    [task, JSON.stringify(payload)],
  );
}
