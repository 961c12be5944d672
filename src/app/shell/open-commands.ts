import type { FoundThing } from '../../features/search/search.schema.ts';
import { idKind, placeOfId } from '../session/id-places.ts';
import { copyText } from '../ui/copy.ts';
import { type Action, openOffer } from '../ui/open-actions.ts';
import type { Command } from './commands.ts';
import { idCommands } from './id-commands.ts';
import { paletteTexts } from './palette-texts.ts';
import { verbsOf } from './verbs.ts';

type About = Parameters<typeof verbsOf>[1] & {
  /** What is open, or the row of a list that has the focus. */
  id: string;
  /** What its page offers. Undefined for a row. */
  actions: readonly Action[] | undefined;
  /** What the server says of it. */
  thing: FoundThing | undefined;
  /** The page that is open. */
  pathname: string;
};

/**
 * What can be done with what is open: first what its page offers, then what leads elsewhere. Of a row that is not open,
 * the commands lead to its page, which asks.
 */
export function openCommands({ id, actions, thing, pathname, ...about }: About): Command[] {
  // The selected rows of a list have no id, and only their page knows what can be done with them.
  const isThing = idKind(id) !== undefined;
  const group = paletteTexts[about.language].open[idKind(id) ?? id];
  if (group === undefined) return [];
  const place = placeOfId(id, about.session);
  const verbs = verbsOf({ id, ...(thing && { thing }), ...(place && { place }) }, about);
  const leadsAway = ({ place: to }: Command) => to?.path !== pathname;
  // The page itself offers what else is done there.
  const isNew = (verb: Command) =>
    leadsAway(verb) && (!verb.place || verb.place.path !== place?.path);
  const elsewhere = isThing
    ? [
        ...(actions ? verbs.filter(isNew) : verbs),
        ...idCommands({ id, ...about, found: [] })
          .filter(leadsAway)
          .map((command) => ({ ...command, detail: undefined })),
      ]
    : [];
  return [
    ...(actions ?? []).filter(isPossible).toSorted(byRank).map(commandOf(about)),
    ...elsewhere,
  ].map((command) => ({ ...command, group }));
}

const isPossible = ({ isBusy, isDisabled }: Action) => !(isBusy || isDisabled);

/** The main button of the page comes first, and what cannot be undone comes last. */
const rank = ({ look, isDangerous }: Action) => (look === 'primary' ? 0 : isDangerous ? 2 : 1);
const byRank = (one: Action, other: Action) => rank(one) - rank(other);

function commandOf({ open, language }: Pick<About, 'open' | 'language'>) {
  return (action: Action): Command => ({
    id: `open ${action.label}`,
    label: action.label,
    keys: action.letter?.toUpperCase(),
    group: '',
    icon:
      action.icon ?? (action.isDangerous ? 'close' : action.letter === 'e' ? 'pencil' : 'right'),
    words: '',
    run: () => {
      // The page may have read something newer since the palette was opened.
      const newest = openOffer()?.actions.find(({ label }) => label === action.label) ?? action;
      if ('run' in newest) newest.run();
      else if ('copies' in newest) copyText(newest.copies, language);
      else open({ ...newest.link, search: `?${new URLSearchParams(newest.link.search)}` });
    },
  });
}
