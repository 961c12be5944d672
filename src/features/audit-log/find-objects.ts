import type { MemberCall } from '../../operation/call.ts';
import { namedIn } from '../../shared/language/language.ts';
import { labelsOf } from '../catalog/describe-entry.ts';
import { findEntries } from '../catalog/find-entries.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';

/** What an object is called now. Null if it has no name, or if the person may not see it. */
export type FoundObject = { name: string | null; isGone: boolean; canOpen: boolean };

type Named = { id: string; name: string | null; canOpen?: boolean };
type Finder = (call: MemberCall, ids: string[]) => Promise<Named[]>;

/** The finders, by the beginning of the ids. An object that its finder does not return was deleted. */
const finders: Record<string, Finder> = {
  mem: members,
  key: keys,
  whe: endpoints,
  whd: deliveries,
  whr: retries,
  asg: assignments,
  trn: trainings,
  cas: cases,
  cat: entries,
  // The ids of the product's own catalog begin with their dimension.
  sit: entries,
  per: entries,
  ind: entries,
  rol: entries,
  met: entries,
  rul: rules,
  con: connections,
  ten: teams,
};

/**
 * Finds the present names of the objects that entries name. An entry stores no name: so an erasure has
 * nothing to do in these rows, and a renamed object appears under its present name.
 */
export async function findObjects(
  call: MemberCall,
  ids: ReadonlySet<string>,
): Promise<Map<string, FoundObject>> {
  const byKind = Map.groupBy(ids, (id) => id.slice(0, 3));
  const found = new Map<string, FoundObject>();
  for (const [kind, ofKind] of byKind) {
    const find = finders[kind];
    if (!find) continue;
    for (const id of ofKind) found.set(id, { name: null, isGone: true, canOpen: false });
    for (const { id, name, canOpen = true } of await find(call, ofKind)) {
      found.set(id, { name, isGone: false, canOpen });
    }
  }
  return found;
}

const named = <T extends { id: string }>(rows: readonly T[], nameOf: (row: T) => string | null) =>
  rows.map((row): Named => ({ id: row.id, name: nameOf(row) }));

const byId = (all: readonly Named[]) => new Map(all.map(({ id, name }) => [id, name]));

/**
 * Says only which of these members the team still knows. Entries show the name that a member had at their
 * time.
 */
async function members({ db, prisma }: MemberCall, ids: string[]): Promise<Named[]> {
  const rows = await prisma.member.findMany({
    where: { tenant_id: db.tenantId, id: { in: ids }, email: { not: ERASED_EMAIL } },
    select: { id: true, status: true },
  });
  return rows.map(({ id, status }) => ({ id, name: null, canOpen: status !== 'removed' }));
}

async function keys({ db, prisma }: MemberCall, ids: string[]): Promise<Named[]> {
  const rows = await prisma.apiKey.findMany({
    where: { tenant_id: db.tenantId, id: { in: ids } },
    select: { id: true, name: true },
  });
  return named(rows, ({ name }) => name);
}

/** An endpoint is named after its host: the rest of the URL may be a secret. */
async function endpoints({ db, prisma }: MemberCall, ids: string[]): Promise<Named[]> {
  const rows = await prisma.webhookEndpoint.findMany({
    where: { tenant_id: db.tenantId, id: { in: ids }, deleted_at: null },
    select: { id: true, url: true },
  });
  return named(rows, ({ url }) => new URL(url).host);
}

async function deliveries(call: MemberCall, ids: string[]): Promise<Named[]> {
  const rows = await call.prisma.webhookDelivery.findMany({
    where: { tenant_id: call.db.tenantId, id: { in: ids } },
    select: { id: true, event_type: true, endpoint_id: true },
  });
  const hosts = byId(await endpoints(call, [...new Set(rows.map((row) => row.endpoint_id))]));
  return rows.flatMap(({ id, event_type, endpoint_id }) => {
    const host = hosts.get(endpoint_id);
    return host ? [{ id, name: `${event_type} → ${host}` }] : [];
  });
}

