import type { Privacy } from '../../auth/privacy.ts';
import type { CountedInput } from './app-analytics.schema.ts';
import type { Spans } from './figures-in-period.ts';
import type { Counted } from './per-member.ts';

/**
 * Reads figures of all who have ever trained, or of the active members alone. While member detail is off, `merge` takes
 * the counts of all, but the averages of the active members: the difference of two averages would tell what one person
 * who has left has done. For the same reason, nobody chooses a period then.
 */
export async function readCounted<F>(
  privacy: Privacy,
  { only_active, period }: CountedInput,
  read: (counted: Counted, spans?: Spans) => Promise<F>,
  merge: (all: F, active: F) => F,
): Promise<F> {
  if (!privacy.hasMemberDetail) return merge(await read('all'), await read('active'));
  return read(only_active ? 'active' : 'all', period && { period });
}
