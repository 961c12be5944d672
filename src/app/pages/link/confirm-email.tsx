import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client, queryClient, trpc } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { PasskeyButton } from '../../session/passkey-button.tsx';
import { PasswordForm } from '../../session/password-form.tsx';
import { sessionQuery, useSession } from '../../session/session.ts';
import { signOut } from '../../session/sign-out.ts';
import { useTexts } from '../../text/language.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { linkTexts } from './texts.ts';

/**
 * Confirms a new address. The person has to click after signing in, because programs that scan mails open links too.
 */
export function ConfirmEmail({ token }: { token: string }) {
  const t = useTexts(linkTexts);
  const session = useSession();
  const [isDone, setIsDone] = useState(false);
  const confirm = useOwnAction(
    () => client.account.confirmEmailChange.mutate({ token }),
    async () => {
      setIsDone(true);
      // The page reads everything again except the link, because the link is used up.
      await queryClient.invalidateQueries(trpc.session.pathFilter());
      await queryClient.invalidateQueries(trpc.account.profile.queryFilter());
    },
  );
  if (isDone) {
    return (
      <>
        <Notice title={t.confirmed} tone="good">
          {t.confirmedMore}
        </Notice>
        <Link className={buttonClass('primary')} to="/">
          {t.toApp}
        </Link>
      </>
    );
  }
  if (!session) {
    const done = () => void queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 });
    return (
      <>
        <p className="text-soft">{t.confirmSignIn}</p>
        <PasswordForm onDone={done} purpose="sign_in" />
        <PasskeyButton onDone={done} purpose="sign_in" />
      </>
    );
  }
  if (codeOf(confirm.error) === 'forbidden') {
    return (
      <>
        <Notice tone="warn">{t.notYours(session.person.email)}</Notice>
        <Button onClick={() => void signOut(() => location.reload())}>{t.signOut}</Button>
      </>
    );
  }
  return (
    <>
      <p className="text-soft">{t.signedInAs(session.person.email)}</p>
      <FailureNotice error={confirm.error} />
      <Button
        isBusy={confirm.isBusy}
        isWide
        look="primary"
        onClick={() => void confirm.run(undefined)}
      >
        {t.confirm}
      </Button>
    </>
  );
}
