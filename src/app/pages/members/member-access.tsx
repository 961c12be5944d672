import { useQuery } from '@tanstack/react-query';
import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useEdit } from '../../api/use-edit.ts';
import { useMay } from '../../session/session.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Switch } from '../../ui/check.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { type Action, useActions } from '../../ui/open-actions.ts';
import { Section } from '../../ui/section.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useMailTime } from './mail-time.ts';
import { personTexts } from './person-texts.ts';
import { RoleGuide } from './role-guide.tsx';
import { memberTexts } from './texts.ts';

/** The membership or invitation, and what the person may do. */
export function MemberAccess({ member }: { member: MemberInApp }) {
  const t = useTexts(memberTexts);
  const { invitation, joined_at } = member;
  const mailTime = useMailTime()(member);
  return (
    <Section title={useTexts(personTexts).access}>
      <RoleChoice member={member} />
      <InterfacesSwitch member={member} />
      <Details isInCard>
        <Detail label="ID">
          <CopyableId id={member.id} />
        </Detail>
        {joined_at ? (
          <Detail label={t.since}>
            <Time at={joined_at} shows="date-time" />
          </Detail>
        ) : null}
        {invitation ? (
          <>
            <Detail label={t.invitedAt}>
              <Time at={invitation.sent_at} shows="date-time" />
            </Detail>
            <Detail label={t.invitationMail}>
              {mailTime ? `${mailTime} ${t.mailWhy}` : t.mails[invitation.mail]}
            </Detail>
            <Detail label={t.invitationUntil}>
              <Time at={invitation.expires_at} shows="date-time" />
            </Detail>
          </>
        ) : null}
      </Details>
    </Section>
  );
}

/** The right that the owner grants to admins. */
function InterfacesSwitch({ member }: { member: MemberInApp }) {
  const t = useTexts(memberTexts);
  const mayGrant = useMay('grant_rights');
  const set = useAction(client.members.setRights.mutate, ({ version }, { rights }) => {
    const before = rights.length > 0 ? [] : (['schnittstellen'] as const);
    const undo = () =>
      client.members.setRights.mutate({ member_id: member.id, version, rights: [...before] });
    showToast(t.rightsSaved, { undo });
  });
  if (member.role === 'owner') return null;
  const isOn = member.rights.includes('schnittstellen');
  const why = mayGrant ? t.interfacesOnlyAdmin : t.interfacesOnlyOwner;
  const isPossible = mayGrant && member.role === 'admin';
  const toggle = () => {
    const rights = isOn ? [] : (['schnittstellen'] as const);
    void set.run({ member_id: member.id, version: member.version, rights: [...rights] });
  };
  return (
    <div className="grid gap-3">
      <Switch
        checked={isOn}
        disabled={!isPossible || set.isBusy}
        hint={`${t.interfacesMore} ${isPossible ? '' : why}`}
        label={t.interfaces}
        onChange={toggle}
      />
      <FailureNotice error={set.error} />
    </div>
  );
}

type Chosen = 'member' | 'admin';

/** A choice takes effect at once. */
function RoleChoice({ member }: { member: MemberInApp }) {
  const t = useTexts(memberTexts);
  const mayChange = useMay('change_members');
  const { id: member_id, role } = member;
  // The version of the role comes with the single member. The list has the version of the rights.
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
