import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';

/** What is absent stays as it is. */
type Change = { name?: string; state?: 'resetting' | 'removing' };
type Refused = { because: 'missing' | 'busy' | null };

/**
 * Renames a sandbox of the team, or begins to reset or remove it. A sandbox has no sandboxes, so a call in
 * one finds nothing.
 */
export async function changeSandbox(
  { db }: TeamVisit,
  id: string,
  { name, state }: Change,
): Promise<void> {
  const changed = await db.write<Refused>('select change_sandbox($1, $2, $3, $4) as because', [
    id,
    name ?? null,
    state ?? null,
  ]);
  switch (changed?.because) {
    case 'missing':
      throw new ApiError('not_found');
    case 'busy':
      throw new ApiError('conflict', { because: 'sandbox_busy' });
  }
}
