import { useQuery } from '@tanstack/react-query';
import type { DirectoryEntry } from '../../../features/members/directory.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useEdit } from '../../api/use-edit.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { type Action, useActions } from '../../ui/open-actions.ts';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { RoleGuide } from './role-guide.tsx';
import { memberTexts } from './texts.ts';

type Chosen = 'member' | 'admin';

/** A choice takes effect at once. */
export function RoleChoice({ member }: { member: DirectoryEntry }) {
  const t = useTexts(memberTexts);
  const mayChange = useMay('change_members');
  const { id: member_id, role } = member;
  // The version of the role comes with the single member. The directory has the version of the rights.
  const seen = useQuery(trpc.members.get.queryOptions({ member_id }));
  // A demoted admin loses the granted rights, and undoing the role would not bring them back.
  const isWhole = member.rights.length === 0;
  const before = role === 'admin' ? 'admin' : 'member';
  const edit = useEdit({
    send: (chosen: Chosen, version, options) =>
      client.members.changeRole.mutate({ member_id, version, role: chosen }, options),
    newest: () => client.members.get.query({ member_id }),
    mine: (chosen) => ({ role: chosen }),
    done: ({ version }) => {
      const undo = () => client.members.changeRole.mutate({ member_id, version, role: before });
      showToast(t.roleSaved, isWhole ? { undo } : {});
    },
  });
  const choose = (chosen: Chosen) => void edit.run(chosen, seen.data?.version ?? '');
  const isLocked = role === 'owner' || !mayChange || !seen.data || edit.isBusy;
  const others = (['member', 'admin'] as const).filter((one) => one !== role);
  const actions = others.map(
    (one): Action => ({
      label: `${t.role}: ${t.roles[one]}`,
      icon: 'person',
      run: () => choose(one),
    }),
  );
  useActions(member_id, isLocked ? [] : actions);
  return (
    <>
      <SelectField
        disabled={isLocked}
        hint={role === 'owner' ? t.ownerLocked : undefined}
        label={t.role}
        onChange={({ target }) => choose(target.value as Chosen)}
        value={role}
      >
        {role === 'owner' ? <option value="owner">{t.roles.owner}</option> : null}
        <option value="member">{t.roles.member}</option>
        <option value="admin">{t.roles.admin}</option>
      </SelectField>
      <FailureNotice error={edit.error} />
      <RoleGuide />
      <StaleDialog
        fields={{ role: t.role }}
        onReload={() => undefined}
        show={(_, value) => t.roles[value as keyof typeof t.roles]}
        stale={edit.stale}
      />
    </>
  );
}
