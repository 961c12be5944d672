import path from 'node:path';
import { z } from 'zod';
import { keepLatest, readKept } from '../../shared/process/kept-text.ts';
import { LOOPBACK } from '../../shared/process/local-server.ts';

const kept = z.object({ tenant_id: z.string(), port: z.int(), runs: z.boolean() });

/** The address of the demo team's CRM, and the team. */
export type DemoCrmAddress = { tenantId: string; url: string };

// All processes of an installation can read this file. A setting could not tell the port, because it is known only
// when the CRM listens.
const fileIn = (dataDir: string) => path.join(dataDir, 'demo-crm-address.json');

/** Null if no demo CRM runs. None runs with a database of the operator's own. */
export function demoCrmAddress(dataDir: string): DemoCrmAddress | null {
  const last = readAddress(dataDir);
  return last?.runs ? { tenantId: last.tenant_id, url: urlOf(last.port) } : null;
}

/** Whether requests to this origin are requests to the demo's CRM. */
export function isDemoCrm(dataDir: string, origin: string): boolean {
  return demoCrmAddress(dataDir)?.url === origin;
}

export const urlOf = (port: number) => `http://${LOOPBACK}:${port}`;

/** The port of the last start, so that an open page of the CRM works again. 0: any port. */
export function lastPort(dataDir: string): number {
  return readAddress(dataDir)?.port ?? 0;
}

export function keepAddress(dataDir: string, address: z.output<typeof kept>): void {
  keepLatest(fileIn(dataDir), JSON.stringify(address));
}

function readAddress(dataDir: string) {
  const text = readKept(fileIn(dataDir));
  return text ? kept.parse(JSON.parse(text)) : null;
}
