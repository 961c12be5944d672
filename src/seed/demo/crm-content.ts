import { z } from 'zod';
import type { PracticeAccount } from '../../crm/demo/practice.ts';
import { demoDeal, demoNote, demoOwner } from '../../crm/demo/shapes.ts';
import { type Language, languages } from '../../shared/language/language.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time/durations.ts';
import { atWork, daysBefore, isoDay } from './calendar.ts';
import { industryValueOf, outcomeOf, stageOf, stagesOf } from './crm-sales.ts';
import { dealTitles, lostReasons, objectionsIn } from './crm-texts.ts';
import { emailOf, people } from './people.ts';
import { Random } from './random.ts';
import { happened } from './year.ts';

const keptNote = demoNote.extend({ text: z.string() });

/** What the CRM of the demo team keeps in its file. Its answers have more fields. */
export const demoContent = z.object({
  /** Missing in the records of an older release, whose demo was German. */
  language: z.enum(languages).default('de'),
  owners: z.array(demoOwner),
  deals: z.array(demoDeal),
  notes: z.array(keptNote),
});

export type DemoDeal = z.output<typeof demoDeal>;
export type DemoNote = z.output<typeof keptNote>;
export type DemoContent = z.output<typeof demoContent>;

/** A person who has left was in charge of these deals. */
const ofFormerMember = [1, 4];
const OPEN_DEALS = 11;

const SEED = 2029;

type About = { language: Language; now: Date };

/** What a CRM contains after a year. Its newest change is older than the end of the demo's connection. */
export function crmContent({ language, now }: About): DemoContent {
  const random = new Random(SEED);
  const deals = dealTitles.map((titles, n) => dealOf(titles, n, { language, now }, random));
  const notes = objectionsIn(language).map(({ text }, n): DemoNote => {
    const deal_id = deals[(n * 5) % deals.length]?.id ?? '';
    const at = dealMadeAt(deal_id, now).getTime() + random.whole(24, 200) * HOUR_MS;
    const moment = new Date(at).toISOString();
    return { id: `N-${2000 + n}`, deal_id, text, written_at: moment, changed_at: moment };
  });
  const known = people.filter(({ status }) => status !== 'invited');
  const owners = known.map(({ post, name }) => {
    return { id: ownerIdOf(post), name, email: emailOf({ post, lang: language }) };
  });
  return { language, owners, deals, notes };
}

/** The person's id in the CRM. Only people who have accepted their invitation have one. */
function ownerIdOf(post: string): string {
  return `U-${1 + people.findIndex((person) => person.post === post)}`;
}

export function dealMadeAt(id: string, now: Date): Date {
  return daysBefore(now, 330 - (numberOf(id) - 1000) * 11);
}

/** The number in an id such as `D-1000`. Lists are sorted by it. */
export function numberOf(id: string): number {
  return Number(id.slice(id.indexOf('-') + 1));
}

type Titles = (typeof dealTitles)[number];

function dealOf(titles: Titles, n: number, { language, now }: About, random: Random): DemoDeal {
  const id = `D-${1000 + n}`;
  const isOpen = n >= dealTitles.length - OPEN_DEALS;
  const outcome = isOpen ? 'open' : random.chance(0.55) ? 'won' : 'lost';
  const pipeline_id = titles.pipeline || 'neugeschaeft';
  const stages = stagesOf(pipeline_id).filter((stage) => outcomeOf(stage) === outcome);
  const endsAt = isOpen
    ? daysBefore(now, -random.whole(10, 90))
    : daysBefore(dealMadeAt(id, now), -random.whole(18, 80));
  const sellers = people.filter(({ status, role }) => status === 'active' && role !== 'owner');
  const former = people.find(({ status }) => status === 'removed');
  const seller = ofFormerMember.includes(n) ? former : sellers[n % sellers.length];
  const disconnected = happened('crm.disconnected', 'con_demo', now).at;
  const activeAt = isOpen ? atWork(disconnected, 1 + random.whole(0, 9)) : endsAt;
  return {
    id,
    title: titles[language],
    amount: `${random.whole(18, 940) * 100}.${random.chance(0.3) ? '50' : '00'}`,
    currency: random.chance(0.9) ? 'EUR' : 'CHF',
    close_date: isoDay(endsAt),
    pipeline_id,
    stage_id: stages[random.whole(0, 3) % stages.length]?.id ?? '',
    owner_id: seller ? ownerIdOf(seller.post) : null,
    industry: industryValueOf(titles.industry, language),
    lost_reason: outcome === 'lost' ? random.pick(lostReasons)[language] : null,
    last_activity_at: activeAt.toISOString(),
    changed_at: activeAt.toISOString(),
    is_deleted: false,
  };
}

