import type { ScoreDimension } from '../../features/evaluations/score-dimensions.ts';
import type { InEach, Language } from '../../shared/language/language.ts';
import { table } from './table.ts';

/** The language of the demo and of its people. */
export type InLanguage = { lang: Language };

export type Person = {
  /** Names a position, not a person. In German it is the part of the address before the @. */
  post: string;
  /** An invented name. Null before the first sign-in. */
  name: string | null;
  role: 'owner' | 'admin' | 'member';
  status: 'active' | 'invited' | 'removed';
  /** How many days ago the membership began and, for a removed member, ended. */
  sinceDays: number;
  untilDays?: number;
  /** How many days ago the invitation was sent again. */
  invitedAgainDays?: number;
  /** The personnel system has invited this person, over REST. */
  throughApi?: true;
  /** How many trainings in an ordinary week. */
  perWeek: number;
  /** The score at the beginning, and how much a year adds. */
  start: number;
  gain: number;
  weakest: ScoreDimension;
};

const rows = table(
  [
    ...(['post', 'english', 'name', 'role', 'status', 'since', 'until', 'again', 'by'] as const),
    ...(['perWeek', 'start', 'gain', 'weakest'] as const),
  ],
  `
leitung             | management   | Katrin Voss     | owner  | active  | 366 |    |   |     | 0.3 | 66 | 6  | needs_analysis
vertriebsleitung    | sales.lead   | Jonas Brandt    | admin  | active  | 364 |    |   |     | 0.7 | 64 | 9  | closing
personalentwicklung | training     | Miriam Keller   | admin  | active  | 362 |    |   |     | 0.4 | 58 | 8  | objection_handling
aussendienst.nord   | field.north  | Lars Petersen   | member | active  | 360 |    |   |     | 1.6 | 52 | 19 | closing
aussendienst.sued   | field.south  | Theresa Huber   | member | active  | 360 |    |   |     | 1.3 | 49 | 16 | objection_handling
aussendienst.west   | field.west   | Emre Aydin      | member | active  | 301 |    |   |     | 1.1 | 55 | 13 | closing
innendienst         | inside.sales | Sabine Lorenz   | member | active  | 360 |    |   |     | 1.4 | 47 | 21 | closing
grosskunden         | key.accounts | Philipp Reuter  | member | active  | 244 |    |   |     | 1   | 61 | 10 | conversation_control
neukunden           | new.business | Lena Hartmann   | member | active  | 121 |    |   | api | 2.1 | 44 | 24 | objection_handling
partner             | partners     |                 | member | invited | 11  |    |   | api | 0   | 0  | 0  | closing
messe               | fairs        |                 | member | invited | 9   |    | 2 |     | 0   | 0  | 0  | closing
aussendienst.ost    | field.east   | Tobias Krüger   | member | removed | 360 | 75 |   |     | 0.8 | 50 | 4  | closing
`,
);

/** The people. The owner comes first. */
export const people: readonly Person[] = rows.map(({ until, again, by, ...row }) => ({
  post: row.post,
  name: row.name || null,
  role: row.role as Person['role'],
  status: row.status as Person['status'],
  sinceDays: Number(row.since),
  ...(until && { untilDays: Number(until) }),
  ...(again && { invitedAgainDays: Number(again) }),
  ...(by === 'api' && { throughApi: true }),
  perWeek: Number(row.perWeek),
  start: Number(row.start),
  gain: Number(row.gain),
  weakest: row.weakest as ScoreDimension,
}));

export const domains: InEach<string> = {
  de: 'beispiel-vertrieb.example',
  en: 'example-sales.example',
};

export function emailOf({ post, lang }: Pick<Person, 'post'> & InLanguage): string {
  const english = rows.find((row) => row.post === post)?.english ?? post;
  return `${lang === 'de' ? post : english}@${domains[lang]}`;
}
