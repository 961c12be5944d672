import type { TeamVisit } from '../../../../operation/call.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { findEntries } from '../../../catalog/find-entries.ts';
import type { EditedFields } from '../edited-fields.ts';

type Mapping = Pick<EditedFields, 'industry_values'>;

/**
 * Refuses entries that the catalog does not have. A mapping that was stored before may stay, even if the
 * catalog has lost its entry since.
 */
export async function requireIndustries(
  call: TeamVisit,
  before: Mapping,
  after: Mapping,
): Promise<void> {
  const former = new Set(Object.values(before.industry_values));
  const added = Object.values(after.industry_values).filter((id) => !former.has(id));
  const known = await findEntries(call, added);
  if (added.every((id) => known.get(id)?.dimension === 'industry')) return;
  throw new ApiError('validation_error', { field: 'industry_values', because: 'industry_unknown' });
}
