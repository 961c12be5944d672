import { useNavigate } from '@tanstack/react-router';
import type { LinkContent } from '../../../features/account/link.schema.ts';
import { client, queryClient } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { PasskeyButton } from '../../session/passkey-button.tsx';
import { PasswordForm } from '../../session/password-form.tsx';
import { sessionQuery, useSession } from '../../session/session.ts';
import { forgetAll, signOut } from '../../session/sign-out.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { linkTexts } from './texts.ts';

/** The invitation of a person who already has an account: after the sign-in, one click accepts it. */
export function JoinTeam({ link, token }: { link: LinkContent; token: string }) {
  const t = useTexts(linkTexts);
  const session = useSession();
  const navigate = useNavigate();
  const join = useOwnAction(
    () => client.team.acceptInvitation.mutate({ token }),
    async () => {
      await forgetAll();
      await navigate({ to: '/', replace: true });
    },
  );
  if (!session) {
    const done = () => void queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 });
    return (
      <>
        <p className="text-soft">{t.joinSignIn}</p>
        <PasswordForm email={link.email} onDone={done} purpose="sign_in" />
        <PasskeyButton onDone={done} purpose="sign_in" />
      </>
    );
  }
  if (session.person.email !== link.email) {
    return (
      <>
        <Notice tone="warn">{t.otherAccount(session.person.email, link.email)}</Notice>
        <Button onClick={() => void signOut(() => location.reload())}>{t.signOut}</Button>
      </>
    );
  }
  return (
    <>
      <p className="text-soft">{t.signedInAs(link.email)}</p>
      <FailureNotice error={join.error} />
      <Button isBusy={join.isBusy} isWide look="primary" onClick={() => void join.run(undefined)}>
        {t.join}
      </Button>
    </>
  );
}
