import { useQuery } from '@tanstack/react-query';
import type { DirectoryEntry } from '../../../features/members/directory.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { useTexts } from '../../text/language.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { reloadMembers } from './reload-members.ts';
import { RoleGuide } from './role-guide.tsx';
import { memberTexts } from './texts.ts';

type Chosen = 'member' | 'admin';

/** The choice of a role. The role changes as soon as one is chosen. */
export function RoleChoice({ member }: { member: DirectoryEntry }) {
  const t = useTexts(memberTexts);
  const timeZone = useTimeZone();
  const mayChange = useMay('change_members');
  const { id: member_id, role } = member;
  // The version of the role comes with the single member, that of the rights with the directory.
  const seen = useQuery(trpc.members.get.queryOptions({ member_id }));
  const change = useAction(client.members.changeRole.mutate, async () => {
    await reloadMembers();
    showToast(t.roleSaved);
  });
  const isStale = codeOf(change.error) === 'stale';
  const save = (chosen: Chosen, version: string) =>
    change.run({ member_id, version, role: chosen });
  const overwrite = async () => {
    const now = await client.members.get.query({ member_id });
    await save(role === 'admin' ? 'member' : 'admin', now.version);
  };
  const reload = async () => {
    await reloadMembers();
    change.reset();
  };
  const isLocked = role === 'owner' || !mayChange || !seen.data || change.isBusy;
  return (
    <>
      <SelectField
        disabled={isLocked}
        hint={role === 'owner' ? t.ownerLocked : undefined}
        label={t.role}
        onChange={({ target }) => void save(target.value as Chosen, seen.data?.version ?? '')}
        value={role}
      >
        {role === 'owner' ? <option value="owner">{t.roles.owner}</option> : null}
        <option value="member">{t.roles.member}</option>
        <option value="admin">{t.roles.admin}</option>
      </SelectField>
      <FailureNotice error={isStale ? null : change.error} />
      <RoleGuide />
      {isStale ? (
        <StaleDialog
          error={change.error}
          fields={{ role: t.role }}
          onClose={change.reset}
          onOverwrite={() => void overwrite()}
          onReload={() => void reload()}
          timeZone={timeZone}
        />
      ) : null}
    </>
  );
}
