import { z } from 'zod';
import { scopes as allScopes, keyTemplates } from '../auth/scopes.ts';
import { graces, keyFields } from '../features/api-keys/api-keys.schema.ts';
import { createKey } from '../features/api-keys/create-key.ts';
import { listAllKeys } from '../features/api-keys/list-keys.ts';
import { revokeKey } from '../features/api-keys/revoke-key.ts';
import { rotateKey } from '../features/api-keys/rotate-key.ts';
import { commaList } from '../shared/schema/from-text.ts';
import { command } from './command.ts';
import { optional, optionalId, required, requiredId, teamFlag, time } from './flags.ts';
import { inTeam } from './in-team.ts';

const { name, scopes, template, ip_ranges } = keyFields;
const keyFlag = requiredId('K', 'the id of a key of the team (key list prints it)');
const creatorFlag = optionalId(
  'MEMBER_ID',
  'the owner, or an active admin with the right schnittstellen (default the owner)',
);

export const keyCreate = command({
  name: 'key create',
  summary: 'make a key; the key itself is printed here and never again',
  result: '{key_id, key_prefix, key}',
  flags: {
    team: teamFlag,
    name: required('N', 'a name for people, 1 to 100 characters', name),
    scopes: optional('a,b', `a comma list of ${allScopes.join(', ')}`, commaList(scopes)),
    template: optional(
      'read_only|read_and_assignments',
      'read_only or read_and_assignments',
      template,
    ),
    ip: optional(
      'CIDR,…',
      'a comma list of at most 50 addresses or CIDRs that may use the key',
      commaList(ip_ranges),
    ),
    'expires-at': optional('T', 'a time in the future such as 2027-01-31T12:00:00Z', time),
    'created-by': creatorFlag,
  },
  notes: [
    'Give exactly one of --scopes and --template. To change an admin, its creator must still be the owner or an active admin.',
  ],
  check({ scopes, template }) {
    const both = (scopes === undefined) === (template === undefined);
    return both ? 'expected exactly one of --scopes and --template' : undefined;
  },
  run: (context, values) =>
    inTeam(context, values.team, (call) =>
      createKey(call, {
        name: values.name,
        scopes: values.template ? [...keyTemplates[values.template]] : (values.scopes ?? []),
        ip_ranges: values.ip,
        expires_at: values['expires-at'],
        created_by: values['created-by'],
      }),
    ),
});

export const keyRotate = command({
  name: 'key rotate',
  summary: 'make a successor with the same rights; the old key ends after the grace period',
  result: '{key_id, key_prefix, key, expires_at, expiry_inherited, old_key_valid_until}',
  flags: {
    team: teamFlag,
    'key-id': keyFlag,
    grace: required(graces.join('|'), `one of ${graces.join(', ')}`, z.enum(graces)),
    'expires-at': optional(
      'T|never',
      'when the new key ends (default: when the old one would have)',
      z.literal('never').or(time),
    ),
    'created-by': creatorFlag,
  },
  notes: ['A key is rotated once; to end its grace period early, revoke it.'],
  run: (context, values) =>
    inTeam(context, values.team, (call) =>
      rotateKey(call, {
        key_id: values['key-id'],
        grace: values.grace,
        expires_at: values['expires-at'] === 'never' ? null : values['expires-at'],
        created_by: values['created-by'],
      }),
    ),
});

export const keyRevoke = command({
  name: 'key revoke',
  summary: 'end a key at once and for good',
  result: '{key_id, revoked_at}',
  flags: { team: teamFlag, 'key-id': keyFlag },
  run: (context, values) =>
    inTeam(context, values.team, (call) => revokeKey(call, values['key-id'])),
});

export const keyList = command({
  name: 'key list',
  reads: true,
  summary: 'all keys of a team, newest first, without their secrets',
  result: '{keys: [{key_id, key_prefix, name, scopes, ip_ranges, state, created_at, …}]}',
  flags: { team: teamFlag },
  notes: [
    'state: active, expiring (ends within 7 days), in_grace (rotated, still works), expired, revoked.',
  ],
  run: (context, values) =>
    inTeam(context, values.team, async (call) => ({ keys: await listAllKeys(call) })),
});
