import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../api/client.ts';
import { Screen } from '../../screens/screen.tsx';
import { screenTexts } from '../../screens/texts.ts';
import { PasskeyButton } from '../../session/passkey-button.tsx';
import { PasswordForm } from '../../session/password-form.tsx';
import { sessionQuery, useSession } from '../../session/session.ts';
import { forgetRead } from '../../session/sign-out.ts';
import { sessionTexts } from '../../session/texts.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { OpenCard } from '../../ui/open-card.tsx';
import { sketchTexts } from '../../ui/sketch-texts.ts';
import { ThreadSketch } from '../../ui/thread-sketch.tsx';
import { signInTexts } from './texts.ts';

export function SignInPage() {
  const t = useTexts(signInTexts);
  const { signIn } = useTexts(sessionTexts);
  const screens = useTexts(screenTexts);
  const sketch = useTexts(sketchTexts);
  const session = useSession();
  const { to } = useSearch({ strict: false }) as { to?: string };
  const [isLost, setIsLost] = useState(false);
  if (session) return <Navigate replace to={ownPath(to)} />;
  const done = async () => {
    forgetRead();
    const now = await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 });
    // The server has signed the person in, but the browser has not kept the cookie.
    setIsLost(now === null);
  };
  if (isLost) {
    const again = (
      <Button look="primary" onClick={() => setIsLost(false)}>
        {screens.signInAgain}
      </Button>
    );
    return (
      <Screen actions={again} icon="privacy" isWhole title={screens.noCookie}>
        <p>{screens.noCookieMore}</p>
      </Screen>
    );
  }
  return (
    <>
      <OpenCard lead={to && to !== '/' ? t.leadBack : t.lead} title={signIn}>
        <PasswordForm onDone={() => void done()} purpose="sign_in">
          <p className="-mt-2 text-right text-sm">
            <Link className="rounded-sm text-soft hover:text-ink" to="/reset">
              {t.forgotten}
            </Link>
          </p>
        </PasswordForm>
        <PasskeyButton onDone={() => void done()} purpose="sign_in" />
      </OpenCard>
      <div className="mx-auto max-w-2xl px-4 pt-12 text-balance max-sm:hidden [&_figcaption]:text-center">
        <ThreadSketch texts={sketch} />
      </div>
    </>
  );
}

/** Only a path of the app. Otherwise a link could lead to a foreign page after the sign-in. */
function ownPath(to: string | undefined): string {
  const path = to?.replace(/^\/app(?=\/|$)/, '') ?? '/';
  return /^\/(?!\/)[^\\]*$/.test(path) ? path : '/';
}
