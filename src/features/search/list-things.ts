import type { UserActor } from '../../auth/actor.ts';
import { mayRead } from '../../auth/require-right.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { findNamed, type Named, withNames } from '../members/account-names.ts';
import type { FindInput, FoundKind, FoundThing, FoundThings } from './search.schema.ts';
import { byIds, byText, type Searched, searched } from './searched.ts';

/** A search uses at most this many words. More words would hardly narrow it. */
const MOST_WORDS = 8;

/**
 * Finds the things that the person may open, by name or id. For each kind, one statement looks at a limited
 * number of rows, the newest ones, whatever the team has stored. An index of trigrams would need an extension, and
 * would cost each write.
 */
export async function listThings(
  call: TeamVisit,
  { text, ids = [] }: FindInput,
): Promise<FoundThings> {
  const data: FoundThing[] = [];
  for (const kind of kindsFor(call.actor)) {
    const source = searched[kind];
    if (text !== undefined) data.push(...(await readByText(call, kind, text)));
    const own = ids.filter((id) => source.prefixes.some((prefix) => id.startsWith(`${prefix}_`)));
    if (own.length > 0) data.push(...(await readByIds(call, kind, own)));
  }
  return { data };
}

/**
 * The kinds that the person may see. The switches of the team hide all kinds that are about single people.
 */
function kindsFor(actor: UserActor): FoundKind[] {
  const showsPeople = actor.privacy.shows('found', 'people');
  const all = Object.keys(searched) as FoundKind[];
  return all.filter((kind) => {
    const { needs, isAboutPeople, insteadOf }: Searched = searched[kind];
    if (!mayRead(actor, needs)) return false;
    if (isAboutPeople && !showsPeople) return false;
    // One's own work is in the list of all.
    return !(insteadOf && showsPeople && mayRead(actor, insteadOf));
  });
}

type Row = Omit<FoundThing, 'kind'> & Named;

async function readByText(call: TeamVisit, kind: FoundKind, text: string): Promise<FoundThing[]> {
  const { db, language } = call;
  const source = searched[kind];
  if (!source.searchedText) return [];
  const words = wordsOf(text);
  const patterns = words.map(anywhere);
  const names =
    source.isPerson || source.isNamed ? [JSON.stringify(await namesFor(db, source, words))] : [];
  const params = [patterns, text, source.newest, ...ownOf(source, call), ...names];
  return named(db, kind, await db.rows<Row>(byText(source, language), params));
}

async function readByIds(
  call: TeamVisit,
  kind: FoundKind,
  ids: readonly string[],
): Promise<FoundThing[]> {
  const { db, language } = call;
  const source = searched[kind];
  const params = [ids, ...ownOf(source, call)];
  return named(db, kind, await db.rows<Row>(byIds(source, language), params));
}

/** A name alone finds the person, and not all that the person has done. */
const namesFor = (db: TeamDb, { isPerson, newest }: Searched, words: readonly string[]) =>
  isPerson || words.length > 1 ? findNamed(db, words, newest) : {};

const ownOf = ({ isOwn, isTimed }: Searched, { actor, now }: TeamVisit) =>
  isOwn ? [actor.memberId] : isTimed ? [now] : [];

/**
 * Names the things that were found. A person is shown by name, if there is one. A thing of a member shows the
 * name of this member.
 */
async function named(db: TeamDb, kind: FoundKind, rows: Row[]): Promise<FoundThing[]> {
  const { isPerson }: Searched = searched[kind];
  return (await withNames(db, rows)).map(({ name, ...row }) => {
    if (name === null) return { kind, ...row };
    if (isPerson) return { kind, ...row, label: name, detail: row.label };
    return { kind, ...row, detail: name };
  });
}

const wordsOf = (text: string): string[] => text.split(/\s+/).slice(0, MOST_WORDS);

/** The pattern of `like` for a text at any place. */
const anywhere = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
