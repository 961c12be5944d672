import { useTexts } from '../../text/language.ts';
import { classes } from '../../ui/classes.ts';
import { deliveryTexts } from './delivery/texts.ts';

type Props = { response_code: number | null; error: string | null };

/** The status of the answer, or why there was no answer. */
export function Answer({ response_code, error }: Props) {
  const t = useTexts(deliveryTexts);
  const names: Record<string, string> = t.errors;
  // The status already says that the answer was not 2xx.
  const why = error && error !== 'http_status' ? (names[error] ?? error) : null;
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      {response_code === null ? null : (
        <span className={classes('tabular font-mono text-xs', error ? 'text-bad' : 'text-soft')}>
          {response_code}
        </span>
      )}
      {why ? <span className="truncate text-bad">{why}</span> : null}
    </span>
  );
}
