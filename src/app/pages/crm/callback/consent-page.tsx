import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { client } from '../../../api/client.ts';
import { failureOf, isUnreachable } from '../../../api/failure.ts';
import { useAction } from '../../../api/use-action.ts';
import { useSession } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { OpenCard } from '../../../ui/open-card.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { connectTexts } from '../connection/connect-texts.ts';
import { type ConsentAnswer, consentAnswer, forgetConsentAnswer } from './consent-answer.ts';
import { consentTexts } from './texts.ts';

/** The page to which the provider sends the person back. */
export function ConsentPage() {
  const t = useTexts(consentTexts);
  const session = useSession();
  const [answer] = useState(consentAnswer);
  if (!answer) return <Ending more={t.invalid} />;
  if (session) return <Finish answer={answer} />;
  return (
    <OpenCard lead={t.signInMore} title={t.signIn}>
      <Link className={buttonClass('primary')} search={{ to: '/crm' } as never} to="/sign-in">
        {t.toSignIn}
      </Link>
    </OpenCard>
  );
}

function Finish({ answer }: { answer: ConsentAnswer }) {
  const t = useTexts(consentTexts);
  const ui = useTexts(uiTexts);
  const connect = useTexts(connectTexts);
  const navigate = useNavigate();
  const finish = useAction(client.crm.finishOAuth.mutate, async (made) => {
    await navigate({ to: `/crm/${made.id}`, replace: true });
    const account = made.account_name ?? made.account_id;
    showToast(made.revived ? connect.revived : connect.connected(account));
  });
  const { run, error, isBusy } = finish;
  useEffect(() => {
    // React may run this effect again, but an answer can be used only once.
    if (!consentAnswer()) return;
    forgetConsentAnswer();
    void run(answer);
  }, [answer, run]);
  if (!error) {
    return (
      <OpenCard lead={t.busyMore} title={t.busy}>
        <div aria-busy="true" className="grid place-items-center py-4">
          <Spinner />
        </div>
      </OpenCard>
    );
  }
  // The server says why: the person has cancelled, the provider has refused, or the consent is not this session's.
  const why = failureOf(error)?.explanation;
  if (why) return <Ending more={why} />;
  return (
    <Ending>
      <FailureNotice error={error} />
      {isUnreachable(error) ? (
        <Button isBusy={isBusy} look="primary" onClick={() => void run(answer)}>
          {ui.retry}
        </Button>
      ) : null}
    </Ending>
  );
}

function Ending({ more, children }: { more?: string; children?: ReactNode }) {
  const t = useTexts(consentTexts);
  return (
    <OpenCard lead={more} title={t.failed}>
      {children}
      <Link className={buttonClass('plain')} to="/crm">
        {t.back}
      </Link>
    </OpenCard>
  );
}
