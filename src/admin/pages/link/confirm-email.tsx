import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client, queryClient, trpc } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { linkTexts } from './texts.ts';

/** A click, because programs that scan mails open links too. */
export function ConfirmEmail({ token }: { token: string }) {
  const t = useTexts(linkTexts);
  const [isDone, setIsDone] = useState(false);
  const confirm = useOwnAction(
    () => client.account.confirmEmailChange.mutate({ token }),
    async () => {
      setIsDone(true);
      // Not the link itself: it is used up.
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
          {t.toSignIn}
        </Link>
      </>
    );
  }
  return (
    <>
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
