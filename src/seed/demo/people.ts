import type { ScoreDimension } from '../../features/evaluations/score-dimensions.ts';
import type { InEach, Language } from '../../shared/language.ts';

/** The language of the demo and of its people. */
export type InLanguage = { lang: Language };

type Standing = 'owner' | 'admin' | 'member';

export type Person = {
  /** Names a position, not a person. In German it is the part of the address before the @. */
  post: string;
  /** An invented name. Null before the first sign-in. */
  name: string | null;
  role: Standing;
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

const member = { role: 'member', status: 'active' } as const;

/** The people. The owner comes first. */
export const people: readonly [Person, ...Person[]] = [
  {
    post: 'leitung',
    name: 'Katrin Voss',
    role: 'owner',
    status: 'active',
    sinceDays: 366,
    perWeek: 0.3,
    start: 66,
    gain: 6,
    weakest: 'needs_analysis',
  },
  {
    post: 'vertriebsleitung',
    name: 'Jonas Brandt',
    role: 'admin',
    status: 'active',
    sinceDays: 364,
    perWeek: 0.7,
    start: 64,
    gain: 9,
    weakest: 'closing',
  },
  {
    post: 'personalentwicklung',
    name: 'Miriam Keller',
    role: 'admin',
    status: 'active',
    sinceDays: 362,
    perWeek: 0.4,
    start: 58,
    gain: 8,
    weakest: 'objection_handling',
  },
  {
    ...member,
    post: 'aussendienst.nord',
    name: 'Lars Petersen',
    sinceDays: 360,
    perWeek: 1.6,
    start: 52,
    gain: 19,
    weakest: 'closing',
  },
  {
    ...member,
    post: 'aussendienst.sued',
    name: 'Theresa Huber',
    sinceDays: 360,
    perWeek: 1.3,
    start: 49,
    gain: 16,
    weakest: 'objection_handling',
  },
  {
    ...member,
    post: 'aussendienst.west',
    name: 'Emre Aydin',
    sinceDays: 301,
    perWeek: 1.1,
    start: 55,
    gain: 13,
    weakest: 'closing',
  },
  {
    ...member,
    post: 'innendienst',
    name: 'Sabine Lorenz',
    sinceDays: 360,
    perWeek: 1.4,
    start: 47,
    gain: 21,
    weakest: 'closing',
  },
  {
    ...member,
    post: 'grosskunden',
    name: 'Philipp Reuter',
    sinceDays: 244,
    perWeek: 1,
    start: 61,
    gain: 10,
    weakest: 'conversation_control',
  },
  {
    ...member,
    post: 'neukunden',
    name: 'Lena Hartmann',
    throughApi: true,
    sinceDays: 121,
    perWeek: 2.1,
    start: 44,
    gain: 24,
    weakest: 'objection_handling',
  },
  {
    ...member,
    post: 'partner',
    name: null,
    throughApi: true,
    status: 'invited',
    sinceDays: 11,
    perWeek: 0,
    start: 0,
    gain: 0,
    weakest: 'closing',
  },
  {
    ...member,
    post: 'messe',
    name: null,
    invitedAgainDays: 2,
    status: 'invited',
    sinceDays: 9,
    perWeek: 0,
    start: 0,
    gain: 0,
    weakest: 'closing',
  },
  {
    ...member,
    post: 'aussendienst.ost',
    name: 'Tobias Krüger',
    status: 'removed',
    sinceDays: 360,
    untilDays: 75,
    perWeek: 0.8,
    start: 50,
    gain: 4,
    weakest: 'value_argument',
  },
];

export const domains: InEach<string> = {
  de: 'beispiel-vertrieb.example',
  en: 'example-sales.example',
};

const englishPosts: Record<string, string> = {
  leitung: 'management',
  vertriebsleitung: 'sales.lead',
  personalentwicklung: 'training',
  'aussendienst.nord': 'field.north',
  'aussendienst.sued': 'field.south',
  'aussendienst.west': 'field.west',
  'aussendienst.ost': 'field.east',
  innendienst: 'inside.sales',
  grosskunden: 'key.accounts',
  neukunden: 'new.business',
  partner: 'partners',
  messe: 'fairs',
};

export function emailOf({ post, lang }: Pick<Person, 'post'> & InLanguage): string {
  const mailbox = lang === 'de' ? post : (englishPosts[post] ?? post);
  return `${mailbox}@${domains[lang]}`;
}
