import { withMinus } from '../../text/formats.ts';
import { numberFormat } from '../../text/formatters.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { classes } from '../classes.ts';
import { uiTexts } from '../texts.ts';

/** How numbers are compared: a count by per cent, a score by points, a share by percentage points. */
type Kind = 'count' | 'score' | 'share';

type Compared = {
  /** The name of the number, unless it stands above. */
  name?: string;
  kind: Kind;
  now: number | null;
  before: number | null;
  /** A larger number is worse. */
  isBad?: boolean;
};

type Props = {
  numbers: readonly Compared[];
  /** What the numbers are compared with, such as "the 30 days before". */
  than: string;
};

/** How numbers differ from the previous span, in one line. */
export function Changes({ numbers, than }: Props) {
  const t = useTexts(uiTexts);
  const language = useLanguage();
  const units = { count: String, score: t.points, share: t.percentPoints };
  const present = numbers.flatMap((one) => {
    const difference = differenceOf(one);
    return difference === null ? [] : [{ ...one, difference }];
  });
  if (present.length === 0) return null;
  return (
    <p className="text-sm text-soft">
      {present.map(({ name, kind, isBad = false, difference }, index) => {
        const { isCount, shown } = textOf(difference, kind, language);
        // A different number of requests is neither good nor bad, and less than a point is chance.
        const points = kind === 'share' ? difference * 100 : difference;
        const isNeutral = isCount || Math.abs(points) < 1;
        const tone = difference > 0 !== isBad ? 'text-good' : 'text-bad';
        return (
          <span key={name ?? kind}>
            {index > 0 ? '· ' : null}
            {name ? `${name} ` : null}
            <span className={classes('tabular font-medium', isNeutral ? 'text-ink' : tone)}>
              {units[kind](shown)}
            </span>{' '}
          </span>
        );
      })}
      {t.comparedWith(than)}
    </p>
  );
}

function differenceOf({ kind, now, before }: Compared): number | null {
  if (now === null || before === null) return null;
  if (kind !== 'count') return now - before;
  return before === 0 ? null : now / before - 1;
}

function textOf(difference: number, kind: Kind, language: Parameters<typeof numberFormat>[0]) {
  const isCount = kind === 'count';
  const decimals = isCount ? 0 : 1;
  const format = numberFormat(language, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...(isCount ? { style: 'percent' } : {}),
  });
  const signed = withMinus(format.format(kind === 'share' ? difference * 100 : difference));
  // Behind the name of a number, a plain zero reads as the number itself: "Trained 0%".
  const shown = signed.replace(/^0/, '±0');
  return { isCount, shown };
}
