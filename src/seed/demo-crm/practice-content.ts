import type { PracticeAccount } from '../../crm/demo/practice.ts';
import { newId } from '../../db/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/durations.ts';
import { type CrmRows, crmRows } from '../demo/crm.ts';
import { lostReasons, objectionsIn } from '../demo/crm-texts.ts';
import { people } from '../demo/people.ts';
import { Random } from '../demo/random.ts';
import type { DemoTeam } from '../demo/team.ts';
import type { DemoContent, DemoDeal, DemoNote } from './records.ts';
import { outcomeOf, stageOf, stagesOf } from './sales.ts';

const SEED = 2029;
/** So often somebody changes a deal. Each synchronization of a quarter of an hour finds one or two. */
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

/** The rows of the CRM with which a sandbox begins: what its last synchronization has read. */
export function practiceRows(team: DemoTeam, since: Date): CrmRows {
  const rows = firstRows(team, since);
  const { deals, notes } = practiceContent({ language: team.lang, since }, practiceReadAt(since));
  const read = new Map(deals.map((deal) => [deal.id, deal]));
  const first = new Set(rows.objections.map(({ source_id }) => source_id));
  const fresh = notes.filter(({ id }) => !first.has(id));
  return {
    ...rows,
    deals: rows.deals.map((row) => ({ ...row, ...columnsOf(read.get(row.external_id)) })),
    objections: [...rows.objections, ...fresh.flatMap((note) => objectionIn(note, team, rows))],
  };
}

function columnsOf(deal: DemoDeal | undefined) {
  const stage = deal && stageOf(deal);
  if (!deal || !stage) return {};
  const { amount, stage_id, lost_reason, close_date } = deal;
  const at = new Date(deal.changed_at);
  return {
    amount: amount ?? '',
    stage_id,
    lost_reason,
    last_activity_at: at,
    changed_at: at,
    outcome: outcomeOf(stage),
    probability: stage.probability,
    close_date: new Date(close_date ?? at),
  };
}

function objectionIn(note: DemoNote, team: DemoTeam, { deals, objections }: CrmRows) {
  const found = objectionsIn(team.lang).find(({ text }) => text === note.text);
  const deal = deals.find(({ external_id }) => external_id === note.deal_id);
  const [any] = objections;
  if (!found || !deal || !any) return [];
  const created_at = new Date(note.written_at);
  const origin = { id: newId('obj', created_at), source_id: note.id, deal_id: deal.id };
  return [{ ...any, ...found, ...origin, created_at }];
}

const firstRows = (team: DemoTeam, since: Date) => crmRows(team, new Random(SEED), since);

/** What the practice CRM of an account contains at a time. */
export function practiceContent({ language, since }: PracticeAccount, now: Date): DemoContent {
  const first = firstContent(language, since);
  const open = first.deals.filter(isOpen);
  const begin = since.getTime() - BEGIN_MS;
  const turns = practiceTurns(since, now);
  const notes: DemoNote[] = [];
  const changed = open.map((deal, n) => {
    const rounds = Math.floor((turns - 1 - n) / open.length) + 1;
    if (rounds < 1) return deal;
    const at = new Date(begin + (n + 1 + (rounds - 1) * open.length) * TURN_MS);
    const turn = { n, rounds, at, language };
    notes.push(noteAfter(deal, turn));
    return dealAfter(deal, turn);
  });
  const byId = new Map(changed.map((deal) => [deal.id, deal]));
  const deals = first.deals.map((deal) => byId.get(deal.id) ?? deal);
  return { ...first, deals, notes: [...first.notes, ...notes] };
}

function isOpen(deal: DemoDeal): boolean {
  const stage = stageOf(deal);
  return stage !== undefined && outcomeOf(stage) === 'open';
}

/** How often the deal has had its turn, and when it had the last one. `n` is its place among the open deals. */
type Turn = { n: number; rounds: number; at: Date; language: PracticeAccount['language'] };

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
  const closesAt = next ? at.getTime() + (10 + 3 * n) * DAY_MS : at.getTime();
  const moment = at.toISOString();
  return {
    ...deal,
    amount: (Number(deal.amount) + (rounds % 4) * 1_250).toFixed(2),
    stage_id: stage?.id ?? deal.stage_id,
    close_date: new Date(closesAt).toISOString().slice(0, 10),
    lost_reason: isLost ? (lostReasons[language][n % 4] ?? null) : null,
    last_activity_at: moment,
    changed_at: moment,
  };
}

/** Each deal has one note of these turns. Its text changes, so that notes do not become ever more. */
function noteAfter({ id: deal_id }: DemoDeal, { n, rounds, at, language }: Turn): DemoNote {
  const texts = objectionsIn(language);
  const text = texts[(2 * n + rounds) % texts.length]?.text ?? '';
  const moment = at.toISOString();
  return { id: `N-${3000 + n}`, deal_id, text, written_at: moment, changed_at: moment };
}

function firstContent(language: PracticeAccount['language'], since: Date): DemoContent {
  const rows = firstRows(teamOf(language), since);
  const externalIds = new Map(rows.deals.map(({ id, external_id }) => [id, external_id]));
  const deals = rows.deals.map((row): DemoDeal => {
    const moment = row.last_activity_at.toISOString();
    return {
      id: row.external_id,
      title: row.title,
      amount: row.amount,
      currency: row.currency,
      close_date: row.close_date.toISOString().slice(0, 10),
      pipeline_id: row.pipeline_id,
      stage_id: row.stage_id ?? '',
      owner_id: row.owner_id,
      industry: row.industry_value,
      lost_reason: row.lost_reason,
      last_activity_at: moment,
      changed_at: moment,
      is_deleted: false,
    };
  });
  const notes = rows.objections.map((row): DemoNote => {
    const moment = row.created_at.toISOString();
    const deal_id = externalIds.get(row.deal_id) ?? '';
    return { id: row.source_id, deal_id, text: row.text, written_at: moment, changed_at: moment };
  });
  const owners = rows.owners.map(({ external_id: id, name, email }) => ({ id, name, email }));
  return { language, owners, deals, notes };
}

/** The people of the sandbox, as far as their CRM knows them. */
function teamOf(lang: PracticeAccount['language']): DemoTeam {
  const members = people.map((person) => ({
    ...person,
    lang,
    memberId: person.post,
    userId: person.status === 'invited' ? null : person.post,
    invitedAt: new Date(0),
    joinedAt: null,
  }));
  const nobody = { tenantId: '', ownerMemberId: '', ownerUserId: '', ownerEmail: '' };
  return { ...nobody, lang, members };
}
