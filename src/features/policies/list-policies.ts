import { readPage } from '../../db/pages/page.ts';
import type { PrismaCall, RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { versionOf } from '../../shared/schema/edit-version.ts';
import type { CatalogDimension } from '../catalog/catalog-dimensions.ts';
import type {
  ListPolicies,
  PoliciesPage,
  SubjectModes,
  SubjectPolicies,
} from './policies.schema.ts';

/**
 * The modes of the team's policies, and of those of its members. They name no person, so no switch hides them. The
 * entries are not read: those of a page would stop the event loop for 100 ms.
 */
export async function listPolicies(
  call: PrismaCall & RequestCall,
  { limit, cursor }: ListPolicies,
): Promise<PoliciesPage> {
  const { db, prisma, cursorKey } = call;
  const page = await readPage<{ id: string; policies: Mode[] }>(
    db,
    { route: 'policies.list', limit, cursor, cursorKey, filters: {} },
    {
      shape: `m.id, array(select json_build_object('dimension', p.dimension, 'mode', p.mode)
        from policy p where p.tenant_id = $1 and p.member_id = m.id) as policies`,
      from: 'member m',
      where: [
        'm.tenant_id = $1',
        `m.status <> 'removed'`,
        'exists (select from policy p where p.tenant_id = $1 and p.member_id = m.id)',
      ],
      params: [],
      at: 'm.created_at',
      id: 'm.id',
    },
  );
  const { data, next_cursor } = page.toJSON();
  const ofTeam = await prisma.policy.findMany({
    where: { tenant_id: db.tenantId, member_id: null },
    select: { dimension: true, mode: true },
  });
  return {
    team: modesOf(null, ofTeam),
    data: data.map(({ id, policies }) => modesOf(id, policies)),
    next_cursor,
  };
}

function modesOf(member_id: string | null, rows: readonly Mode[]): SubjectModes {
  return { member_id, ...byDimension(rows, ({ mode }) => modeOf(mode)) };
}

export async function getPolicies(
  call: PrismaCall,
  member_id: string | null,
): Promise<SubjectPolicies> {
  return shownPolicies(member_id, await readPolicies(call, member_id));
}

type Mode = { dimension: string; mode: string };
type Row = Mode & { entry_ids: string[] };

/** The policies by dimension. An edit changes these. */
export type Policies = Pick<SubjectPolicies, CatalogDimension>;

function policiesOf(rows: readonly Row[]): Policies {
  return byDimension(rows, ({ mode, entry_ids }) => ({ mode: modeOf(mode), entry_ids }));
}

const modeOf = (mode: string) => mode as 'allow' | 'block';

function byDimension<R extends Mode, Shown>(
  rows: readonly R[],
  shown: (row: R) => Shown,
): Record<CatalogDimension, Shown | null> {
  const of = (dimension: CatalogDimension) => {
    const row = rows.find((found) => found.dimension === dimension);
    return row ? shown(row) : null;
  };
  return {
    situation: of('situation'),
    personality: of('personality'),
    industry: of('industry'),
    role: of('role'),
    methodology: of('methodology'),
  };
}

function shownPolicies(member_id: string | null, policies: Policies): SubjectPolicies {
  return { member_id, ...policies, version: versionOf(policies) };
}

/** The policies of the team (null), or of a member who is not removed. */
export async function readPolicies(
  { db, prisma }: PrismaCall,
  member_id: string | null,
): Promise<Policies> {
  const tenant_id = db.tenantId;
  if (member_id !== null) {
    const member = await prisma.member.findFirst({
      where: { tenant_id, id: member_id, status: { not: 'removed' } },
      select: { id: true },
    });
    if (!member) throw new ApiError('not_found');
  }
  return policiesOf(await prisma.policy.findMany({ where: { tenant_id, member_id } }));
}
