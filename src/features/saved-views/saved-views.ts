import type { z } from 'zod';
import { newId } from '../../db/ids.ts';
import type { TeamDb } from '../../db/team-db.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { lockCaller } from '../members/rules/lock-member.ts';
import {
  type renameViewInput,
  type SavedViews,
  type saveViewInput,
  VIEWS_PER_PERSON,
} from './saved-views.schema.ts';

const ofCaller = ({ db, actor }: TeamVisit) =>
  ({ tenant_id: db.tenantId, person_id: actor.personId }) as const;

export async function listViews(call: TeamVisit): Promise<SavedViews> {
  const rows = await call.prisma.savedView.findMany({
    where: ofCaller(call),
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
    take: VIEWS_PER_PERSON,
  });
  return {
    data: rows.map(({ id, name, path, filters }) => {
      return { id, name, path, filters: filters as Record<string, string> };
    }),
  };
}

export async function saveView(
  call: TeamVisit,
  view: z.output<typeof saveViewInput>,
): Promise<{ id: string }> {
  const { prisma, now } = call;
  const own = ofCaller(call);
  await lockCaller(call, own.person_id);
  if ((await prisma.savedView.count({ where: own })) >= VIEWS_PER_PERSON) {
    throw new ApiError('conflict', { because: ['too_many_views', VIEWS_PER_PERSON] });
  }
  const id = newId('view', now);
  await prisma.savedView.createMany({ data: [{ ...own, id, ...view, created_at: now }] });
  return { id };
}

export async function renameView(
  call: TeamVisit,
  { id, name }: z.output<typeof renameViewInput>,
): Promise<Ok> {
  const { count } = await call.prisma.savedView.updateMany({
    where: { ...ofCaller(call), id },
    data: { name },
  });
  if (count === 0) throw new ApiError('not_found');
  return { ok: true };
}

export async function removeView(call: TeamVisit, { id }: { id: string }): Promise<Ok> {
  const { count } = await call.prisma.savedView.deleteMany({ where: { ...ofCaller(call), id } });
  if (count === 0) throw new ApiError('not_found');
  return { ok: true };
}

/** Removes the views of a member whose membership has ended, in the team and in its sandboxes. */
export async function endViewsOfMember(db: TeamDb, userId: string | null): Promise<void> {
  if (userId !== null) await db.write('select end_saved_views($1, $2)', [userId]);
}
