import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { FoundThing } from '../../features/search/search.schema.ts';
import { trpc } from '../api/client.ts';
import { idKind, type Place } from '../session/id-places.ts';
import type { Session } from '../session/session.ts';
import { useTimeZone } from '../session/time-zone.tsx';
import { useSavedViews } from '../team/saved-views.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { useOpenOffer } from '../ui/open-actions.ts';
import { type Command, commandsOf } from './commands.ts';
import { listCommands } from './filtered-lists.ts';
import { iconOfFound, placeOfFound } from './found-places.ts';
import { idCommands } from './id-commands.ts';
import { matching, partsOf } from './matching.ts';
import { openCommands } from './open-commands.ts';
import { viewsOf } from './pages-of.ts';
import { paletteTexts } from './palette-texts.ts';
import { recentOf, shownAt } from './recent.ts';
import { shellTexts } from './texts.ts';
import { objectsOf, verbCommands } from './verb-commands.ts';
import { verbsOf } from './verbs.ts';

/** What the palette shows for a text. More may come while the server is asked. */
export type Found = {
  text: string;
  commands: readonly Command[];
  isSearching: boolean;
  hasFailed: boolean;
};

type Props = {
  text: string;
  session: Session;
  /** The row of a list that had the focus when the palette was opened. */
  row: string | undefined;
  onShortcuts: () => void;
  onFound: (found: Found) => void;
};

/** The palette shows at most this many commands of the app before the entries that the server has found. */
const FIRST = 5;
const KEPT_MS = 30_000;

