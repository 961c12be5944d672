import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useOwnAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { contactLinkTexts } from './contact-texts.ts';

type Props = { token: string };

/**
 * Lets a person confirm to be the technical contact of a team. The person has to click, because programs that scan
 * mails open links too.
 */
export function ConfirmContact({ token }: Props) {
  const t = useTexts(contactLinkTexts);
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null);
  const agree = useOwnAction(
    () => client.technicalContact.confirm.mutate({ token }),
    () => setAnswer('yes'),
  );
  const decline = useOwnAction(
    () => client.technicalContact.stop.mutate({ token }),
    () => setAnswer('no'),
  );
  if (answer === 'yes') {
    return (
      <Notice title={t.agreed} tone="good">
        {t.agreedMore}
      </Notice>
    );
  }
  if (answer === 'no') {
    return (
      <Notice title={t.declined} tone="good">
        {t.declinedMore}
      </Notice>
    );
  }
  return (
    <>
      <p className="text-soft">{t.what}</p>
      <FailureNotice error={agree.error ?? decline.error} />
      <div className="grid gap-2">
        <Button
          isBusy={agree.isBusy}
          isWide
          look="primary"
          onClick={() => void agree.run(undefined)}
        >
          {t.agree}
        </Button>
        <Button isBusy={decline.isBusy} isWide onClick={() => void decline.run(undefined)}>
          {t.decline}
        </Button>
      </div>
    </>
  );
}

/** The technical contact stops the mails, and the service erases the address. */
export function StopContact({ token }: Props) {
  const t = useTexts(contactLinkTexts);
  const [isDone, setIsDone] = useState(false);
  const stop = useOwnAction(
    () => client.technicalContact.stop.mutate({ token }),
    () => setIsDone(true),
  );
  if (isDone) {
    return (
      <Notice title={t.stopped} tone="good">
        {t.stoppedMore}
      </Notice>
    );
  }
  return (
    <>
      <p className="text-soft">{t.stopMore}</p>
      <FailureNotice error={stop.error} />
      <Button isBusy={stop.isBusy} isWide look="primary" onClick={() => void stop.run(undefined)}>
        {t.stop}
      </Button>
    </>
  );
}
