import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isUnavailable } from '../../db/database-error.ts';
import { MINUTE_MS, SECOND_MS } from '../../shared/time/durations.ts';
import { isHeld } from '../../shared/time/lease.ts';

/** A claim ends after this time, unless its worker renews it. */
const CLAIM_MS = 2 * MINUTE_MS;
const RENEW_MS = 30 * SECOND_MS;
const PAUSE_MS = SECOND_MS;

export type MailClaim = {
  /** False if another worker may have claimed the mail by now. */
  readonly isHeld: boolean;
  /** Notes that the mail server has accepted the mail. */
  sent(): Promise<void>;
  /** Notes why the mail was not sent, and lets other workers claim it. */
  failed(lastError: string | null): Promise<void>;
};

/**
 * Claims a mail, so that one worker at a time sends it: its job may run twice, for instance if a worker that
 * lives has lost its connection. The claim is renewed until the mail is sent or has failed. Null if
 * the mail was sent, or if another worker has claimed it.
 */
export async function claimMail(pool: pg.Pool, id: string): Promise<MailClaim | null> {
  let at: Date | undefined;
  let endsAt = 0;
  const take = async (condition: string, values: unknown[]): Promise<void> => {
    const began = performance.now();
    const { rows } = await pool.query<{ at: Date }>(
      `update mail set claimed_at = now()
       where id = $1 and sent_at is null and ${condition} returning claimed_at as at`,
      [id, ...values],
    );
    at = rows[0]?.at;
    endsAt = at ? began + CLAIM_MS : 0;
  };
  await take(`(claimed_at is null or not (${isHeld('claimed_at', CLAIM_MS)}))`, []);
  if (!at) return null;

  let renewing: Promise<void> | undefined;
  const timer = setInterval(() => {
    // Without the database the claim ends by itself.
    renewing ??= take('claimed_at = $2', [at])
      .catch(() => undefined)
      .finally(() => {
        renewing = undefined;
      });
  }, RENEW_MS);
  const end = async (): Promise<void> => {
    clearInterval(timer);
    await renewing;
  };
  return {
    get isHeld() {
      return performance.now() < endsAt;
    },
    async sent() {
      try {
        await untilAvailable(() =>
          pool.query(
            `update mail set sent_at = now(), last_error = null, sealed_link = null
             where id = $1 and sent_at is null`,
            [id],
          ),
        );
      } finally {
        await end();
      }
    },
    async failed(lastError) {
      await end();
      await pool.query(
        `update mail set last_error = coalesce($3, last_error),
           claimed_at = case when claimed_at = $2 then null else claimed_at end
         where id = $1 and sent_at is null`,
        [id, at, lastError],
      );
    },
  };
}

/** Who gives up here sends an accepted mail again. So a database that is away is asked until it answers. */
async function untilAvailable(write: () => Promise<unknown>): Promise<void> {
  const giveUpAt = performance.now() + 10 * MINUTE_MS;
  for (;;) {
    try {
      await write();
      return;
    } catch (err) {
      if (!isUnavailable(err) || performance.now() > giveUpAt) throw err;
      await sleep(PAUSE_MS);
    }
  }
}
