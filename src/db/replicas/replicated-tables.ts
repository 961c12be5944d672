import {
  controlTables,
  controlViews,
  referenceTables,
  teamTables,
  teamViews,
} from '../table-families.ts';

/**
 * The tables of teams that queries may read on a replica. A transaction that changes one of them raises the
 * team's watermark. In the tests, a trigger on each table requires this.
 */
export const markedTables = [
  ...['tenant', 'member', 'member_name', 'ownership_offer', 'assignment', 'training'],
  ...['evaluation', 'team_case', 'team_catalog_entry', 'team_catalog_rule'],
  ...['catalog_hidden', 'policy', 'crm_deal', 'crm_objection', 'crm_owner', 'audit_entry'],
] as const;

/** The tables that all teams share. A change raises the shared watermark. */
export const sharedTables = referenceTables;

/**
 * A change of a person raises the watermarks of the person's teams. The sums of the analytics need no watermark:
 * the sums of any moment, with the sessions of the same moment, give the same answer.
 */
const others = ['person', 'person_team', 'analytics_change', 'analytics_state', 'analytics_sum'];

const readable = new Set<string>([...markedTables, ...sharedTables, ...others]);

const existing: readonly string[] = [
  ...controlTables,
  ...teamTables,
  ...controlViews,
  ...teamViews,
];
const closed = existing.filter((table) => !readable.has(table));
const namesClosed = new RegExp(
  `\\b(?:from|join|only|into|update)\\s+(?:"?public"?\\.)?"?(?:${closed.join('|')})(?:_default|_d\\d+)?\\b|\\b(?:sandboxes_(?:with_history_)?of|place_events)\\b|\\bgraphile_worker\\b`,
  'i',
);
const changes = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from)\\s+(?:only\\s+)?(?:${markedTables.join('|')})\\b`,
  'i',
);

/** True if the statement reads only tables with watermarks. */
export const isForReplicas = (text: string): boolean => !namesClosed.test(text);

/** True if the statement changes a table of a team that has watermarks. */
export const changesMarked = (text: string): boolean => changes.test(text);

const marked = new Set<string>(markedTables);

export const isMarked = (table: string): boolean => marked.has(table);

const shared = new Set<string>(sharedTables);

export const isShared = (table: string): boolean => shared.has(table);
