import type { DirectoryEntry } from '../../features/members/directory.schema.ts';
import type { StateOf } from '../../shared/web/states.ts';
import { State } from '../ui/state.tsx';

function stateOf({ status, invitation }: DirectoryEntry): StateOf<'member'> {
  if (status === 'active') return 'active';
  return invitation?.expired ? 'expired' : 'invited';
}

export function MemberState({ member }: { member: DirectoryEntry }) {
  return <State is={stateOf(member)} noun="member" />;
}
