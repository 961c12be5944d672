import type { FoundThing } from '../../features/search/search.schema.ts';
import type { Language } from '../../shared/language/language.ts';
import type { Command } from './commands.ts';
import { placeOfFound } from './found-places.ts';
import { matching } from './matching.ts';
import { paletteTexts } from './palette-texts.ts';
import { verbTexts } from './verb-texts.ts';
import { type VerbName, verbsOf } from './verbs.ts';

/** A shorter word begins too many names. */
const LEAST = 3;
/** The results must not be far below. */
const MOST = 5;

/** For each verb with which a person may begin: a text that all things have of which it is one. */
const inAll: Partial<Record<VerbName, string>> = {
  rotate: 'svck_live_',
  requests: 'svck_live_',
  test: 'https://',
  replace: 'https://',
  pause: 'https://',
  activate: 'https://',
  resume: 'https://',
  assign: '@',
};

/** The text for which things are looked up, if a text such as `rotate power` begins with a verb. */
export function objectsOf(text: string, language: Language): string {
  const [verb = '', ...others] = text.toLowerCase().split(/\s+/);
  if (verb.length < LEAST) return '';
  const labels = verbTexts[language].verbs;
  const name = (Object.keys(inAll) as VerbName[]).find((one) =>
    ` ${labels[one].toLowerCase()}`.includes(` ${verb}`),
  );
  if (!name) return '';
  const rest = others.join(' ');
  return rest.length > 1 ? rest : (inAll[name] ?? '');
}

type About = Parameters<typeof verbsOf>[1];

/** What a text such as `rotate power` names: something that can be done with one of the things. */
export function verbCommands(text: string, things: readonly FoundThing[], about: About): Command[] {
  if (text.search(/\s|$/) < LEAST) return [];
  const all = things.flatMap((thing) => {
    const name = thing.label ?? paletteTexts[about.language].untitled;
    return verbsOf({ thing, place: placeOfFound(thing) }, about)
      .filter(({ place }) => place)
      .map(({ place: _, ...verb }) => ({
        ...verb,
        id: `${verb.id} ${thing.id}`,
        detail: name,
        group: paletteTexts[about.language].kinds[thing.kind],
        words: `${name} ${thing.detail ?? ''}`,
      }));
  });
  return matching(all, text).near.slice(0, MOST);
}
