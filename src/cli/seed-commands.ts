import path from 'node:path';
import { z } from 'zod';
import { loadBulk } from '../seed/bulk/load-bulk.ts';
import { createDemo } from '../seed/demo/create-demo.ts';
import { DOCUMENT_LANGUAGE, languages } from '../shared/language/language.ts';
import { wholeNumber } from '../shared/schema/from-text.ts';
import { command } from './command.ts';
import { optional, required } from './flags.ts';

export const demo = command({
  name: 'demo',
  summary: 'make a team with a full year of believable data, and a key with all scopes',
  result:
    '{tenant_id, owner_member_id, owner_user_id, owner_email, key_id, key_prefix, key, sign_in_url, …}',
  mayBeFirst: true,
  flags: {
    language: optional(
      'LANGUAGE',
      'de or en (default: the language of this terminal)',
      z.enum(languages),
    ),
  },
  notes: ['Each call makes another team. The global catalog is installed once and shared.'],
  run: (context, { language = context.terminalLanguage ?? DOCUMENT_LANGUAGE }) =>
    createDemo({ ...context, language }),
});

const count = (least: number, most: number, what: string) =>
  required(
    'N',
    `a number of ${what}, ${least} to ${most}`,
    wholeNumber(z.int().min(least).max(most)),
  );

export const load = command({
  name: 'load',
  summary: 'bulk data for measurements: teams with keys, members, trainings, …',
  result: '{teams, keys, rows, seconds, file}',
  flags: {
    teams: count(1, 10_000, 'teams'),
    keys: count(1, 100, 'keys per team'),
    members: count(1, 10_000, 'members per team, the owner and an admin among them'),
    trainings: count(0, 10_000_000, 'trainings per team; nine in ten are scored'),
    assignments: count(0, 1_000_000, 'assignments per team'),
    deals: count(0, 1_000_000, 'CRM deals per team'),
    out: required('FILE', 'a file to write; only this account can read it', z.string().min(1)),
    'rate-limit': optional(
      'N',
      'requests per minute for each team, 1 to 1000000 (default 600)',
      wholeNumber(z.int().min(1).max(1_000_000)),
    ),
  },
  mayBeFirst: true,
  notes: [
    'FILE gets one line of JSON for each key: {tenant_id, key_id, key, member_ids, assignment_ids},',
    'with the first 20 members (the owner first) and the newest 2 assignments of its team.',
    'The command writes all rows or none.',
  ],
  run: ({ pool, now }, { out, 'rate-limit': rateLimit = 600, ...counts }) =>
    loadBulk(pool, { ...counts, rateLimit }, path.resolve(out), now),
});
