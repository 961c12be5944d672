import { Link } from '@tanstack/react-router';
import { useMay } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { CopyLine } from './copy-line.tsx';
import { uiTexts } from './texts.ts';

/** A curl command, and where to get its key. */
export function RestLine({ text }: { text: string }) {
  const t = useTexts(uiTexts);
  const makesKeys = useMay('make_api_keys');
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <CopyLine text={text} />
      <p className="text-sm text-pretty text-soft">
        {t.keyVariable}{' '}
        {makesKeys ? (
          <Link
            className="text-accent-text underline underline-offset-2"
            search={{ new: '1' } as never}
            to="/api-keys"
          >
            {t.makeKey}
          </Link>
        ) : (
          t.askForKey
        )}
      </p>
    </div>
  );
}
