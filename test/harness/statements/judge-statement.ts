import { functions } from '../../../src/db/generated/tables.ts';
import {
  controlTables,
  controlViews,
  teamTables,
  teamViews,
} from '../../../src/db/table-families.ts';

const ofTeams: readonly string[] = [...teamTables, ...teamViews];
const ofControl: readonly string[] = [...controlTables, ...controlViews];

const names = [...ofTeams, ...ofControl].join('|');
const quoted = '"?';
// The name after one of these words is a table, unless a dot or a parenthesis follows it.
const mention = new RegExp(
  `(?:\\b(?:from|join|update|into|using|table|only)|,)\\s+(?:${quoted}public${quoted}\\.)?${quoted}(${names}|request_log_(?:default|d\\d{8}))${quoted}(?![\\w".]|\\s*=)`,
  'g',
);
/** Functions of the schema that name no table of control. */
const withoutControl = ['has_api', 'is_last_active_admin', 'iso'];
const ofSchema = Object.keys(functions).filter((name) => !withoutControl.includes(name));
/** Functions that read or write tables of control, and the schema of the queue. */
const usesControl = new RegExp(`\\b(?:${ofSchema.join('|')})\\s*\\(|\\bgraphile_worker\\.`);
const withNames =
  /(?:\bwith(?:\s+recursive)?|,|\))\s+"?(\w+)"?(?:\s*\([^)]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g;
const isBound =
  /\btenant_id"?\s*=\s*(?:any\s*\()?\s*\$\d|\btenant_id"?\s+in\s*\(\s*(?:\$\d|null)|\b1=0\b/;
const insertsWithTenant =
  /\binsert\s+into\s+(?:"?public"?\.)?"?\w+"?(?:\s+as\s+\w+)?\s*\([^)]*\btenant_id\b/;
const isOfSchema = /^\s*(?:create|alter|drop|truncate|comment|lock|vacuum|analyze)\b/;

/** Why a cluster refuses this statement, or sends it to all servers. Null if it does neither. */
export function judgeStatement(statement: string): string | null {
  const text = withoutTexts(statement).toLowerCase();
  // A cluster is sent the parts that the handle has joined, one by one.
  const [, ...parts] = text.split(/(?:^with|\),) part_\d+ as \(/);
  const [why = null] = (parts.length > 0 ? parts : [text]).flatMap((part) => judge(part) ?? []);
  return why;
}

function judge(text: string): string | null {
  if (isOfSchema.test(text)) return null;
  const own = new Set([...text.matchAll(withNames)].map(([, name]) => name));
  const named = new Set(
    [...text.matchAll(mention)].flatMap(([, name = '']) => (own.has(name) ? [] : [name])),
  );
  const teams = [...named].filter((name) => !ofControl.includes(name)).sort();
  if (teams.length === 0) return null;
  const control = [...named].filter((name) => ofControl.includes(name)).sort();
  if (usesControl.test(text)) control.push(`${usesControl.exec(text)?.[0].replace(/\s*\($/, '')}`);
  if (control.length > 0) {
    return `names tables of teams (${teams.join(', ')}) and of control (${control.join(', ')})`;
  }
  if (isBound.test(text) || insertsWithTenant.test(text)) return null;
  return `names tables of teams (${teams.join(', ')}) without the tenant`;
}

const withoutTexts = (text: string): string =>
  text
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ');
