import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReplayPreview } from '../../../../features/webhooks/replay.schema.ts';
import type { RetryPreview } from '../../../../features/webhooks/retry-all.schema.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { teamTexts } from '../../../team/texts.ts';
import { dateTimeText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { factLinkClass } from '../../../ui/link-class.ts';
import { EndpointUrl } from '../endpoint-url.tsx';
import { retryTexts } from './texts.ts';

/** What a bulk retry would attempt. */
export function PreviewedFailed({ preview }: { preview: RetryPreview }) {
  const t = useTexts(retryTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { count, endpoints, types, left_out, counted_back_to: back } = preview;
  if (count === 0) {
    return left_out.length > 0 ? (
      <LeftOut {...preview} />
    ) : (
      <p className="text-soft">{t.nothing}</p>
    );
  }
  const number = numberText(count, language);
  const title = back
    ? t.atLeast(number, dateTimeText(back, { language, timeZone }))
    : t.count(number);
  return (
    <>
      <Counted title={title}>
        {endpoints.length > 1
          ? endpoints.map(({ endpoint_id, url, count }) => (
              <Line count={count} key={endpoint_id}>
                <EndpointUrl url={url} />
              </Line>
            ))
          : null}
        <Types types={types} />
      </Counted>
      {left_out.length > 0 ? <LeftOut {...preview} /> : null}
    </>
  );
}

type LeftOutProps = Pick<RetryPreview, 'left_out' | 'left_out_back_to'>;

/** The failed deliveries that stay, because their endpoint takes none, and the way to each endpoint. */
function LeftOut({ left_out: endpoints, left_out_back_to: back }: LeftOutProps) {
  const t = useTexts(retryTexts);
  const { endpointOn } = useTexts(teamTexts);
  const language = useLanguage();
  const count = endpoints.reduce((sum, one) => sum + one.count, 0);
  const number = `${numberText(count, language)}${back ? '+' : ''}`;
  return (
    <Counted title={t.leftOut(number)}>
      {endpoints.map(({ endpoint_id, url, status, count }) => (
        <Line count={count} key={endpoint_id}>
          <EndpointUrl url={url} /> ·{' '}
          <Link
            className={factLinkClass}
            search={{ dialog: 'on' } as never}
            to={`/webhooks/${endpoint_id}`}
          >
            {t.asks(endpointOn(status))}
          </Link>
        </Line>
      ))}
    </Counted>
  );
}

/** What a replay of all events would send. */
export function PreviewedAll({ preview }: { preview: ReplayPreview }) {
  const t = useTexts(retryTexts);
  const language = useLanguage();
  const { count, types, is_whole } = preview;
  if (count === 0 && is_whole) return <p className="text-soft">{t.noEvent}</p>;
  const number = numberText(count, language);
  return (
    <Counted title={is_whole ? t.count(number) : t.orMore(number)}>
      <Types types={types} />
    </Counted>
  );
}

function Counted({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-xl border border-line text-sm" role="status">
      <p className="px-3 py-2 font-medium">{title}</p>
      <ul className="divide-y divide-line border-t border-line">{children}</ul>
    </div>
  );
}

const Types = ({ types }: { types: ReplayPreview['types'] }) =>
  types.map(({ type, count }) => (
    <Line count={count} key={type}>
      <code>{type}</code>
    </Line>
  ));

function Line({ count, children }: { count: number; children: ReactNode }) {
  const language = useLanguage();
  return (
    <li className="flex justify-between gap-3 px-3 py-2">
      <span className="min-w-0 truncate">{children}</span>
      <span className="tabular text-soft">{numberText(count, language)}</span>
    </li>
  );
}
