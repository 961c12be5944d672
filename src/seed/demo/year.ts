import { HOUR_MS } from '../../shared/time/durations.ts';
import { atWork } from './calendar.ts';
import { table } from './table.ts';

/**
 * What people did in the year, beside training: how long ago (in days, or hours), who (by post), what, and to what. `$` is
 * all that was made, and `$name` the value that the name has in this team. The audit log has an entry for each line,
 * and rows that a line makes or changes have its time. Some lines are for the demo team or for sandboxes alone.
 */
const year = table(
  ['ago', 'who', 'action', 'target', 'only', 'changes', 'before'],
  `
361 | leitung             | crm.connected            | con_demo            | sandbox | {"provider": "demo", "account_id": "$account", "name": "$crm", "access": "token", "revived": false}
358 | leitung             | member.rights_changed    | vertriebsleitung    |         | {"rights": ["schnittstellen"]} | {"rights": []}
355 | leitung             | team.changed             | team                |         | {"imprint_url": "$imprint_url", "privacy_url": "$privacy_url"} | {"imprint_url": null, "privacy_url": null}
340 | leitung             | member.role_changed      | personalentwicklung |         | {"role": "admin"} | {"role": "member"}
340 | vertriebsleitung    | api_key.created          | trial               |         | $
330 | leitung             | api_key.created          | crm                 |         | $
322 | vertriebsleitung    | api_key.revoked          | trial               |         |
310 | personalentwicklung | catalog_entry.added      | succession          |         | $
294 | leitung             | crm.reconnected          | con_demo            | sandbox | {"access": "token"}
250 | leitung             | api_key.created          | personnel           |         | $
248 | system              | team.changed             | team                |         | {"seats": 20} | {"seats": 12}
210 | vertriebsleitung    | api_key.created          | reports             |         | $
210 | vertriebsleitung    | catalog_entry.withdrawn  | team                |         | {"entry_ids": ["ind_retail"]}
200 | personalentwicklung | catalog_entry.added      | stand               |         | $
198 | leitung             | team.privacy_changed     | team                |         | {"member_detail_enabled": false, "leaderboard_enabled": true} | {"member_detail_enabled": true, "leaderboard_enabled": true}
184 | leitung             | team.privacy_changed     | team                |         | {"member_detail_enabled": true, "leaderboard_enabled": true} | {"member_detail_enabled": false, "leaderboard_enabled": true}
171 | vertriebsleitung    | api_key.renamed          | reports             |         | {"name": "$reports"} | {"name": "Power BI"}
160 | personalentwicklung | catalog_entry.added      | plant               |         | $
150 | personalentwicklung | catalog_rule.added       | rule                |         | $
150 | vertriebsleitung    | api_key.created          | export              |         | $
120 | vertriebsleitung    | policy.changed           | team                |         | {"personality": {"mode": "block", "entry_ids": ["per_dominant"]}} | {"personality": null}
120 | vertriebsleitung    | webhook_endpoint.created | results             |         | $
119 | personalentwicklung | policy.changed           | neukunden           |         | {"situation": {"mode": "allow", "entry_ids": ["sit_cold_call", "sit_discovery", "sit_objections", "sit_price_talk"]}} | {"situation": null}
95  | vertriebsleitung    | webhook_endpoint.created | academy             |         | $
90  | vertriebsleitung    | webhook_endpoint.created | alerts              |         | $
90  | personalentwicklung | catalog_entry.withdrawn  | succession          |         | {"entry_ids": ["$succession"]}
20  | vertriebsleitung    | webhook_endpoint.tested  | alerts              |         |
12  | vertriebsleitung    | webhook_endpoint.changed | results             | sandbox | {"changed": ["events"], "events": ["training.completed", "evaluation.completed", "assignment.created"]} | {"events": ["training.completed", "evaluation.completed"]}
5   | system              | webhook_endpoint.paused  | academy             |         | {"status": "disabled_failures"}
3   | vertriebsleitung    | api_key.rotated          | crm                 |         | {"new_key_id": "$renewed", "grace": "7d", "expires_at": null, "created_by": "$vertriebsleitung"}
2   | leitung             | crm.disconnected         | con_demo            | demo    | {"data": "keep"}
2h  | vertriebsleitung    | webhook_endpoint.changed | results             | demo    | {"changed": ["status"], "status": "disabled"} | {"status": "active"}
`,
);

/** The moment of a line. */
export function momentOf({ ago }: { ago: string }, now: Date): Date {
  const hours = /^(\d+)h$/.exec(ago)?.[1];
  return hours ? new Date(now.getTime() - Number(hours) * HOUR_MS) : atWork(now, Number(ago));
}

/** The lines of the demo team, or of a sandbox. */
export const yearOf = (inSandbox: boolean) =>
  year.filter(({ only }) => only === '' || (only === 'sandbox') === inSandbox);

/** Who did this, and when. */
export function happened(action: string, target: string, now: Date, inSandbox = false) {
  const line = yearOf(inSandbox).find((each) => each.action === action && each.target === target);
  if (!line) throw new Error(`Nobody did ${action} to ${target}`);
  return { who: line.who, at: momentOf(line, now) };
}
