import { useTexts } from '../text/language.ts';
import { Button } from '../ui/button.tsx';
import type { Command } from './commands.ts';
import { shellTexts } from './texts.ts';

type Props = {
  chosen: Command | undefined;
  opened: Command | undefined;
  onVerbs: (command: Command) => void;
  onBack: () => void;
};

/** Leads to the actions of the chosen result and back, also for those who have no arrow keys. */
export function PaletteFoot({ chosen, opened, onVerbs, onBack }: Props) {
  const t = useTexts(shellTexts);
  if (!opened && !chosen?.verbs) return null;
  return (
    <div className="flex items-center gap-2 border-t border-line px-2 py-1 text-sm">
      {opened ? (
        <Button icon="left" look="quiet" onClick={onBack}>
          {t.paletteBack}
        </Button>
      ) : null}
      <p aria-live="polite" className="min-w-0 flex-1 truncate text-soft">
        {opened ? t.paletteVerbsOf(opened.label) : null}
      </p>
      {!opened && chosen?.verbs ? (
        <Button icon="right" look="quiet" onClick={() => onVerbs(chosen)}>
          {t.paletteVerbs}
        </Button>
      ) : null}
    </div>
  );
}
