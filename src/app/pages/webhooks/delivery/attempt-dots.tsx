import type {
  DeliveryDetail,
  ShownAttempt,
} from '../../../../features/webhooks/delivery-detail.schema.ts';
import type { Answer } from '../../../../shared/diagnosis/diagnose-delivery.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { numberText, secondText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { offsetText } from '../../../text/offset-text.ts';
import { HoverCard } from '../../../ui/hover-card.tsx';
import { StateMark } from '../../../ui/state.tsx';
import { diagnosisTexts } from './diagnosis-texts.ts';
import { deliveryTexts } from './texts.ts';

/** More dots would not fit in two lines, and say nothing more. */
const MOST = 12;

const dot = 'relative grid size-6 place-items-center rounded-full bg-card [&>svg]:size-3.5';

type Props = Pick<DeliveryDetail, 'attempts' | 'attempt' | 'next_try_at'>;

/** The attempts on a time line, with the time since the first one. The next planned one is hollow. */
export function AttemptDots({ attempts, attempt, next_try_at }: Props) {
  const t = useTexts(deliveryTexts);
  const d = useTexts(diagnosisTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const shown = attempts.slice(-MOST);
  const began = Date.parse(attempts[0]?.at ?? next_try_at ?? '');
  const since = (at: string) => offsetText(Date.parse(at) - began, language);
  const earlier = attempt - shown.length;
  return (
    <ol aria-label={t.attempts} className="flex flex-wrap gap-y-2">
      {earlier > 0 ? (
        <li className="self-center pr-2 text-xs text-soft">
          {d.earlier(numberText(earlier, language))}
        </li>
      ) : null}
      {shown.map((one) => (
        <Dot
          answer={one.response_code === null ? '–' : `${one.response_code}`}
          key={one.n}
          label={one.n === 1 ? d.first : since(one.at)}
        >
          <HoverCard card={<AttemptCard attempt={one} />} look={dot}>
            <StateMark tone={one.error === null ? 'works' : 'failed'} />
            <span className="hidden-text">{d.dot(one.n, answerName(one, t))}</span>
          </HoverCard>
        </Dot>
      ))}
      {next_try_at ? (
        <Dot label={attempts.length === 0 ? d.planned : since(next_try_at)}>
          <HoverCard card={secondText(next_try_at, { language, timeZone })} look={dot}>
            <StateMark tone="ended" />
            <span className="hidden-text">{t.next}</span>
          </HoverCard>
        </Dot>
      ) : null}
    </ol>
  );
}

type DotProps = {
  label: string;
  /** What the receiver has answered. The mark says it to those who do not see it. */
  answer?: string;
  children: React.ReactNode;
};

function Dot({ label, answer, children }: DotProps) {
  return (
    // Eight pixels at least are between two labels.
    <li className="relative grid max-w-14 min-w-max grow basis-12 justify-items-center gap-0.5 px-1 before:absolute before:inset-x-0 before:top-3 before:h-px before:bg-edge first:before:left-1/2 last:before:right-1/2">
      {children}
      <span className="tabular text-xs whitespace-nowrap text-soft">{label}</span>
      {answer ? (
        <span aria-hidden="true" className="font-mono text-xs">
          {answer}
        </span>
      ) : null}
    </li>
  );
}

function AttemptCard({ attempt }: { attempt: ShownAttempt }) {
  const t = useTexts(deliveryTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { n, at, response_ms } = attempt;
  return (
    <span className="grid gap-0.5">
      <span className="font-medium">
        {t.attempt(n)}: <span className="font-mono text-xs">{answerName(attempt, t)}</span>
      </span>
      <span className="text-soft">{secondText(at, { language, timeZone })}</span>
      {response_ms === null ? null : (
        <span className="tabular text-soft">{t.took(numberText(response_ms, language))}</span>
      )}
    </span>
  );
}

export function answerName(
  { response_code, error }: Pick<Answer, 'response_code' | 'error'>,
  t: (typeof deliveryTexts)['de'],
): string {
  const names: Record<string, string> = t.errors;
  return response_code === null ? (names[error ?? ''] ?? error ?? '') : `${response_code}`;
}
