import type { KeyObject } from 'node:crypto';
import type { TeamDb } from '../../db/team-db.ts';
import type { PeopleHandles } from '../../db/transaction.ts';
import { type ReplyPlace, rewriteReplies } from '../../operation/rewrite-replies.ts';
import { type Steps, systemCall } from '../../operation/system-call.ts';
import { removeAccount } from '../account/remove-account.ts';
import { listSandboxIds } from '../sandboxes/list-sandboxes.ts';
import { eraseContact } from '../technical-contact/erase-contact.ts';
import { endErasures } from './end-erasures.ts';
import {
  type DeliveryPlace,
  eraseAlongEvents,
  eraseInDeliveries,
  listEndpoints,
} from './erase-deliveries.ts';
import { eraseNames, eraseSandboxName } from './erase-names.ts';
import { eraseAddressesOfActor, eraseOwnRows, ownRows } from './erase-own-rows.ts';
import { findOtherTeam } from './find-other-team.ts';
import { type FormerMember, findPerson } from './find-person.ts';
import { findLeftSince, listErasures } from './list-erasures.ts';
import { namesToErase } from './list-names.ts';
import { walksForNames } from './personal-data.schema.ts';
import { ERASED_EMAIL, type Replacer, replacersOf } from './replace-names.ts';

export type ErasedPerson = {
  memberId: string;
  personId: string | null;
  /** Since when the person had those names that were left in texts. */
  leftSince: Date[];
};

/**
 * Erases a member who was removed. First it erases what it finds by the name and the addresses, and last the
 * name and the addresses themselves: after a kill in between, the next run still knows them. Undefined if the
 * team has no such member, or if the member has joined again.
 */
export async function erasePerson(
  steps: Steps,
  memberId: string,
  sealKey: KeyObject,
): Promise<ErasedPerson | undefined> {
  const person = await steps.withPeople((handles) => findPerson(handles, steps.tenantId, memberId));
  if (!person || person.isMemberAgain) return undefined;
  // The person may have had several memberships. During the erasure nobody may write about any of them.
  const leftSince = await steps.inTeam(async (call) => {
    await listErasures(call, person.memberIds);
    return findLeftSince(call, person.memberIds);
  });
  const { rows: size } = steps.sizes;
  // The sandboxes of the team have rows about the person too.
  const places = [steps, ...(await listSandboxIds(steps)).map((id) => steps.ofTeam(id))];
  for (const place of places) {
    // A technical contact need not be a member. This is about a member who is the contact too.
    for (const email of person.addresses) {
      await place.inTeam((call) => eraseContact(call, { email }, { action: 'erased' }));
    }
    for (const rows of ownRows) {
      while (await place.inTeam(({ db }) => eraseOwnRows(db, rows, { person, size })));
    }
    await along<string>(place, (db, after) => eraseAddressesOfActor(db, person, { after, size }));
  }
  const { names, addresses } = person;
  const searched = { names: namesToErase(names, leftSince), addresses };
  for await (const replacer of replacersOf(searched, steps.sizes.forms)) {
    await replacer.prepare();
    for (const place of places) await eraseAllNames(place, replacer, sealKey);
  }
  const forgotten = await steps.withPeople((handles) => forget(handles, steps, person, memberId));
  return forgotten && { memberId, ...forgotten, leftSince };
}

async function eraseAllNames(steps: Steps, replacer: Replacer, sealKey: KeyObject): Promise<void> {
  const { rows: size, replies } = steps.sizes;
  for (const walk of walksForNames()) {
    await along<string[]>(steps, (db, after) => eraseNames(db, walk, { replacer, after, size }));
  }
  await steps.inTeam(({ db }) => eraseSandboxName(db, replacer));
  for (const endpoint of await steps.inTeam(({ db }) => listEndpoints(db))) {
    await along<DeliveryPlace>(steps, (db, before) =>
      eraseInDeliveries(db, endpoint, { replacer, before, size }),
    );
  }
  for (const table of ['listener_event', 'kept_event'] as const) {
    await along<string>(steps, (db, after) =>
      eraseAlongEvents(db, table, { replacer, after, size }),
    );
  }
  const change = (body: string) => replacer.json(body, 'record');
  await along<ReplyPlace>(steps, (db, after) =>
    rewriteReplies(db, sealKey, { after, size: replies, change }),
  );
}

/** Takes one step after the other, each in a transaction of its own, until none is left. */
async function along<P>(
  steps: Steps,
  step: (db: TeamDb, after: P | null) => Promise<P | null>,
): Promise<void> {
  let place: P | null = null;
  do {
    const after: P | null = place;
    place = await steps.inTeam(({ db }) => step(db, after));
  } while (place !== null);
}

/**
 * The last step. If two erasures of one person run at once, both end the same. If the person has joined the
 * team again since the first step, the account stays, and what was erased until then stays erased.
 */
async function forget(
  handles: PeopleHandles,
  { tenantId: tenant_id, now, standsAt }: Steps,
  { memberIds, personId }: FormerMember,
  memberId: string,
): Promise<Pick<ErasedPerson, 'personId'> | undefined> {
  const { inTeam, lockPerson } = handles;
  if (personId !== null) await lockPerson(personId);
  const found = await findPerson(handles, tenant_id, memberId);
  if (!found || found.isMemberAgain) return undefined;
  const { db, prisma } = inTeam(tenant_id);
  const former = { tenant_id, id: { in: memberIds }, status: 'removed' };
  await prisma.memberName.deleteMany({ where: { tenant_id, member_id: { in: memberIds } } });
  await prisma.member.updateMany({
    where: former,
    data: { email: ERASED_EMAIL, sandbox_name: null, former_name: null, former_addresses: [] },
  });
  const isRemoved =
    personId !== null &&
    (await findOtherTeam(handles, personId, tenant_id)) === null &&
    (await removeAccount(handles, personId));
  const erased = { personId: isRemoved ? personId : null };
  await endErasures(systemCall(db, now), memberIds, { ...erased, standsAt });
  return erased;
}