/** So often somebody changes a deal of a practice CRM. Each synchronization of a quarter of an hour finds one or two. */
const TURN_MS = 10 * MINUTE_MS;
/** The changes begin a day before the sandbox is there. Its first synchronization finds the last of that day. */
const BEGIN_MS = DAY_MS + 5 * MINUTE_MS;
const READ_MS = 10 * MINUTE_MS;

/** When a sandbox that is filled now was last synchronized. */
export const practiceReadAt = (since: Date): Date => new Date(since.getTime() - READ_MS);

/** How many changes there were up to a time. Each concerns a deal and its note. */
export function practiceTurns(since: Date, time: Date): number {
  const begin = since.getTime() - BEGIN_MS;
  return Math.max(0, Math.floor((time.getTime() - begin) / TURN_MS));
}

/** What the practice CRM of an account contains at a time. */
export function practiceContent({ language, since }: PracticeAccount, now: Date): DemoContent {
  const first = crmContent({ language, now: since });
  const open = first.deals.filter((deal) => {
    const stage = stageOf(deal);
    return stage && outcomeOf(stage) === 'open';
  });
  const turns = practiceTurns(since, now);
  const notes: DemoNote[] = [];
  const deals = first.deals.map((deal) => {
    const n = open.indexOf(deal);
    const rounds = n < 0 ? 0 : Math.floor((turns - 1 - n) / open.length) + 1;
    if (rounds < 1) return deal;
    const turnsMs = (n + 1 + (rounds - 1) * open.length) * TURN_MS;
    const turn = { n, rounds, at: new Date(since.getTime() - BEGIN_MS + turnsMs), language };
    notes.push(noteAfter(deal, turn));
    return dealAfter(deal, turn);
  });
  return { ...first, deals, notes: [...first.notes, ...notes] };
}

/** How often the deal has had its turn, and when it had the last one. `n` is its place among the open deals. */
type Turn = { n: number; rounds: number; at: Date; language: Language };

/** A deal goes from stage to stage. After it was won or lost, it begins anew, so that the CRM never comes to rest. */
function dealAfter(deal: DemoDeal, { n, rounds, at, language }: Turn): DemoDeal {
  const stages = stagesOf(deal.pipeline_id);
  const open = stages.filter((stage) => outcomeOf(stage) === 'open');
  const step = open.findIndex(({ id }) => id === deal.stage_id) + rounds;
  const times = Math.floor(step / (open.length + 1));
  const end = (n + times) % 3 === 0 ? 'lost' : 'won';
  const next = open[step % (open.length + 1)];
  const stage = next ?? stages.find((each) => outcomeOf(each) === end);
  const isLost = !next && end === 'lost';
  return {
    ...deal,
    amount: (Number(deal.amount) + (rounds % 4) * 1_250).toFixed(2),
    stage_id: stage?.id ?? deal.stage_id,
    close_date: isoDay(next ? daysBefore(at, -10 - 3 * n) : at),
    lost_reason: isLost ? (lostReasons[n % 4]?.[language] ?? null) : null,
    last_activity_at: at.toISOString(),
    changed_at: at.toISOString(),
  };
}

/** Each deal has one note of these turns. Its text changes, so that notes do not become ever more. */
function noteAfter({ id: deal_id }: DemoDeal, { n, rounds, at, language }: Turn): DemoNote {
  const texts = objectionsIn(language);
  const text = texts[(2 * n + rounds) % texts.length]?.text ?? '';
  const moment = at.toISOString();
  return { id: `N-${3000 + n}`, deal_id, text, written_at: moment, changed_at: moment };
}
