import type { Thread } from '../../features/thread/thread.schema.ts';

/**
 * A thread as a text for the support: ids, times and codes. It has neither names nor hosts nor bodies, and is the same in
 * every language.
 */
export function supportText({ request, entries, events }: Thread): string {
  const lines: string[] = [];
  if (request) {
    const { id, state, line } = request;
    const how = line ? `${line.at} ${line.method} ${line.status} ${line.ms} ms` : state;
    lines.push(`request ${id} ${how}`);
  }
  for (const { id, at, action, target } of entries) {
    lines.push(`change ${id} ${at} ${action} ${target.id}`);
  }
  for (const { id, at, type, deliveries } of events ?? []) {
    lines.push(`event ${id} ${at} ${type}`);
    for (const delivery of deliveries) {
      const { status, attempt, next_try_at, endpoint } = delivery;
      const next = next_try_at ? ` next ${next_try_at}` : '';
      lines.push(`  delivery ${delivery.id} ${endpoint.id} ${status} attempts ${attempt}${next}`);
      for (const { n, at: tried, response_code, error } of delivery.attempts) {
        lines.push(`    attempt ${n} ${tried} ${response_code ?? error}`);
      }
    }
  }
  return lines.join('\n');
}
