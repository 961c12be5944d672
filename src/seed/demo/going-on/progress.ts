import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readKept } from '../../../shared/kept-text.ts';
import type { Logger } from '../../../shared/log.ts';

/** Up to when the demo team's data are written. */
export type Progress = { until: Date; endpointId: string | null };

const keptProgress = z.object({
  tenant_id: z.string(),
  until: z.coerce.date(),
  endpoint_id: z.string().nullable(),
});

const fileOf = (dataDir: string) => path.join(dataDir, 'demo-traffic.json');

type Place = { dataDir: string; tenantId: string; log: Logger };

/** Reads the file for this team. An unreadable file counts as missing. */
export function readProgress({ dataDir, tenantId, log }: Place): Progress | undefined {
  try {
    const text = readKept(fileOf(dataDir));
    if (text === undefined) return undefined;
    const { tenant_id, until, endpoint_id } = keptProgress.parse(JSON.parse(text));
    return tenant_id === tenantId ? { until, endpointId: endpoint_id } : undefined;
  } catch (err) {
    log.warn({ err }, 'demo-traffic.json could not be read; the demo team begins anew');
    return undefined;
  }
}

/** Logs a failure instead of throwing: this process remembers its progress by itself. */
export async function writeProgress(
  { dataDir, tenantId, log }: Place,
  { until, endpointId }: Progress,
): Promise<void> {
  const kept = { tenant_id: tenantId, until: until.toISOString(), endpoint_id: endpointId };
  const file = fileOf(dataDir);
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(kept)}\n`, { mode: 0o600, flush: true });
    await rename(draft, file);
  } catch (err) {
    log.warn({ err }, 'demo-traffic.json could not be written; it is tried again');
  }
}
