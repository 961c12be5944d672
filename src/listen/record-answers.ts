import type pg from 'pg';
import type { CommandLineActor } from '../auth/command-line-token.ts';
import { type LockLimit, withTransaction } from '../db/transaction.ts';
import type { Report } from './listen.schema.ts';

/**
 * Stores the answers of the receiver on the developer's machine. An event with an answer is not sent again.
 * Returns false if the token has no such listener.
 */
export function recordAnswers(
  pool: pg.Pool,
  { tenantId, tokenId }: CommandLineActor,
  { reported: { listener, answers, end }, ...limit }: { reported: Report } & LockLimit,
): Promise<boolean> {
  const work = async (client: pg.PoolClient) => {
    const { rowCount } = await client.query({
      name: 'lock listener',
      text: `select from listener where id = $1 and tenant_id = $2 and token_id = $3 for no key update`,
      values: [listener, tenantId, tokenId],
    });
    if (rowCount === 0) return false;
    if (answers.length > 0) await write(client, { tenantId, listener, answers });
    if (end) {
      await client.query(
        `update listener set ended_at = now(), ended_for = 'person'
         where id = $1 and ended_at is null`,
        [listener],
      );
    }
    return true;
  };
  return withTransaction(pool, work, limit);
}

type Writing = Pick<Report, 'listener' | 'answers'> & { tenantId: string };

async function write(
  client: pg.PoolClient,
  { tenantId, listener, answers }: Writing,
): Promise<void> {
  await client.query({
    name: 'record listened answers',
    text: `with given as (
        select * from unnest($3::text[], $4::smallint[], $5::integer[], $6::text[], $7::text[])
          with ordinality as a (event_id, code, ms, error, excerpt, n)
      ), written as (
        update listener_event e
        set answered_at = now(), response_code = a.code, response_ms = a.ms, error = a.error,
          response_excerpt = a.excerpt
        from given a
        where e.tenant_id = $1 and e.listener_id = $2 and e.event_id = a.event_id
          and e.sent_no is not null and e.answered_at is null
        returning a.n, a.code, a.ms, a.error
      ), last as (select * from written order by n desc limit 1)
      update listener l
      set forwarded = l.forwarded + (select count(*) from written), last_answer_at = now(),
        last_status = w.code, last_ms = w.ms, last_error = w.error
      from last w where l.id = $2`,
    values: [
      tenantId,
      listener,
      answers.map((answer) => answer.event_id),
      answers.map((answer) => answer.status),
      answers.map((answer) => answer.ms),
      answers.map((answer) => answer.error),
      answers.map((answer) => answer.excerpt),
    ],
  });
}