/** A bulk retry is named after its endpoints. */
async function retries(call: MemberCall, ids: string[]): Promise<Named[]> {
  const rows = await call.prisma.webhookRetryRun.findMany({
    where: { tenant_id: call.db.tenantId, id: { in: ids } },
    select: { id: true, endpoint_id: true },
  });
  const hosts = byId(await endpoints(call, [...new Set(rows.map((row) => row.endpoint_id))]));
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofRun]) => {
    const hostNames = ofRun.flatMap(({ endpoint_id }) => hosts.get(endpoint_id) ?? []);
    return { id, name: hostNames.join(', ') || null };
  });
}

/** Titles and notes about persons are not shown while member detail is off. */
const showsPersons = ({ actor }: MemberCall) => actor.privacy.shows('audit_entry', 'name');

/** An assignment without a title is named after its situation, as in the list. */
async function assignments(call: MemberCall, ids: string[]): Promise<Named[]> {
  const rows = await call.prisma.assignment.findMany({
    where: { tenant_id: call.db.tenantId, id: { in: ids } },
    select: { id: true, title: true, situation_id: true },
  });
  if (!showsPersons(call)) return rows.map(({ id }) => ({ id, name: null, canOpen: false }));
  const nameOf = await entryNames(
    call,
    rows.map(({ situation_id }) => situation_id),
  );
  return named(rows, ({ title, situation_id }) => title ?? nameOf(situation_id));
}

async function trainings(call: MemberCall, ids: string[]): Promise<Named[]> {
  const rows = await call.prisma.training.findMany({
    where: { tenant_id: call.db.tenantId, id: { in: ids } },
    select: { id: true, situation_id: true },
  });
  if (!showsPersons(call)) return rows.map(({ id }) => ({ id, name: null, canOpen: false }));
  const nameOf = await entryNames(
    call,
    rows.map(({ situation_id }) => situation_id),
  );
  return named(rows, ({ situation_id }) => nameOf(situation_id));
}

async function cases(call: MemberCall, ids: string[]): Promise<Named[]> {
  const rows = await call.prisma.teamCase.findMany({
    where: { tenant_id: call.db.tenantId, id: { in: ids }, visibility: 'team' },
    select: { id: true, title: true },
  });
  if (!showsPersons(call)) return rows.map(({ id }) => ({ id, name: null, canOpen: false }));
  return named(rows, ({ title }) => title);
}

async function entries(call: MemberCall, ids: string[]): Promise<Named[]> {
  const found = await findEntries(call, ids);
  return [...found.values()].map(({ id, names }) => ({
    id,
    name: namedIn(labelsOf(names), call.language),
  }));
}

/** Sandboxes have a name. The team itself is called by its kind. */
async function teams({ db }: MemberCall, ids: string[]): Promise<Named[]> {
  const own = { id: db.tenantId, name: null };
  if (ids.every((id) => id === own.id)) return [own];
  const sandboxes = await db.home.rows<Named>('select s.id, s.name from sandboxes_of($1) s');
  return [own, ...sandboxes].filter(({ id }) => ids.includes(id));
}

/** A rule is named after the entries that it excludes together. */
async function rules(call: MemberCall, ids: string[]): Promise<Named[]> {
  const rows = await call.prisma.teamCatalogRule.findMany({
    where: { tenant_id: call.db.tenantId, id: { in: ids } },
  });
  const partsOf = (row: (typeof rows)[number]) =>
    [row.situation_id, row.personality_id, row.industry_id].filter((id) => id !== null);
  const nameOf = await entryNames(call, rows.flatMap(partsOf));
  return named(rows, (row) =>
    partsOf(row)
      .map((id) => nameOf(id) ?? id)
      .join(' + '),
  );
}

async function connections({ db, prisma }: MemberCall, ids: string[]): Promise<Named[]> {
  const rows = await prisma.crmConnection.findMany({
    where: { tenant_id: db.tenantId, id: { in: ids } },
    select: { id: true, name: true },
  });
  return named(rows, ({ name }) => name);
}

async function entryNames(call: MemberCall, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const names = byId(await entries(call, wanted));
  return (id: string | null) => (id === null ? null : (names.get(id) ?? null));
}
