import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTeam } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { Actions } from '../../ui/actions.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { readInvited, useMailTime } from './mail-time.ts';
import { memberTexts } from './texts.ts';

/** What can be done with an invitation, beside withdrawing it. */
export function InvitationActions({ member: { id: member_id } }: { member: MemberInApp }) {
  const t = useTexts(memberTexts);
  const mailTime = useMailTime();
  const again = useAction(client.members.inviteAgain.mutate, async () => {
    showToast(t.againDone, { more: mailTime(await readInvited(member_id)) });
  });
  const isSandbox = useTeam()?.sandbox_of != null;
  const accept = useAction(client.members.acceptForTrial.mutate, () => {
    showToast(t.acceptDone);
  });
  return (
    <>
      <div className="w-full empty:hidden">
        <FailureNotice error={again.error ?? accept.error} />
      </div>
      <Actions
        actions={[
          {
            label: t.again,
            icon: 'mail',
            isBusy: again.isBusy,
            look: isSandbox ? 'plain' : 'primary',
            run: () => void again.run({ member_id }),
          },
          isSandbox && {
            label: t.accept,
            icon: 'check',
            look: 'primary',
            isBusy: accept.isBusy,
            run: () => void accept.run({ member_id }),
          },
        ]}
        id={member_id}
      />
    </>
  );
}
