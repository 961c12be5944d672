import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { ownTurn } from '../../shared/long-work.ts';
import { findMemberships } from '../erasure/find-person.ts';
import { formsOf } from '../erasure/list-name-forms.ts';
import { findNamesOfOthers, listNames } from '../erasure/list-names.ts';
import { replacerOf } from '../erasure/replace-names.ts';
import type { ErasurePreview } from './erasure.schema.ts';

/**
 * The names that an erasure of this former member would look for. People choose their names themselves. So
 * only the owner can tell whether a text is a name or other words, and whether it names this person or a
 * colleague (P441).
 */
export async function previewErasure(call: PrismaCall, memberId: string): Promise<ErasurePreview> {
  const { names, personId } = await namesOf(call, memberId);
  const isShown = call.actor.privacy.shows('erased_name', 'name');
  const patterns = new Set<string>();
  for (const { name } of names) {
    await ownTurn();
    for (const { pattern } of formsOf(name)) patterns.add(pattern);
  }
  const others = await findNamesOfOthers(call.db, personId, [...patterns]);
  const previewed: ErasurePreview['names'] = [];
  for (const { name, since, until } of names) {
    // The expressions of a name may take megabytes, so they are made one name after the other.
    const replacer = replacerOf({ names: [name], addresses: [] });
    if (others.length > 0) await replacer.prepare();
    previewed.push({
      name: isShown ? name : null,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      is_searched: replacer.patterns.length > 0,
      is_shared: others.some((other) => replacer.text(other) !== undefined),
    });
  }
  return { names: previewed };
}

/** Reads the moments in `leave`. Each must be the beginning of a name. */
export async function readLeft(
  call: PrismaCall,
  memberId: string,
  leave: readonly string[],
): Promise<Date[]> {
  if (leave.length === 0) return [];
  const { names } = await namesOf(call, memberId);
  const begins = new Map(names.map(({ since }) => [since.toISOString(), since]));
  return leave.map((moment, i) => {
    const since = begins.get(moment);
    if (since) return since;
    const detail = 'No name of this member begins then.';
    throw new ApiError('validation_error', {
      issues: [{ in: 'body', pointer: `/leave/${i}`, code: 'invalid_value', detail }],
    });
  });
}

async function namesOf({ db, prisma }: PrismaCall, memberId: string) {
  const found = await findMemberships(prisma, db.tenantId, memberId);
  if (found?.member.status !== 'removed') throw new ApiError('not_found');
  const ids = found.own.map(({ id }) => id);
  return { names: await listNames(db, ids), personId: found.personId };
}
