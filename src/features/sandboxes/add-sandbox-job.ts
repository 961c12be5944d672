import type { Call } from '../../operation/call.ts';

/**
 * Tells a worker to fill, reset or remove a sandbox of the team (`worker/sandboxes/sandbox-tasks.ts`). Workers do
 * one such job of a team at a time, so that a team's sandboxes hold up no other team.
 */
export async function addSandboxJob(
  { db }: Call,
  task: 'sandbox.fill' | 'sandbox.reset' | 'sandbox.remove',
  id: string,
): Promise<void> {
  await db.writeWithJob(
    `select graphile_worker.add_job($2, json_build_object('parent', $1::text, 'sandbox', $3::text),
      queue_name => 'sandboxes of ' || $1::text)`,
    [task, id],
  );
}
