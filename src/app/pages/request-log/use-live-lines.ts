import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type {
  LineFilter,
  LoggedRequest,
} from '../../../features/request-log/request-log.schema.ts';
import { client } from '../../api/client.ts';

const EACH_MS = 2_000;
const MOST = 200;

type Options = {
  filter: LineFilter;
  /** The loaded lines of the list, and the time after which newer lines are asked for. */
  loaded: readonly LoggedRequest[];
  since: string | undefined;
  isOn: boolean;
  /** While the person reads, new lines wait, so that nothing moves on the screen. */
  isReading: boolean;
  /** Called if there are more new lines than one answer holds. The list is then read again. */
  onTooMany: () => void;
};

/** Adds new lines as they come. Answers overlap by some seconds, so each line is known by its id. */
export function useLiveLines(options: Options) {
  const { filter, loaded, since, isOn, isReading, onTooMany } = options;
  const [arrived, setArrived] = useState<readonly LoggedRequest[]>([]);
  const [shownIds, setShownIds] = useState<ReadonlySet<string>>(new Set());
  const next = useRef<string>(undefined);
  const { isError } = useQuery({
    queryKey: ['live-lines', filter],
    enabled: isOn && since !== undefined,
    refetchInterval: EACH_MS,
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      const query = { ...filter, since: next.current ?? since, limit: MOST };
      const page = await client.requestLog.list.query(query);
      next.current = page.poll_since;
      if (page.next_cursor !== null) onTooMany();
      setArrived((before) => withNew(before, page.data));
      return page.data.length;
    },
  });
  const { rows, waiting } = useMemo(
    () => arranged({ loaded, arrived, shownIds, isReading }),
    [loaded, arrived, shownIds, isReading],
  );
  const showAll = useCallback(
    () => setShownIds(new Set(arrived.map(({ request_id }) => request_id))),
    [arrived],
  );
  // A line that has been shown stays where it is.
  if (!isReading && arrived.some(({ request_id }) => !shownIds.has(request_id))) showAll();
  return { rows, waiting, showAll, isBroken: isOn && isError };
}

function withNew(
  before: readonly LoggedRequest[],
  answer: readonly LoggedRequest[],
): readonly LoggedRequest[] {
  const seen = new Set(before.map(({ request_id }) => request_id));
  const added = answer.filter(({ request_id }) => !seen.has(request_id));
  return added.length === 0 ? before : [...added, ...before];
}

type LinesInput = Pick<Options, 'loaded' | 'isReading'> & {
  arrived: readonly LoggedRequest[];
  shownIds: ReadonlySet<string>;
};

function arranged({ loaded, arrived, shownIds, isReading }: LinesInput) {
  const inList = new Set(loaded.map(({ request_id }) => request_id));
  const newer = arrived.filter(({ request_id }) => !inList.has(request_id));
  const isShown = ({ request_id }: LoggedRequest) => !isReading || shownIds.has(request_id);
  const rows = [...newer.filter(isShown), ...loaded];
  rows.sort((a, b) => compare(b.at, a.at) || compare(b.request_id, a.request_id));
  return { rows, waiting: newer.filter((line) => !isShown(line)).length };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
