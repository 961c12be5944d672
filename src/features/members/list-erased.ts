import type { z } from 'zod';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall } from '../../operation/call.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import { usersOf } from '../erasure/end-erasures.ts';
import type { Erasure, listErasedInput } from './erased.schema.ts';

/** How long an erasure is listed. The list that the operator applies after a restore keeps it for ever. */
const LISTED_DAYS = 366;

/** The former members whose data were erased in the last year, the latest first (D182). */
export async function listErased(
  { db, now, cursorKey }: RequestCall,
  { cursor, limit }: z.output<typeof listErasedInput>,
): Promise<JsonText<Page<Erasure>>> {
  const page = await readPage<Erasure>(
    db,
    { route: 'erasures', limit, cursor, cursorKey, filters: {} },
    {
      shape: 'e.id, e.member_id, e.person_id as user_id, iso(e.finished_at) as erased_at',
      from: 'erasure e',
      // The list also has technical contacts, who are no members.
      where: [
        'e.tenant_id = $1',
        'e.finished_at > $2::timestamptz',
        `e.member_id not like 'tco\\_%'`,
      ],
      params: [new Date(now.getTime() - LISTED_DAYS * DAY_MS)],
      at: 'e.finished_at',
      id: 'e.id',
    },
  );
  const { data, next_cursor } = page.toJSON();
  const users = await usersOf(
    db,
    data.map(({ member_id }) => member_id),
  );
  const named = data.map((erasure) => ({
    ...erasure,
    user_id: users.get(erasure.member_id) ?? erasure.user_id,
  }));
  return new JsonText(JSON.stringify({ data: named, next_cursor }));
}
