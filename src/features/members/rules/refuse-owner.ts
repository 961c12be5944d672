import { ApiError } from '../../../shared/errors.ts';
import type { LockedMember } from './lock-member.ts';

/** The owner cannot be changed or removed through the API (spec, Members 4). */
export function refuseOwner({ role }: LockedMember): void {
  if (role === 'owner')
    throw new ApiError('owner', { detail: 'The member is the owner of the team.' });
}
