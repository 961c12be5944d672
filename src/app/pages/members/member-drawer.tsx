import { useState } from 'react';
import type { DirectoryEntry } from '../../../features/members/directory.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay, useTeam } from '../../session/session.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Pane } from '../../ui/pane.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { InterfacesSwitch } from './interfaces-switch.tsx';
import { MemberState, nameOf } from './member-table.tsx';
import { RemoveDialog, WithdrawDialog } from './removal-dialogs.tsx';
import { RoleChoice } from './role-choice.tsx';
import { memberTexts } from './texts.ts';
import { UnsentNotice } from './unsent-notice.tsx';

type Props = { member: DirectoryEntry; onClose: () => void };

/** One member or invitation, with all that can be done with it. */
export function MemberDrawer({ member, onClose }: Props) {
  const t = useTexts(memberTexts);
  const name = nameOf(member, t.hidden);
  const mayChange = useMay('change_members');
  const [isLeaving, setIsLeaving] = useState(false);
  const stay = () => setIsLeaving(false);
  const { email, invitation, joined_at } = member;
  const Leave = member.status === 'invited' ? WithdrawDialog : RemoveDialog;
  return (
    <Pane
      footer={
        // Nobody can remove the owner. The team must first be handed over.
        mayChange && member.role !== 'owner' ? (
          <Actions member={member} onLeave={() => setIsLeaving(true)} />
        ) : null
      }
      onClose={onClose}
      title={name}
    >
      <UnsentNotice members={[member]} />
      <Details>
        {email ? (
          <Detail label={t.email}>
            <CopyableId id={email} />
          </Detail>
        ) : null}
        <Detail label="ID">
          <CopyableId id={member.id} />
        </Detail>
        <Detail label={t.status}>
          <MemberState member={member} />
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
            <Detail label={t.invitationMail}>{t.mails[invitation.mail]}</Detail>
            <Detail label={t.invitationUntil}>
              <Time at={invitation.expires_at} shows="date-time" />
            </Detail>
          </>
        ) : null}
      </Details>
      <RoleChoice member={member} />
      <InterfacesSwitch member={member} />
      {isLeaving ? <Leave member={member} onClose={stay} onDone={onClose} /> : null}
    </Pane>
  );
}

function Actions({ member, onLeave }: { member: DirectoryEntry; onLeave: () => void }) {
  const t = useTexts(memberTexts);
  const again = useAction(client.members.inviteAgain.mutate, () => {
    showToast(t.againDone);
  });
  const isSandbox = useTeam()?.sandbox_of != null;
  const accept = useAction(client.members.acceptForTrial.mutate, () => {
    showToast(t.acceptDone);
  });
  if (member.status === 'active') {
    return <Button onClick={onLeave}>{t.remove}</Button>;
  }
  return (
    <>
      <FailureNotice error={again.error ?? accept.error} />
      <Button onClick={onLeave}>{t.withdraw}</Button>
      <Button
        isBusy={again.isBusy}
        look={isSandbox ? 'plain' : 'primary'}
        onClick={() => void again.run({ member_id: member.id })}
      >
        {t.again}
      </Button>
      {isSandbox ? (
        <Button
          isBusy={accept.isBusy}
          look="primary"
          onClick={() => void accept.run({ member_id: member.id })}
        >
          {t.accept}
        </Button>
      ) : null}
    </>
  );
}
