import { useState } from 'react';
import { client } from '../api/client.ts';
import { useOwnAction } from '../api/use-action.ts';
import { canUsePasskeys, passkeyFor } from '../passkeys/credentials.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { sessionTexts } from './texts.ts';

type Props = { purpose: 'sign_in' | 'proof'; onDone: () => void };

/** Signs in, or proves the identity, with a passkey that the browser offers. */
export function PasskeyButton({ purpose, onDone }: Props) {
  const t = useTexts(sessionTexts);
  const [hasRefused, setHasRefused] = useState(false);
  const use = useOwnAction(purpose === 'sign_in' ? signIn : prove, (used) => {
    setHasRefused(!used);
    if (used) onDone();
  });
  if (!canUsePasskeys) return null;
  return (
    <div className="grid gap-2">
      <Button icon="passkey" isBusy={use.isBusy} isWide onClick={() => void use.run(undefined)}>
        {purpose === 'sign_in' ? t.passkey : t.provePasskey}
      </Button>
      {hasRefused ? <p className="text-center text-sm text-soft">{t.noPasskey}</p> : null}
      <FailureNotice error={use.error} />
    </div>
  );
}

async function signIn(_: undefined): Promise<boolean> {
  const answered = await answerChallenge();
  if (!answered) return false;
  await client.session.signInWithPasskey.mutate(answered);
  return true;
}

/** The answer of any passkey. Undefined if the person has chosen none. */
export async function answerChallenge() {
  const { challenge_id, options } = await client.session.passkeyChallenge.mutate({});
  const response = await passkeyFor(options);
  return response && { challenge_id, response: answerOf(response) };
}

async function prove(_: undefined): Promise<boolean> {
  const { challenge_id, options } = await client.session.proveChallenge.mutate({});
  const response = await passkeyFor(options);
  if (!response) return false;
  await client.session.proveWithPasskey.mutate({ challenge_id, response: answerOf(response) });
  return true;
}

function answerOf({ id, rawId, response }: AuthenticationResponseJSON) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key' as const,
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}
