import type { FoundThing } from '../../features/search/search.schema.ts';
import { type Language, nextLanguage } from '../../shared/language/language.ts';
import { mayOpen, type Place } from '../session/id-places.ts';
import { mayNow } from '../session/rights.ts';
import type { Session } from '../session/session.ts';
import { signOut, switchTeam } from '../session/sign-out.ts';
import { switchLanguage } from '../session/switch-language.ts';
import type { SavedView } from '../team/saved-views.ts';
import { docsAddress } from '../ui/docs-link.tsx';
import type { IconName } from '../ui/icon.tsx';
import { goKeysOf } from './go-keys.ts';
import { pagesOf } from './pages-of.ts';
import { paletteTexts } from './palette-texts.ts';
import { settings } from './settings-places.ts';
import type { shellTexts } from './texts.ts';
import { setTheme, themes } from './theme.ts';

export type Command = {
  id: string;
  label: string;
  /** A text that distinguishes the command from others with the same name. */
  detail?: string | undefined;
  /** The keyboard shortcut of the command. */
  keys?: string | undefined;
  group: string;
  icon: IconName;
  /** Further words that find it. */
  words: string;
  /** Where it leads, if it is a page or a thing. */
  place?: Place;
  thing?: FoundThing;
  /** What else the person can do with it. */
  verbs?: () => readonly Command[];
  run: () => void;
};

type About = {
  session: Session;
  language: Language;
  t: (typeof shellTexts)['de'];
  open: (place: Place) => void;
  onShortcuts: () => void;
  views: readonly SavedView[];
};

/** All that the palette offers without asking the server: pages, teams and commands. */
export function commandsOf({ session, language, t, open, onShortcuts, views }: About): Command[] {
  const pages = pagesOf(session).map(
    (page): Command => ({
      id: page.path,
      label: page.title[language],
      group: t.palettePages,
      icon: page.nav?.icon ?? 'right',
      words: [...Object.values(page.title), page.words].join(' '),
      keys: goKeysOf(page.path),
      place: { path: page.path },
      run: () => open({ path: page.path }),
    }),
  );
  const starting = pagesOf(session).flatMap(({ path, begins, words = '' }): Command[] => {
    if (!begins || !session.team || !mayNow(session.team, begins.needs)) return [];
    const { title, search } = begins;
    return [
      {
        id: `${path}${search}`,
        label: title[language],
        group: t.paletteActions,
        icon: 'plus',
        words: [...Object.values(title), words].join(' '),
        run: () => open({ path, search }),
      },
    ];
  });
  const looks = themes.map(
    (theme): Command => ({
      id: theme,
      label: `${t.theme}: ${t.themes[theme]}`,
      group: t.paletteActions,
      icon: theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'screen',
      words: 'theme dark light hell dunkel',
      run: () => setTheme(theme),
    }),
  );
  const out: Command = {
    id: 'sign-out',
    label: t.signOut,
    group: t.paletteActions,
    icon: 'out',
    words: 'logout abmelden sign out',
    run: () => void signOut(),
  };
  return [
    ...pages,
    ...savedOf({ views, t, open }),
    ...starting,
    ...settingsOf({ session, language, open }),
    ...teamsOf({ session, t }),
    ...fromMenu({ language, t, onShortcuts }),
    ...looks,
    out,
  ];
}

function savedOf({ views, t, open }: Pick<About, 'views' | 't' | 'open'>): Command[] {
  return views.map(({ id, name, path, filters }) => ({
    id,
    label: name,
    group: t.views,
    icon: 'bookmark',
    words: t.views,
    run: () => open({ path, search: `?${new URLSearchParams(filters)}` }),
  }));
}

function teamsOf({ session, t }: Pick<About, 'session' | 't'>): Command[] {
  const others = session.teams.filter(({ id }) => id !== session.team?.id);
  return others.map(({ id, name, sandbox_of }) => ({
    id,
    label: name,
    detail: sandbox_of === null ? undefined : t.sandbox,
    group: t.switchTeam,
    icon: sandbox_of === null ? 'people' : 'flask',
    words: sandbox_of === null ? t.switchTeam : `${t.switchTeam} sandbox`,
    run: () => void switchTeam(id),
  }));
}

function settingsOf({ session, language, open }: Pick<About, 'session' | 'language' | 'open'>) {
  return settings
    .filter(({ needs }) => mayOpen(needs, session))
    .map(
      ({ title, words, needs: _, ...place }): Command => ({
        id: `setting ${title.en}`,
        label: title[language],
        group: paletteTexts[language].settings,
        icon: 'gear',
        words: [...Object.values(title), words, 'einstellung setting'].join(' '),
        place,
        run: () => open(place),
      }),
    );
}

type FromMenu = Pick<About, 'language' | 't' | 'onShortcuts'>;

/** The commands that are also in the user menu. */
function fromMenu({ language, t, onShortcuts }: FromMenu): Command[] {
  const docs: Command = {
    id: 'docs',
    label: t.docs,
    group: t.paletteActions,
    icon: 'book',
    words: 'docs documentation dokumentation api reference referenz guide anleitung help hilfe',
    run: () => void window.open(docsAddress(language), '_blank', 'noopener'),
  };
  const other = nextLanguage(language);
  const speak: Command = {
    id: `language-${other}`,
    label: t.languages[other],
    group: t.paletteActions,
    icon: 'globe',
    words: 'language sprache english englisch german deutsch',
    run: () => void switchLanguage(other, language),
  };
  const keys: Command = {
    id: 'shortcuts',
    label: t.shortcuts,
    group: t.paletteActions,
    icon: 'keyboard',
    words: 'tastatur tasten kürzel keyboard keys shortcuts hotkeys',
    run: onShortcuts,
  };
  return [docs, speak, keys];
}
