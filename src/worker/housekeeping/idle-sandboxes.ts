import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import { recordAudit } from '../../features/audit-log/record-audit.ts';
import type { LinkSeal } from '../../features/mail/seal-link.ts';
import { writeIdleSandboxMails } from '../../features/mail/write-idle-sandbox-mails.ts';
import { addSandboxJob } from '../../features/sandboxes/add-sandbox-job.ts';
import { IDLE_DAYS } from '../../features/sandboxes/sandboxes.schema.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { DAY_MS } from '../../shared/time/durations.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger; links: LinkSeal };
type Idle = { id: string; name: string; sandbox_of: string; sandbox_used_at: Date };

/** How many days before the deletion the owner gets a mail. */
const WARNING_DAYS = 10;
const BATCH = 100;

const idle = (condition: string) => `
  select t.id, t.name, t.sandbox_of, t.sandbox_used_at from tenant t
  where t.sandbox_of is not null and t.status = 'active' and t.sandbox_state is null
    and t.sandbox_used_at <= $1::timestamptz - $2 * interval '24 h' and ${condition}
  order by t.sandbox_used_at limit ${BATCH}`;
const unwarned = idle('t.sandbox_warned_at is null');
// The owner has had this many days since the mail, even if no worker has run in between.
const warned = idle(
  `t.sandbox_warned_at <= outgoing_ago($1::timestamptz, ${WARNING_DAYS} * interval '24 h')`,
);

/**
 * Tells the owner of a team that a sandbox will be deleted because nobody uses it, and deletes it ten days
 * later. Any use in between cancels the deletion. While the team is suspended nobody could save the sandbox, so none is
 * deleted. If several workers look at once, one of them does each
 * step: its statement changes only what is still as it was found.
 */
export async function removeIdleSandboxes({ pool, clock, log, links }: Deps): Promise<void> {
  try {
    const now = await currentTime(pool, clock);
    const { rows: lonely } = await pool.query<Idle>(unwarned, [now, IDLE_DAYS - WARNING_DAYS]);
    for (const sandbox of lonely) await warn(pool, now, sandbox, links.publicUrl);
    const { rows: over } = await pool.query<Idle>(warned, [now, IDLE_DAYS]);
    for (const sandbox of over) await remove(pool, now, sandbox);
  } catch (err) {
    log.warn({ err }, 'looking for idle sandboxes failed');
  }
}

async function warn(pool: pg.Pool, now: Date, sandbox: Idle, publicUrl: string): Promise<void> {
  const { id, name, sandbox_of, sandbox_used_at: usedAt } = sandbox;
  const deletedAt = new Date(now.getTime() + WARNING_DAYS * DAY_MS);
  // The mail is written first. It is written only once, even if this is repeated.
  await asSystem(pool, sandbox_of, now, (call) =>
    writeIdleSandboxMails(call, { id, name, usedAt, deletedAt }, publicUrl),
  );
  await asSystem(pool, id, now, ({ prisma }) =>
    prisma.tenant.updateMany({
      where: { id, sandbox_used_at: usedAt, sandbox_warned_at: null },
      data: { sandbox_warned_at: now },
    }),
  );
}

async function remove(pool: pg.Pool, now: Date, sandbox: Idle): Promise<void> {
  const { id, sandbox_of, sandbox_used_at } = sandbox;
  await asSystem(pool, sandbox_of, now, async (call) => {
    const ended = await call.db.write<{ is_ended: boolean }>(
      'select end_idle_sandbox($1, $2, $3) as is_ended',
      [id, sandbox_used_at],
    );
    if (!ended?.is_ended) return;
    await recordAudit(call, { action: 'sandbox.deleted', targetId: id, changes: { unused: true } });
    await addSandboxJob(call, 'sandbox.remove', { sandbox: id });
  });
}
