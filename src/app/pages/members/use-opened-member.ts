import type { DirectoryEntry } from '../../../features/members/directory.schema.ts';
import { useMembersById } from '../../team/members-by-id.ts';

/** The member that the address names, even if the list has not loaded it. */
export function useOpenedMember(
  id: string | undefined,
  listed: readonly DirectoryEntry[] | undefined,
): DirectoryEntry | undefined {
  const inList = listed?.find((member) => member.id === id);
  const isElsewhere = id !== undefined && listed !== undefined && !inList;
  const found = useMembersById(isElsewhere ? [id] : [], 'id');
  return inList ?? (isElsewhere ? found.get(id) : undefined);
}
