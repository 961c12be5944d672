import type { Call } from '../../operation/call.ts';

/** Tells a worker to fill, reset or remove a sandbox of the team (`worker/sandboxes/sandbox-tasks.ts`). */
export async function addSandboxJob(
  { db }: Call,
  task: 'sandbox.fill' | 'sandbox.reset' | 'sandbox.remove',
  id: string,
): Promise<void> {
  await db.writeWithJob(
    `select enqueue($2, json_build_object('parent', $1::text, 'sandbox', $3::text))`,
    [task, id],
  );
}
