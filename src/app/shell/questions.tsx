import { client } from '../api/client.ts';
import { useQuestion } from '../api/questions.ts';
import { PasskeyButton } from '../session/passkey-button.tsx';
import { PasswordForm } from '../session/password-form.tsx';
import { type Session, useSession } from '../session/session.ts';
import { sessionTexts } from '../session/texts.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { forgetTabKey } from '../ui/forget-tab-key.ts';
import { LeaveQuestion } from './leave-question.tsx';

/** Asks above everything else, even above an open dialog. */
export function Questions() {
  const t = useTexts(sessionTexts);
  const question = useQuestion();
  const session = useSession();
  if (!question) return null;
  if (question.kind === 'leave') {
    // The key makes each question a new dialog, so that it lies above dialogs that were opened since the last question.
    return <LeaveQuestion key={question.id} onAnswer={question.answer} />;
  }
  const isProof = question.kind === 'proof';
  const email = session?.person.email;
  const done = async () => {
    if (!isProof && (await isAnother(session))) {
      forgetTabKey();
      location.assign('/app/');
      return;
    }
    question.answer(true);
  };
  const elsewhere = isProof ? null : (
    <Button look="quiet" onClick={() => location.assign('/app/sign-in')}>
      {t.otherPerson}
    </Button>
  );
  return (
    <Dialog
      closesEasily={isProof}
      footer={elsewhere}
      interrupts
      key={question.kind}
      lead={isProof ? t.proveMore : t.endedMore}
      onClose={() => question.answer(false)}
      size="sm"
      title={isProof ? t.prove : t.ended}
    >
      <PasswordForm
        email={email}
        onDone={() => void done()}
        purpose={isProof ? 'proof' : 'sign_in'}
      />
      <PasskeyButton onDone={() => void done()} purpose={isProof ? 'proof' : 'sign_in'} />
    </Dialog>
  );
}

/**
 * True if another person has signed in with a passkey. The data on the page belong to the first person. For the same
 * person the page stays in its team, even if the new session has another one.
 */
async function isAnother(before: Session | null | undefined): Promise<boolean> {
  const now = await client.session.current.query({});
  if (now?.person.id !== before?.person.id) return true;
  const tenant_id = before?.team?.id;
  if (!tenant_id || now?.team?.id === tenant_id) return false;
  if (!now?.teams.some(({ id }) => id === tenant_id)) return true;
  await client.session.switchTeam.mutate({ tenant_id });
  return false;
}
