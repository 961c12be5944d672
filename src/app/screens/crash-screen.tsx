import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { uiTexts } from '../ui/texts.ts';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

type Props = { error: unknown; reset?: () => void };

/** True if a page of an older build asks for a part that the new build does not have. */
const isOldPart = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module/i.test(error.message);

/** Stands here if a component has thrown. The frame around it still works. */
export function CrashScreen({ error, reset }: Props) {
  const t = useTexts(screenTexts);
  const ui = useTexts(uiTexts);
  const reload = (
    <Button look="primary" onClick={() => location.reload()}>
      {ui.reload}
    </Button>
  );
  if (isOldPart(error)) {
    return (
      <Screen actions={reload} icon="refresh" isWhole title={t.newVersion}>
        <p>{t.newVersionMore}</p>
      </Screen>
    );
  }
  const again = reset ? <Button onClick={reset}>{ui.retry}</Button> : null;
  return (
    <Screen actions={[again, reload]} icon="alert" isWhole title={t.crash}>
      <p>{t.crashMore}</p>
    </Screen>
  );
}
