import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { client } from '../../../api/client.ts';
import { codeOf, isUnreachable } from '../../../api/failure.ts';
import { useAction } from '../../../api/use-action.ts';
import { useSession } from '../../../session/session.ts';
import { useTexts } from '../../../text/language.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { OpenCard } from '../../../ui/open-card.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { connectTexts } from '../connect/texts.ts';
import { type ConsentAnswer, consentAnswer, forgetConsentAnswer } from './consent-answer.ts';
import { consentTexts } from './texts.ts';

/** The errors of providers when the person presses "cancel". */
const cancelled = ['access_denied', 'user_denied'];

/** The page to which the provider sends the person back. */
export function ConsentPage() {
  const t = useTexts(consentTexts);
  const session = useSession();
  const [answer] = useState(consentAnswer);
  if (!answer) return <Ending more={t.invalidMore} title={t.invalid} />;
  if (!session) {
    return (
      <OpenCard lead={t.signInMore} title={t.signIn}>
        <Link className={buttonClass('primary')} search={{ to: '/crm' } as never} to="/sign-in">
          {t.toSignIn}
        </Link>
      </OpenCard>
    );
  }
  return <Finish answer={answer} />;
}

function Finish({ answer }: { answer: ConsentAnswer }) {
  const t = useTexts(consentTexts);
  const ui = useTexts(uiTexts);
  const connect = useTexts(connectTexts);
  const navigate = useNavigate();
  const finish = useAction(client.crm.finishOAuth.mutate, async ({ id, revived }) => {
    await navigate({ to: `/crm/${id}`, replace: true });
    showToast(revived ? connect.revived : t.connected);
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
  if (isUnreachable(error)) {
    return (
      <Ending title={t.failed}>
        <FailureNotice error={error} />
        <Button isBusy={isBusy} look="primary" onClick={() => void run(answer)}>
          {ui.retry}
        </Button>
      </Ending>
    );
  }
  if (codeOf(error) === 'link_invalid') return <Ending more={t.invalidMore} title={t.invalid} />;
  if (answer.error) {
    return cancelled.includes(answer.error) ? (
      <Ending more={t.cancelledMore} title={t.cancelled} />
    ) : (
      <Ending more={t.refusedMore} title={t.refused} />
    );
  }
  return (
    <Ending title={t.failed}>
      <FailureNotice error={error} />
    </Ending>
  );
}

type EndingProps = { title: string; more?: string; children?: ReactNode };

function Ending({ title, more, children }: EndingProps) {
  const t = useTexts(consentTexts);
  return (
    <OpenCard lead={more} title={title}>
      {children}
      <Link className={buttonClass('plain')} to="/crm">
        {t.back}
      </Link>
    </OpenCard>
  );
}
