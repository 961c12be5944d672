import { HOUR_MS } from '../../../shared/durations.ts';
import { atWork } from '../calendar.ts';
import { BEGINNER, BLOCKED_FOR_ALL, type DemoCatalog, HIDDEN } from '../catalog.ts';
import type { Random } from '../random.ts';
import { type DemoMember, type DemoTeam, memberOf, pagesIn, removedAt } from '../team.ts';
import type { Deed } from './audit.ts';
import { type DemoKey, type DemoKeys, GRACE_DAYS } from './keys.ts';
import { byMember, bySystem, OFFICE, SERVER } from './origin.ts';
import type { Posted } from './requests.ts';

type About = { team: DemoTeam; keys: DemoKeys; random: Random; now: Date };

export function byKey(key: DemoKey): Deed['by'] {
  return { kind: 'key', id: key.prefix, ip: SERVER };
}

/** Invitations, acceptances, and later changes of members. */
export function deedsOfMembers({ team, keys, random, now }: About, invited: Posted[]): Deed[] {
  const owner = memberOf(team, 'leitung');
  const manager = memberOf(team, 'vertriebsleitung');
  const trainer = memberOf(team, 'personalentwicklung');
  const deeds = team.members.slice(1).flatMap((member) => {
    return entry(member, member.throughApi ? byKey(keys.personnel) : byMember(owner, random));
  });
  for (const deed of deeds) {
    const posted = invited.find(({ at }) => at.getTime() === deed.at.getTime());
    if (posted && deed.action === 'member.invited') deed.requestId = posted.requestId;
  }
  const changed = (
    days: number,
    member: DemoMember,
    deed: Pick<Deed, 'action'> & Partial<Deed>,
  ) => {
    const at = atWork(now, days);
    deeds.push({ at, by: byMember(owner, random), targetId: member.memberId, ...deed });
  };
  changed(358, manager, {
    action: 'member.rights_changed',
    changes: { rights: ['schnittstellen'] },
    before: { rights: [] },
  });
  changed(340, trainer, {
    action: 'member.role_changed',
    changes: { role: 'admin' },
    before: { role: 'member' },
  });
  for (const member of team.members) {
    const { untilDays, invitedAgainDays } = member;
    if (untilDays !== undefined) {
      const at = removedAt(now, untilDays);
      changed(untilDays, member, { action: 'member.removed', at, by: byMember(trainer, random) });
    }
    if (invitedAgainDays !== undefined) {
      const at = atWork(now, invitedAgainDays);
      changed(invitedAgainDays, member, { action: 'member.invited_again', at });
    }
  }
  return deeds;
}

function entry(member: DemoMember, by: Deed['by']): Deed[] {
  const { memberId: targetId, invitedAt, joinedAt, role, post } = member;
  // This admin was promoted later.
  const first = post === 'personalentwicklung' ? 'member' : role;
  const self = { kind: 'user', id: targetId, ip: OFFICE } as const;
  return [
    { at: invitedAt, by, action: 'member.invited', targetId, changes: { role: first } },
    ...(joinedAt ? [{ at: joinedAt, by: self, action: 'member.accepted' as const, targetId }] : []),
  ];
}

/** Changes of the team's settings, by the owner and the operator. */
export function deedsOfTeam({ team, random, now }: About): Deed[] {
  const owner = memberOf(team, 'leitung');
  const changed = (days: number, deed: Pick<Deed, 'action'> & Partial<Deed>): Deed => {
    const at = atWork(now, days);
    return { at, by: byMember(owner, random), targetId: team.tenantId, ...deed };
  };
  const detail = (on: boolean) => ({ member_detail_enabled: on, leaderboard_enabled: true });
  return [
    changed(355, {
      action: 'team.changed',
      changes: pagesIn(team.lang),
      before: { imprint_url: null, privacy_url: null },
    }),
    changed(248, {
      action: 'team.changed',
      by: bySystem,
      changes: { seats: 20 },
      before: { seats: 12 },
    }),
    changed(198, {
      action: 'team.privacy_changed',
      changes: detail(false),
      before: detail(true),
    }),
    changed(184, {
      action: 'team.privacy_changed',
      changes: detail(true),
      before: detail(false),
    }),
  ];
}

export function deedsOfKeys({ team, keys, now }: About): Deed[] {
  const office = (member: DemoMember) => byMember(member, { chance: () => true });
  const deeds = Object.values(keys).map((key): Deed => {
    const { name, scopes, ranges = [], expiresDays, createdBy: created_by } = key;
    const expires_at =
      key.rotatedDays === undefined && expiresDays !== undefined
        ? atWork(now, expiresDays).toISOString()
        : null;
    return {
      at: key.createdAt,
      by: office(memberOf(team, key.by)),
      action: 'api_key.created',
      targetId: key.id,
      changes: { name, scopes, ip_ranges: ranges, expires_at, created_by },
    };
  });
  const manager = memberOf(team, 'vertriebsleitung');
  const { crm, renewed, reports, trial } = keys;
  const by = office(manager);
  return [
    ...deeds.filter(({ targetId }) => targetId !== renewed.id),
    {
      at: renewed.createdAt,
      by,
      action: 'api_key.rotated',
      targetId: crm.id,
      changes: {
        new_key_id: renewed.id,
        grace: `${GRACE_DAYS}d`,
        expires_at: null,
        created_by: manager.memberId,
      },
    },
    {
      at: atWork(now, 171),
      by,
      action: 'api_key.renamed',
      targetId: reports.id,
      changes: { name: reports.name },
      before: { name: 'Power BI' },
    },
    { at: atWork(now, trial.endedDays), by, action: 'api_key.revoked', targetId: trial.id },
  ];
}

export function deedsOfCatalog({ team, random, now }: About, catalog: DemoCatalog): Deed[] {
  const manager = memberOf(team, 'vertriebsleitung');
  const trainer = memberOf(team, 'personalentwicklung');
  const { tenantId } = team;
  const policy = (mode: string, entry_ids: readonly string[]) => ({ mode, entry_ids });
  const beginner = memberOf(team, BEGINNER.post).memberId;
  const started = atWork(now, 120);
  return [
    {
      at: atWork(now, 210),
      by: byMember(manager, random),
      action: 'catalog_entry.withdrawn',
      targetId: tenantId,
      changes: { entry_ids: [HIDDEN] },
    },
    ...catalog.entries.map(
      ({ id, at, dimension, names }): Deed => ({
        at,
        by: byMember(trainer, random),
        action: 'catalog_entry.added',
        targetId: id,
        changes: { dimension, names },
      }),
    ),
    ...catalog.entries.flatMap(({ id, archivedAt }): Deed[] => {
      if (!archivedAt) return [];
      const by = byMember(trainer, random);
      const changes = { entry_ids: [id] };
      return [
        { at: archivedAt, by, action: 'catalog_entry.withdrawn', targetId: tenantId, changes },
      ];
    }),
    {
      at: catalog.rule.at,
      by: byMember(trainer, random),
      action: 'catalog_rule.added',
      targetId: catalog.rule.id,
      changes: catalog.rule.entries,
    },
    {
      at: started,
      by: byMember(manager, random),
      action: 'policy.changed',
      targetId: tenantId,
      before: { personality: null },
      changes: { personality: policy('block', [BLOCKED_FOR_ALL]) },
    },
    {
      at: new Date(started.getTime() + HOUR_MS / 6),
      by: byMember(trainer, random),
      action: 'policy.changed',
      targetId: beginner,
      before: { situation: null },
      changes: { situation: policy('allow', BEGINNER.situations) },
    },
  ];
}
