import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { keepAddress, lastPort, urlOf } from '../../crm/demo/address.ts';
import { currentTime } from '../../db/current-time.ts';
import { connect } from '../../features/crm/connections/connect.ts';
import { asSystem } from '../../operation/system-call.ts';
import type { Language } from '../../shared/language/language.ts';
import { LocalServer } from '../../shared/process/local-server.ts';
import type { Logger } from '../../shared/process/log.ts';
import { deriveKey } from '../../shared/secrets/seal.ts';
import { crmContent } from '../demo/crm-content.ts';
import { answerRequest } from './answer-request.ts';
import { accountOf, demoAccount } from './answers.ts';
import { DemoRecords } from './records.ts';

type Options = {
  dataDir: string;
  /** The id of the demo team. */
  tenantId: string;
  /** When and in which language the team was made: so its CRM has the deals that the team has. */
  made: { now: Date; language: Language };
  /** PUBLIC_URL, for links into the app. */
  publicUrl: string;
  pool: pg.Pool;
  log: Logger;
  /** Connects the team when its CRM starts for the first time. */
  encryptionKey?: Config['encryptionKey'];
};

export type DemoCrmServer = { url: string; close: () => Promise<void> };

const END_LIMIT_MS = 1_000;

/** Runs the CRM of the demo team on a port of its own. */
export async function serveDemoCrm(options: Options): Promise<DemoCrmServer> {
  const { dataDir, tenantId, made, publicUrl, pool, log, encryptionKey } = options;
  const records = DemoRecords.open(dataDir, () => crmContent(made));
  const about = { records, publicUrl, now: () => currentTime(pool) };
  const server = new LocalServer((req, res) => answerRequest(req, res, about), {
    wanted: lastPort(dataDir),
    onError: (err) => log.error({ err }, 'an answer could not be written'),
  });
  const port = await server.port();
  const address = { tenant_id: tenantId, port };
  keepAddress(dataDir, { ...address, runs: true });
  // The team has a living CRM from its first minute. If a person disconnects it, it stays so.
  if (records.areNew && encryptionKey) await connectTo(records, deriveKey(encryptionKey, 'crm'));
  return {
    url: urlOf(port),
    close: async () => {
      keepAddress(dataDir, { ...address, runs: false });
      await server.close(END_LIMIT_MS);
    },
  };

  async function connectTo({ content }: DemoRecords, sealKey: KeyObject): Promise<void> {
    const { time_zone: timeZone, ...about } = accountOf(demoAccount(content));
    const account = { ...about, timeZone, dailyQuota: null, missing: [], domain: null };
    const access = { kind: 'token', entered: {}, tokens: null } as const;
    const made = { provider: 'demo', access, hint: '', account } as const;
    try {
      const now = await currentTime(pool);
      await asSystem(pool, tenantId, now, (call) => connect({ ...call, crm: { sealKey } }, made));
    } catch (err) {
      log.warn({ err }, 'the demo team could not be connected to its CRM');
    }
  }
}
