import type { TeamDb } from '../../db/team-db.ts';
import type { FormerMember } from './find-person.ts';

export type Person = Pick<FormerMember, 'memberIds' | 'addresses' | 'spans' | 'personId'>;

type OwnRows = {
  /**
   * Changes at most `$2` rows of the people whom the parameters from `$3` on name (`about`).
   * Returns one row for each.
   */
  text: string;
  about: (person: Person) => unknown[];
};

const memberIds = (person: Person) => [person.memberIds];

/**
 * The statements of an erasure about the rows of a person in a team. No statement finds a row that is done.
 * So each runs until it finds nothing, and after a kill all run again.
 */
export const ownRows: readonly OwnRows[] = [
  {
    about: memberIds,
    text: `update evaluation e
      set tips = '[]', goal = null, strongest = null, biggest_lever = null
      where e.tenant_id = $1 and e.training_id = any (array(
        select v.training_id from training t cross join lateral (
          select w.training_id from evaluation w
          where w.tenant_id = $1 and w.training_id = t.id
            and (w.tips <> '[]' or w.goal is not null or w.strongest is not null
              or w.biggest_lever is not null) limit 1) v
        where t.tenant_id = $1 and t.member_id = any ($3) limit $2))
      returning e.training_id`,
  },
  {
    about: memberIds,
    text: `update training x set external_ref = null
      where x.tenant_id = $1 and x.id = any (array(
        select t.id from training t
        where t.tenant_id = $1 and t.member_id = any ($3) and t.external_ref is not null limit $2))
      returning x.id`,
  },
  {
    about: memberIds,
    text: `update assignment x set title = null, note = null
      where x.tenant_id = $1 and x.id = any (array(
        select a.id from assignment a
        where a.tenant_id = $1 and a.member_id = any ($3)
          and (a.title is not null or a.note is not null) limit $2))
      returning x.id`,
  },
  {
    // The row stays, marked, so that the next synchronization does not bring the person back.
    about: ({ personId, addresses }) => [personId, addresses],
    text: `update crm_owner x
      set name = null, email = null, user_id = null, is_chosen = false, is_erased = true
      where x.tenant_id = $1 and (x.connection_id, x.external_id) in (
        select o.connection_id, o.external_id from crm_owner o
        where o.tenant_id = $1 and not o.is_erased
          and (o.user_id = $3 or lower(o.email) = any ($4)) limit $2)
      returning x.external_id`,
  },
  {
    about: ({ personId }) => [personId],
    text: `update crm_deal x set owner_user_id = null
      where x.tenant_id = $1 and x.id = any (array(
        select d.id from crm_deal d
        where d.tenant_id = $1 and d.owner_user_id = $3 limit $2))
      returning x.id`,
  },
  {
    about: memberIds,
    text: `delete from team_case x
      where x.tenant_id = $1 and x.id = any (array(
        select c.id from team_case c
        where c.tenant_id = $1 and c.member_id = any ($3) and c.visibility = 'private' limit $2))
      returning x.id`,
  },
  {
    // The events of the listener are removed with it.
    about: memberIds,
    text: `delete from listener x
      where x.tenant_id = $1 and x.id = any (array(
        select l.id from listener l
        where l.tenant_id = $1 and l.member_id = any ($3) limit $2))
      returning x.id`,
  },
  {
    about: memberIds,
    text: `delete from one_time_link x
      where x.tenant_id = $1 and x.id = any (array(
        select l.id from one_time_link l
        where l.tenant_id = $1 and l.member_id = any ($3) limit $2))
      returning x.id`,
  },
  {
    about: ({ addresses }) => [addresses],
    text: `delete from one_time_link x
      where x.tenant_id = $1 and x.id = any (array(
        select l.id from one_time_link l
        where l.tenant_id = $1 and l.email = any ($3) limit $2))
      returning x.id`,
  },
  {
    // Leaves out mails to an address before it was the person's, and after it became somebody
    // else's.
    about: ({ spans }) => [
      spans.map(({ address }) => address),
      spans.map(({ since }) => since),
      spans.map(({ until }) => until),
    ],
    text: `delete from mail x
      where x.tenant_id = $1 and x.id = any (array(
        select m.id from mail m where m.tenant_id = $1 and exists (
          select from unnest($3::text[], $4::timestamptz[], $5::timestamptz[])
            s (address, since, until)
          where s.address = m.recipient
            and m.created_at >= s.since and m.created_at < coalesce(s.until, 'infinity'))
        limit $2))
      returning x.id`,
  },
];

/** Takes one step of a statement. Returns true if rows may be left. */
export async function eraseOwnRows(
  db: TeamDb,
  { text, about }: OwnRows,
  { person, size }: { person: Person; size: number },
): Promise<boolean> {
  const done = await db.writeRows(text, [size, ...about(person)]);
  return done.length === size;
}

/**
 * Removes the IP addresses from which the person has acted, in one step along the audit log. The indexes of
 * the log do not contain the actor. Returns how far the step has come.
 */
export async function eraseAddressesOfActor(
  db: TeamDb,
  { memberIds }: Pick<Person, 'memberIds'>,
  { after, size }: { after: string | null; size: number },
): Promise<string | null> {
  const [end] = await db.rows<{ id: string }>(
    `select a.id from audit_entry a where a.tenant_id = $1 and a.id > $2
     order by a.id offset $3 limit 1`,
    [after ?? '', size - 1],
  );
  await db.write(
    `update audit_entry a set ip = null
     where a.tenant_id = $1 and a.id > $2 and a.id <= $3 and a.actor_kind = 'user'
       and a.actor_id = any ($4) and a.ip is not null`,
    [after ?? '', end?.id ?? 'aud_~', memberIds],
  );
  return end?.id ?? null;
}
