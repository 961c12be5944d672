import { PartError } from '../api/part-error.ts';
import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import { uiTexts } from '../ui/texts.ts';
import { PartScreen } from './part-screen.tsx';
import { Screen } from './screen.tsx';
import { screenTexts } from './texts.ts';

type Props = { error: unknown; reset?: () => void };

/** Takes the place of a component that has thrown. The frame around it still works. */
export function CrashScreen({ error, reset }: Props) {
  const t = useTexts(screenTexts);
  const ui = useTexts(uiTexts);
  const reload = (
    <Button look="primary" onClick={() => location.reload()}>
      {ui.reload}
    </Button>
  );
  if (error instanceof PartError) return <PartScreen error={error} reset={reset} />;
  const again = reset ? <Button onClick={reset}>{ui.retry}</Button> : null;
  return (
    <Screen actions={[again, reload]} icon="alert" isWhole title={t.crash}>
      <p>{t.crashMore}</p>
    </Screen>
  );
}
