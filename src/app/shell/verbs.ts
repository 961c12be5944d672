import type { FoundKind, FoundThing } from '../../features/search/search.schema.ts';
import type { Language } from '../../shared/language/language.ts';
import type { Place } from '../session/id-places.ts';
import { mayNow, type TeamRight } from '../session/rights.ts';
import type { Session } from '../session/session.ts';
import { copyText } from '../ui/copy.ts';
import type { IconName } from '../ui/icon.tsx';
import type { Command } from './commands.ts';
import { verbTexts } from './verb-texts.ts';

export type VerbName = keyof (typeof verbTexts)['de']['verbs'];

/** Something that a person can do with a thing. It leads to a page, which asks before it changes something. */
type Verb = { name: VerbName; icon: IconName; needs?: TeamRight } & (
  | { place: Place }
  | { copies: string }
);

type To = { needs?: TeamRight; path: string; search?: string };

const leads = (name: VerbName, icon: IconName, { needs, path, search = '' }: To): Verb => ({
  name,
  icon,
  place: { path, search },
  ...(needs && { needs }),
});

const copying = (name: VerbName, text: string | null): Verb[] =>
  text ? [{ name, icon: 'copy', copies: text }] : [];

function endpointVerbs({ id, state }: FoundThing): Verb[] {
  const path = `/webhooks/${id}`;
  const at = (dialog: string, needs: TeamRight): To => ({
    needs,
    path,
    search: `?dialog=${dialog}`,
  });
  const on = state === 'disabled_failures' ? 'resume' : 'activate';
  return [
    leads('test', 'mail', at('test', 'change_webhooks')),
    leads('replace', 'key', at('replace', 'make_webhook_secrets')),
    state === 'active'
      ? leads('pause', 'clock', at('off', 'change_webhooks'))
      : leads(on, 'refresh', at('on', 'change_webhooks')),
  ];
}

function keyVerbs({ id, detail, state }: FoundThing): Verb[] {
  const rotate = {
    needs: 'make_api_keys',
    path: '/api-keys',
    search: `?key=${id}&rotate=1`,
  } as const;
  const log = { needs: 'see_request_log', path: '/request-log', search: `?key_id=${id}` } as const;
  return [
    ...(state === 'active' ? [leads('rotate', 'refresh', rotate)] : []),
    leads('requests', 'terminal', log),
    ...copying('copyPrefix', detail),
  ];
}

function personVerbs({ id, label, detail }: FoundThing): Verb[] {
  const to = { needs: 'change_assignments', path: `/members/${id}`, search: '?assign=1' } as const;
  // Without a name, the address is the label.
  return [leads('assign', 'assignment', to), ...copying('copyEmail', detail ?? label)];
}

const threadOf = ({ within }: FoundThing): Verb[] =>
  within ? [leads('thread', 'feed', { path: `/thread/${within}` })] : [];

function deliveryVerbs(thing: FoundThing): Verb[] {
  const path = `/deliveries/${thing.id}`;
  const again = { needs: 'change_webhooks', path, search: '?dialog=resend' } as const;
  return [leads('resend', 'refresh', again), ...threadOf(thing)];
}

const ofKind: Partial<Record<FoundKind, (thing: FoundThing) => Verb[]>> = {
  endpoint: endpointVerbs,
  key: keyVerbs,
  person: personVerbs,
  delivery: deliveryVerbs,
  event: threadOf,
};

type About = { session: Session; language: Language; open: (place: Place) => void };

type Of = Pick<Command, 'thing' | 'place'> & { id?: string };

/** What the person may do with a result of the palette, or with what is open, besides opening it. */
export function verbsOf(of: Of, { session, language, open }: About): Command[] {
  const { thing, place, id = thing?.id ?? null } = of;
  const verbs = [
    ...(thing ? (ofKind[thing.kind]?.(thing) ?? []) : []),
    ...copying('copyId', id),
    ...copying('copyLink', place ? `${location.origin}${addressOf(place)}` : null),
  ];
  const t = verbTexts[language];
  const { team } = session;
  const shown = verbs.filter(({ needs }) => !needs || (team !== null && mayNow(team, needs)));
  const commands = shown.map(
    (verb): Command => ({
      id: `verb ${verb.name}`,
      label: t.verbs[verb.name],
      detail: 'copies' in verb && verb.name !== 'copyLink' ? verb.copies : undefined,
      group: t.group,
      icon: verb.icon,
      words: '',
      ...('place' in verb && { place: verb.place }),
      run: () => ('copies' in verb ? copyText(verb.copies, language) : open(verb.place)),
    }),
  );
  return place ? [...commands, newTab(place, language)] : commands;
}

const addressOf = ({ path, search = '', hash }: Place) =>
  `/app${path}${search}${hash ? `#${hash}` : ''}`;

function newTab(place: Place, language: Language): Command {
  const t = verbTexts[language];
  return {
    id: 'verb newTab',
    label: t.verbs.newTab,
    group: t.group,
    icon: 'external',
    words: '',
    run: () => void window.open(addressOf(place), '_blank', 'noopener'),
  };
}
