import type { Dimension } from '../../features/evaluations/dimensions.ts';

type Standing = 'owner' | 'admin' | 'member';

export type Person = {
  /** The part before the @ names a position in the company, and no person. */
  post: string;
  role: Standing;
  status: 'active' | 'invited' | 'removed';
  /** How many days ago the membership began and, for a removed member, ended. */
  sinceDays: number;
  untilDays?: number;
  /** Trainings in an ordinary week. */
  perWeek: number;
  /** Score at the beginning, and what a year adds to it. */
  start: number;
  gain: number;
  weakest: Dimension;
};

const member = { role: 'member', status: 'active' } as const;

/** The owner first. */
export const people: readonly [Person, ...Person[]] = [
  {
    post: 'leitung',
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
    sinceDays: 360,
    perWeek: 1.6,
    start: 52,
    gain: 19,
    weakest: 'closing',
  },
  {
    ...member,
    post: 'aussendienst.sued',
    sinceDays: 360,
    perWeek: 1.3,
    start: 49,
    gain: 16,
    weakest: 'objection_handling',
  },
  {
    ...member,
    post: 'aussendienst.west',
    sinceDays: 301,
    perWeek: 1.1,
    start: 55,
    gain: 13,
    weakest: 'closing',
  },
  {
    ...member,
    post: 'innendienst',
    sinceDays: 360,
    perWeek: 1.4,
    start: 47,
    gain: 21,
    weakest: 'closing',
  },
  {
    ...member,
    post: 'grosskunden',
    sinceDays: 244,
    perWeek: 1,
    start: 61,
    gain: 10,
    weakest: 'conversation_control',
  },
  {
    ...member,
    post: 'neukunden',
    sinceDays: 121,
    perWeek: 2.1,
    start: 44,
    gain: 24,
    weakest: 'objection_handling',
  },
  {
    ...member,
    post: 'partner',
    status: 'invited',
    sinceDays: 6,
    perWeek: 0,
    start: 0,
    gain: 0,
    weakest: 'closing',
  },
  {
    ...member,
    post: 'messe',
    status: 'invited',
    sinceDays: 2,
    perWeek: 0,
    start: 0,
    gain: 0,
    weakest: 'closing',
  },
  {
    ...member,
    post: 'aussendienst.ost',
    status: 'removed',
    sinceDays: 360,
    untilDays: 75,
    perWeek: 0.8,
    start: 50,
    gain: 4,
    weakest: 'value_argument',
  },
];

export const DOMAIN = 'beispiel-vertrieb.example';
