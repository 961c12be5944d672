import { Link } from '@tanstack/react-router';
import { signOut } from '../session/sign-out.ts';
import { useTexts } from '../text/language.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { HomeLink } from './home-link.tsx';
import { OwnerName } from './owner-name.tsx';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

export function ForbiddenScreen() {
  const t = useTexts(screenTexts);
  return (
    <Screen actions={<HomeLink />} icon="privacy" isWhole title={t.forbidden}>
      <p>{t.forbiddenMore}</p>
      <OwnerName />
    </Screen>
  );
}

export function NoTeamScreen() {
  const t = useTexts(screenTexts);
  const actions = (
    <>
      <Link className={buttonClass('plain')} to="/profile">
        {t.toProfile}
      </Link>
      <Button onClick={() => void signOut()}>{t.signOut}</Button>
    </>
  );
  return (
    <Screen actions={actions} icon="people" isWhole title={t.noTeam}>
      <p>{t.noTeamMore}</p>
    </Screen>
  );
}
