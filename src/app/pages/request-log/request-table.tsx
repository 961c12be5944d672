import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { LoggedRequest } from '../../../features/request-log/request-log.schema.ts';
import { HOUR_MS } from '../../../shared/time/durations.ts';
import { useMay } from '../../session/session.ts';
import { Time } from '../../session/time.tsx';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dateText, numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { CodeWord } from '../../ui/code-word.tsx';
import { useDense } from '../../ui/density.ts';
import type { Verb } from '../../ui/row-menu.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { Request } from './status-code.tsx';
import { requestLogTexts } from './texts.ts';

export function RequestTable({ rows }: { rows: readonly LoggedRequest[] }) {
  const t = useTexts(requestLogTexts);
  const isDense = useDense();
  const columns: Column<LoggedRequest>[] = [
    {
      id: 'request',
      title: t.request,
      // The path tells requests apart, so it has room before their codes have a column. More would part it from the rest.
      least: 312,
      most: 384,
      cell: (line, hides) => (
        <Request
          by={hides('key') ? line.key?.name : undefined}
          hasCode={hides('code')}
          {...{ isDense, line }}
        />
      ),
    },
    {
      id: 'ms',
      title: t.duration,
      dropped: 'first',
      align: 'right',
      width: 80,
      cell: ({ ms }) => <Duration ms={ms} />,
    },
    {
      id: 'time',
      title: t.time,
      width: 104,
      narrow: 88,
      cell: ({ at }) => <Time at={at} shows="clock" />,
    },
    {
      id: 'key',
      title: t.key,
      dropped: 'second',
      least: 160,
      most: 184,
      cell: ({ key }) => key?.name ?? <span className="text-soft">{t.noKey}</span>,
    },
    {
      id: 'code',
      title: t.code,
      // Most requests have none: a title would stand above an empty column.
      hidesTitle: true,
      dropped: 'first',
      least: 176,
      cell: ({ code }) => (code ? <CodeWord word={code} /> : null),
    },
  ];
  return (
    <Table
      columns={columns}
      headingOf={useDayOf()}
      isDense={isDense}
      keyOf={({ request_id }) => request_id}
      label={t.views.requests}
      rows={rows}
      to={({ request_id }) => ({ line: request_id })}
      verbs={useVerbs()}
    />
  );
}

function Duration({ ms }: { ms: number }) {
  return <span className="tabular text-soft">{numberText(ms, useLanguage())}&nbsp;ms</span>;
}

/**
 * The day of a line. Today has no name: it is at the top, where each line of the screen counts, and a time alone means
 * today.
 */
function useDayOf(): (line: LoggedRequest) => string | null {
  const t = useTexts(requestLogTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const dayOf = (hours: number) =>
    dateText(new Date(Date.now() - hours * HOUR_MS), { language, timeZone });
  const today = dayOf(0);
  // One of the two is yesterday, also beside a day of 23 or 25 hours.
  const yesterday = [12, 26].map(dayOf).find((day) => day !== today);
  return useCallback(
    ({ at }) => {
      const day = dateText(at, { language, timeZone });
      if (day === today) return null;
      return day === yesterday ? t.yesterday : day;
    },
    [today, yesterday, language, timeZone, t],
  );
}

/** What a change has caused is its thread. */
function useVerbs(): (line: LoggedRequest) => Verb[] {
  const t = useTexts(requestLogTexts);
  const navigate = useNavigate();
  const maySee = useMay('see_audit_log');
  return (line) => {
    const run = () => void navigate({ to: `/thread/${line.request_id}` });
    return maySee && hasChanged(line) ? [{ label: t.thread, icon: 'log', run }] : [];
  };
}

/** Whether the request may have changed something. */
export const hasChanged = ({ method, status }: LoggedRequest): boolean =>
  status < 300 && !['GET', 'HEAD', 'OPTIONS'].includes(method);
