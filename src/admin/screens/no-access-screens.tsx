import { useTexts } from '../text/language.ts';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

export function ForbiddenScreen() {
  const t = useTexts(screenTexts);
  return (
    <Screen icon="privacy" isWhole title={t.forbidden}>
      <p>{t.forbiddenMore}</p>
    </Screen>
  );
}

export function NoTeamScreen() {
  const t = useTexts(screenTexts);
  return (
    <Screen icon="people" isWhole title={t.noTeam}>
      <p>{t.noTeamMore}</p>
    </Screen>
  );
}
