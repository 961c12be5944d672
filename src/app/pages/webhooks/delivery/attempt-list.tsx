import type { DeliveryDetail } from '../../../../features/webhooks/delivery-detail.schema.ts';
import { useTexts } from '../../../text/language.ts';
import { AttemptEntry } from './attempt-entry.tsx';
import { Section } from './section.tsx';
import { deliveryTexts } from './texts.ts';

type Props = Pick<DeliveryDetail, 'attempts' | 'attempt'> & { deliveryId: string };

/** The attempts, newest first. The newest one is open. */
export function AttemptList({ attempts, attempt, deliveryId }: Props) {
  const t = useTexts(deliveryTexts);
  const newestFirst = attempts.toReversed();
  return (
    <Section title={t.attempts}>
      {attempts.length === 0 ? <p className="text-soft">{t.noAttempt}</p> : null}
      {attempts.length > 0 ? (
        <ol className="divide-y divide-line rounded-xl border border-line text-sm">
          {newestFirst.map((one) => (
            <AttemptEntry
              attempt={one}
              deliveryId={deliveryId}
              isNewest={one.n === attempt}
              key={one.n}
            />
          ))}
        </ol>
      ) : null}
      {attempts.length < attempt ? <p className="text-sm text-soft">{t.newest}</p> : null}
    </Section>
  );
}
