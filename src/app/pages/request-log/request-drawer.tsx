import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LoggedRequest } from '../../../features/request-log/request-log.schema.ts';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { Time } from '../../session/time.tsx';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Thread } from '../../thread/thread.tsx';
import { ThreadStrip } from '../../thread/thread-strip.tsx';
import { Actions } from '../../ui/actions.tsx';
import { CodeHint } from '../../ui/code-word.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { Empty } from '../../ui/empty.tsx';
import { late } from '../../ui/late.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Pane } from '../../ui/pane.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { noFilters, type SetFilters } from './line-filter.ts';
import { refusalTexts } from './refusal-texts.ts';
import { hasChanged } from './request-table.tsx';
import { StatusCode } from './status-code.tsx';
import { requestLogTexts } from './texts.ts';

/** The code that explains a refusal reads the document of the API, so it is loaded late. */
const Refusal = late(
  () => import('./refusal.tsx').then((part) => part.Refusal),
  () => <Skeleton className="h-32 w-full" />,
);
const Repeat = late(
  () => import('./repeat.tsx').then((part) => part.Repeat),
  () => <Skeleton className="h-24 w-full" />,
);

type Props = { requestId: string; setFilters: SetFilters };

/** One request. The drawer has an address of its own. */
export function RequestDrawer({ requestId, setFilters }: Props) {
  const t = useTexts(requestLogTexts);
  const own = useTexts(refusalTexts);
  const read = useQuery(trpc.requestLog.list.queryOptions({ request_id: requestId, limit: '1' }));
  const { data } = read;
  const line = data?.data[0];
  const title = line ? `${line.method} ${line.path}` : t.request;
  return (
    <Pane
      footer={line ? <Similar line={line} setFilters={setFilters} /> : null}
      onClose={() => setFilters({ line: '' })}
      title={title}
    >
      {line ? <RequestDetails line={line} /> : null}
      {data && !line ? (
        <Empty icon="search" title={own.gone}>
          {own.goneMore}
        </Empty>
      ) : null}
      <NotLoaded read={read} />
    </Pane>
  );
}

function RequestDetails({ line }: { line: LoggedRequest }) {
  const t = useTexts(requestLogTexts);
  const own = useTexts(refusalTexts);
  const ui = useTexts(uiTexts);
  const language = useLanguage();
  const maySeeChanges = useMay('see_audit_log');
  return (
    <>
      {maySeeChanges ? (
        <ThreadStrip from={{ of: 'request', id: line.request_id }} here={line.request_id} />
      ) : null}
      {line.code ? (
        <>
          <Refusal line={line} />
          <Repeat line={line} />
        </>
      ) : null}
      <Details>
        <Detail label={ui.requestId}>
          <CopyableId id={line.request_id} />
        </Detail>
        <Detail label={t.status}>
          <StatusCode status={line.status} />
        </Detail>
        {line.code ? (
          <Detail label={t.code}>
            <a
              className="font-mono text-xs text-accent-text underline underline-offset-2"
              href={`/errors#${line.code}`}
              title={own.errorDocs}
            >
              {line.code}
            </a>{' '}
            <CodeHint word={line.code} />
          </Detail>
        ) : null}
        <Detail label={t.time}>
          <Time at={line.at} hasSeconds shows="date-time" />
        </Detail>
        <Detail label={t.duration}>{numberText(line.ms, language)} ms</Detail>
        {line.route ? (
          <Detail label={t.route}>
            <span className="font-mono text-xs break-all">{line.route}</span>
          </Detail>
        ) : null}
        <Detail label={t.key}>
          {line.key ? <KeyName named={line.key} /> : <span className="text-soft">{t.noKey}</span>}
        </Detail>
        <Detail label={own.address}>{line.ip ? <CopyableId id={line.ip} /> : '–'}</Detail>
      </Details>
      {hasChanged(line) && maySeeChanges ? (
        <Thread from={{ of: 'request', id: line.request_id }} />
      ) : null}
      {line.code ? null : <Repeat line={line} />}
    </>
  );
}

function KeyName({ named }: { named: NonNullable<LoggedRequest['key']> }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        className="min-h-6 rounded-sm py-0.5 text-accent-text underline underline-offset-2"
        search={{ key: named.id } as never}
        to="/api-keys"
      >
        {named.name}
      </Link>
      <CopyableId id={named.prefix} short={`${named.prefix}…`} />
    </span>
  );
}

/** Links to similar lines. */
function Similar({ line, setFilters }: { line: LoggedRequest; setFilters: SetFilters }) {
  const own = useTexts(refusalTexts);
  const { code, method, route, why, key } = line;
  const show = (change: Parameters<SetFilters>[0]) =>
    setFilters({ ...noFilters, ...change, line: '', view: '' }, true);
  return (
    <Actions
      actions={[
        key && { label: own.sameKey, icon: 'key', run: () => show({ key_id: key.id }) },
        code !== null && {
          label: own.sameError,
          icon: 'filter',
          // What the line lacks is no chip: it would only narrow the list by something that nobody sees.
          run: () =>
            show({
              code,
              method,
              route: route ?? '',
              check: why?.check ?? '',
              reason: why?.reason ?? '',
            }),
        },
      ]}
      id={line.request_id}
    />
  );
}
