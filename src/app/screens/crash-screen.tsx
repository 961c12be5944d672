import { PartError } from '../api/part-error.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { uiTexts } from '../ui/texts.ts';
import { PartScreen } from './part-screen.tsx';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

type Props = { error: unknown; reset?: () => void };

/**
 * Takes the place of a component that has thrown. The frame around it still works. If the code of the component could
 * not be loaded, `PartScreen` says why.
 */
export function CrashScreen({ error, reset }: Props) {
  const t = useTexts(screenTexts);
  const ui = useTexts(uiTexts);
  if (error instanceof PartError) return <PartScreen error={error} reset={reset} />;
  const reload = (
    <Button look="primary" onClick={() => location.reload()}>
      {ui.reload}
    </Button>
  );
  const again = reset ? <Button onClick={reset}>{ui.retry}</Button> : null;
  return (
    <Screen actions={[again, reload]} icon="alert" isWhole title={t.crash}>
      <p>{t.crashMore}</p>
    </Screen>
  );
}
