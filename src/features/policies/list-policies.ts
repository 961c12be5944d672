import { newestFirst } from '../../db/prisma/newest-first.ts';
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
  const tenant_id = db.tenantId;
  const place = { route: 'policies.list', tenant: tenant_id, filters: {} };
  const request = { place, limit, cursor, cursorKey, at: 'created_at' } as const;
  const { rows, next_cursor } = await newestFirst(request, (page) =>
    prisma.member.findMany({
      where: {
        tenant_id,
        status: { not: 'removed' },
        policies: { some: { tenant_id } },
        AND: [page.where],
      },
      select: { id: true, created_at: true, policies: { select: modes } },
      ...page.part,
    }),
  );
  const ofTeam = await prisma.policy.findMany({
    where: { tenant_id, member_id: null },
    select: modes,
  });
  return {
    team: modesOf(null, ofTeam),
    data: rows.map(({ id, policies }) => modesOf(id, policies)),
    next_cursor,
  };
}

const modes = { dimension: true, mode: true } as const;

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