/** Finds pages, commands, settings and things of the team. It draws nothing, and its code is loaded late. */
export function Finder({ text, session, row, onShortcuts, onFound }: Props) {
  const t = useTexts(shellTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const query = searchable(text);
  const settled = useSettled(query);
  const open = useOpenPlace();
  const opened = useOpened(row);
  const own = useOwnCommands({ session, language, t, open, onShortcuts });
  const [recent] = useState(() => recentOf(session).filter((one) => one !== opened.here));
  const isText = session.team && query.length > 1 && settled.length > 1 && !idKind(settled);
  const { data: things, isFetching, isOld, hasFailed } = useThings(isText && { text: settled });
  const isBehind = isOld || query !== settled;
  const similar = useSimilar(isText && !isBehind && things, settled);
  const objects = isText && objectsOf(settled, language);
  const { data: aims } = useThings(objects && { text: objects });
  const ids = [...opened.ids, ...recent].filter(idKind);
  const { data: last } = useThings(session.team && ids.length > 0 && { ids });
  const { data: pasted } = useThings(session.team && idKind(query) && { ids: [query] });
  const commands = useMemo(() => {
    const answers = { recent, last, pasted, things, similar, aims, isBehind };
    const about = { session, language, open };
    const found = ordered(query, own, { ...about, timeZone, answers });
    const ofOpened = opened.ids.flatMap((id) => {
      const thing = last?.find((one) => one.id === id);
      return openCommands({ ...opened, id, thing, ...about });
    });
    return unique([
      ...(query === '' ? ofOpened : matching(ofOpened, query).near),
      ...found.map((one) => withVerbs(one, about)),
    ]);
  }, [
    query,
    own,
    session,
    language,
    timeZone,
    open,
    opened,
    recent,
    last,
    pasted,
    things,
    similar,
    aims,
    isBehind,
  ]);
  const isSearching = query !== settled || isFetching;
  useLayoutEffect(
    () => onFound({ text, commands, isSearching, hasFailed }),
    [text, commands, isSearching, hasFailed, onFound],
  );
  return null;
}

/** What is open, or else the row of a list that has the focus. */
function useOpened(row: string | undefined) {
  const offer = useOpenOffer();
  const place = useLocation();
  return useMemo(() => {
    const id = offer?.id ?? row;
    const ids = id === undefined ? [] : [id];
    return { ids, actions: offer?.actions, here: shownAt(place), pathname: place.pathname };
  }, [offer, row, place]);
}

/** Opens a place. An entry that opens beside a list gets the focus, also if another one was open there. */
function useOpenPlace(): (place: Place) => void {
  const navigate = useNavigate();
  return useCallback(
    async ({ path, search = '', hash }) => {
      await navigate({
        to: path,
        search: Object.fromEntries(new URLSearchParams(search)) as never,
        ...(hash && { hash }),
      });
      document.querySelector<HTMLElement>('[data-pane]')?.focus();
    },
    [navigate],
  );
}

/** What the palette offers without a search. */
function useOwnCommands(about: Omit<Parameters<typeof commandsOf>[0], 'views'>): Command[] {
  const saved = useSavedViews();
  const { session, language, t, open, onShortcuts } = about;
  return useMemo(() => {
    const views = viewsOf(saved, session);
    return commandsOf({ session, language, t, open, onShortcuts, views });
  }, [saved, session, language, t, open, onShortcuts]);
}

type Answers = {
  recent: readonly string[];
  /** The last visits, what a pasted id names, and what the text has found. */
  last: readonly FoundThing[] | undefined;
  pasted: readonly FoundThing[] | undefined;
  things: readonly FoundThing[] | undefined;
  /** If it has found nothing: what begins or ends with the same letters. */
  similar: readonly FoundThing[];
  /** What the words behind a verb have found. */
  aims: readonly FoundThing[] | undefined;
  /** What the text has found belongs to an earlier text. */
  isBehind: boolean;
};

type Asked = Parameters<typeof listCommands>[1] & { answers: Answers };

/** What the palette shows for a text, in this order. */
function ordered(query: string, own: readonly Command[], { answers, ...about }: Asked): Command[] {
  const { recent, last, pasted, things, similar, aims, isBehind } = answers;
  const shown = (thing: FoundThing) => thingCommand(thing, about);
  const group = shellTexts[about.language].paletteRecent;
  const recents = recent.flatMap((opened): Command[] => {
    const thing = last?.find(({ id }) => id === opened);
    const command = thing ? shown(thing) : own.find(({ id }) => id === opened);
    return command ? [{ ...command, group }] : [];
  });
  if (query === '') {
    const actions = own.filter((one) => one.group === shellTexts[about.language].paletteActions);
    return unique([...recents, ...actions, ...own]);
  }
  if (idKind(query)) {
    return idCommands({ id: query, ...about, found: pasted?.map(shown) ?? [] });
  }
  const { near, far } = matching(own, query);
  const named = (things ?? []).map(shown);
  const alike = matching(similar.map(shown), query);
  // Enter must not open what only an earlier text had found.
  const fitting = matching(named, query);
  return unique([
    ...listCommands(query, about),
    ...matching(recents, query).near,
    ...near.slice(0, FIRST),
    ...verbCommands(query, [...(last ?? []), ...(aims ?? [])], about),
    ...(isBehind ? [...fitting.near, ...fitting.far] : named),
    ...alike.near,
    ...alike.far,
    ...near.slice(FIRST),
    ...far,
  ]);
}

type ThingsQuery = { text: string } | { ids: string[] };

/** Asks the server. What the text before has found stays until the answer for this text is there. */
function useThings(query: ThingsQuery | false | null | undefined | '') {
  const options = trpc.search.list.queryOptions(query || {}, { staleTime: KEPT_MS });
  const { data, isFetching, isPlaceholderData, isError } = useQuery({
    ...options,
    ...(query && 'text' in query && { placeholderData: keepPreviousData }),
    enabled: Boolean(query),
  });
  return {
    data: query ? data?.data : undefined,
    isFetching,
    isOld: isPlaceholderData,
    hasFailed: Boolean(query) && isError,
  };
}

/** If nothing has exactly this name: what begins or ends like it, because it may be meant. */
function useSimilar(things: readonly FoundThing[] | false | null | undefined, text: string) {
  const isUnknown = things && things.length === 0;
  const { beginnings, ends } = partsOf(text);
  const { data: begin } = useThings(isUnknown && { text: beginnings });
  const { data: end } = useThings(isUnknown && { text: ends });
  return useMemo(() => [...(begin ?? []), ...(end ?? [])], [begin, end]);
}

type Shown = Pick<Parameters<typeof idCommands>[0], 'language' | 'open'>;

function thingCommand(thing: FoundThing, { language, open }: Shown): Command {
  const t = paletteTexts[language];
  const place = placeOfFound(thing);
  return {
    id: thing.id,
    label: thing.label ?? (thing.kind === 'run' ? thing.id : t.untitled),
    detail: thing.detail ?? undefined,
    group: t.kinds[thing.kind],
    icon: iconOfFound(thing),
    words: thing.detail ?? '',
    place,
    thing,
    run: () => open(place),
  };
}

function withVerbs(command: Command, about: Parameters<typeof verbsOf>[1]): Command {
  const { thing, place } = command;
  const of = { ...(thing && { thing }), ...(place && { place }) };
  return thing || place ? { ...command, verbs: () => verbsOf(of, about) } : command;
}

/** Removes repeated commands. The first one stays. */
function unique(commands: Command[]): Command[] {
  const seen = new Set<string>();
  return commands.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Nobody searches for a name with more characters. */
const LONGEST = 100;

/**
 * The text that is sent to the server. An API key is shortened to its beginning, because that identifies the key and
 * the rest is secret. The secret of a webhook is removed, because it identifies nothing. Both are found anywhere in the
 * text, such as in a header or between quotes.
 */
function searchable(text: string): string {
  const trimmed = text.trim();
  if (trimmed.includes('whsec_')) return '';
  const [key] = /svck_live_[0-9A-Za-z]{10}/.exec(trimmed) ?? [];
  return key ?? trimmed.slice(0, LONGEST).toWellFormed();
}

const PAUSE_MS = 120;

/** The text, once the person has stopped typing for a moment. An empty text counts at once. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
