import { queryClient } from '../api/client.ts';
import { useQuestion } from '../api/questions.ts';
import { PasskeyButton } from '../session/passkey-button.tsx';
import { PasswordForm } from '../session/password-form.tsx';
import { sessionQuery, useSession } from '../session/session.ts';
import { sessionTexts } from '../session/texts.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks for a proof or a new sign-in above all else, also above an open dialog with a form in it. */
export function Questions() {
  const t = useTexts(sessionTexts);
  const question = useQuestion();
  const session = useSession();
  if (!question) return null;
  const isProof = question.kind === 'proof';
  const email = session?.person.email;
  const done = async () => {
    if (!isProof && (await isAnother(email))) {
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

/** A passkey may have signed in another person: what is on the page is not theirs. */
async function isAnother(email: string | undefined): Promise<boolean> {
  const now = await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 });
  return now?.person.email !== email;
}
