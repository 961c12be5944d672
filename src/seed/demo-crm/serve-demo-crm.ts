import type { IncomingMessage } from 'node:http';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { keepAddress, lastPort, urlOf } from '../../crm/demo/address.ts';
import { currentTime } from '../../db/current-time.ts';
import { connect } from '../../features/crm/connections/connect.ts';
import { asSystem } from '../../operation/system-call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { preferredLanguage } from '../../shared/language/accept-language.ts';
import { isLanguage, type Language } from '../../shared/language/language.ts';
import { readBytes } from '../../shared/load/request-body.ts';
import { uncounted } from '../../shared/load/unused-bodies.ts';
import type { Logger } from '../../shared/process/log.ts';
import { deriveKey } from '../../shared/secrets/seal.ts';
import { crmContent } from '../demo/crm-content.ts';
import { crmNames, DEMO_CONNECTION } from '../demo/crm-sales.ts';
import { type Answer, accountOf, answerPrograms, plain, serveAnswers } from './answers.ts';
import { dealPage, listPage, pageHeaders } from './pages.ts';
import { DemoRecords, takeForm } from './records.ts';
import { pageTexts } from './texts.ts';

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
const MAX_FORM_BYTES = 20_000;

/** Runs the CRM of the demo team on a port of its own. Its pages work without scripts. */
export async function serveDemoCrm(options: Options): Promise<DemoCrmServer> {
  const { dataDir, tenantId, made, publicUrl, pool, log, encryptionKey } = options;
  const records = new DemoRecords(dataDir, () => crmContent(made));
  // The id of the account is that of the connection that the team has from the beginning.
  const account = { id: DEMO_CONNECTION, name: crmNames[records.content.language] };
  const server = serveAnswers((req) => answerOf(req).catch(refusalOf), {
    wanted: lastPort(dataDir),
    onError: (err) => log.error({ err }, 'an answer could not be written'),
  });
  const port = await server.port();
  const address = { tenant_id: tenantId, port };
  keepAddress(dataDir, { ...address, runs: true });
  // The team has a living CRM from its first minute. If a person disconnects it, it stays so.
  if (records.areNew && encryptionKey) await connectTeam(encryptionKey);
  return {
    url: urlOf(port),
    close: async () => {
      keepAddress(dataDir, { ...address, runs: false });
      await server.close(END_LIMIT_MS);
    },
  };

  async function answerOf(req: IncomingMessage): Promise<Answer> {
    const { method = '', url: target = '/', headers } = req;
    if (!isAtHome(req)) return plain(403, 'This CRM answers only at its own address.');
    const url = URL.parse(target, 'http://crm');
    if (!url) return plain(400, 'This address cannot be read.');
    if (!['GET', 'HEAD', 'POST'].includes(method)) return plain(405, 'Only GET and POST.');
    const { content } = records;
    const { pathname, searchParams } = url;
    const lang = searchParams.get('lang');
    const language = isLanguage(lang) ? lang : preferredLanguage(headers['accept-language']);
    const about = { content, language, publicUrl, done: searchParams.get('done') };
    const deal = content.deals.find(({ id }) => pathname === `/deals/${id}`);
    if (deal && method === 'POST') {
      const body = await readBytes(req, MAX_FORM_BYTES, uncounted());
      const entered = new URLSearchParams(body.toString());
      const taken = takeForm(records, deal, entered, await currentTime(pool));
      if ('wrong' in taken) return page(422, dealPage(deal, { ...about, ...taken, entered }));
      const Location = `${pathname}?lang=${language}&done=${taken.done}`;
      return { status: 303, headers: { Location }, body: '' };
    }
    if (deal) return page(200, dealPage(deal, about));
    const isRead = method !== 'POST';
    if (isRead && pathname === '/') return page(200, listPage(about));
    const data = isRead && answerPrograms(content, url, account);
    return data || plain(404, pageTexts[language].noPage);
  }

  async function connectTeam(key: Config['encryptionKey']): Promise<void> {
    const { time_zone: timeZone, ...about } = accountOf(account);
    const connected = { ...about, timeZone, dailyQuota: null, missing: [], domain: null };
    const access = { kind: 'token', entered: {}, tokens: null } as const;
    const made = { provider: 'demo', access, hint: '', account: connected } as const;
    const crm = { sealKey: deriveKey(key, 'crm') };
    try {
      const now = await currentTime(pool);
      await asSystem(pool, tenantId, now, (call) => connect({ ...call, crm }, made));
    } catch (err) {
      log.warn({ err }, 'the demo team could not be connected to its CRM');
    }
  }
}

/** The answer to a form that is too large or does not arrive. It is not logged as our fault. */
function refusalOf(error: unknown): Answer {
  if (error instanceof ApiError) return plain(400, error.message);
  throw error;
}

/** False if a page of another site sends a form here, or calls this server by another name, as after DNS rebinding. */
function isAtHome({ method, headers }: IncomingMessage): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)) return false;
  if (method !== 'POST') return true;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === `http://${host}`;
}

function page(status: number, body: string): Answer {
  return { status, headers: pageHeaders, body };
}
