import { HomeLink } from '../screens/home-link.tsx';
import { Screen } from '../screens/screen.tsx';
import { screenTexts } from '../screens/texts.ts';
import { useSession } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { OpenFrame } from './open-frame.tsx';
import { ShellOutline } from './outline.tsx';
import { Shell } from './shell.tsx';
import { useTitle } from './use-title.ts';

/** The app shows this page for an unknown address. A person who is signed in still sees the navigation. */
export function NotFoundPage() {
  const t = useTexts(screenTexts);
  const session = useSession();
  useTitle(t.notFound);
  if (session === undefined) return <ShellOutline />;
  if (!session) {
    return (
      <OpenFrame>
        <NotFoundScreen />
      </OpenFrame>
    );
  }
  return (
    <Shell session={session}>
      <NotFoundScreen />
    </Shell>
  );
}

function NotFoundScreen() {
  const t = useTexts(screenTexts);
  return (
    <Screen actions={<HomeLink />} icon="search" isWhole title={t.notFound}>
      <p>{t.notFoundMore}</p>
    </Screen>
  );
}
