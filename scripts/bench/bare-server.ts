// The product without Express: the contract's adapter directly on node:http, and /healthz.
import { createServer } from 'node:http';
import { Admissions } from '../../src/auth/admission.ts';
import { KeyUses } from '../../src/auth/key-uses.ts';
import { loadConfig } from '../../src/config.ts';
import { createPool } from '../../src/db/pool.ts';
import { TeamSlots } from '../../src/db/team-slots.ts';
import { systemResolver } from '../../src/egress/resolver.ts';
import { UrlGuard } from '../../src/egress/url-guard.ts';
import { urlCheckerOf } from '../../src/operation/check-url-ahead.ts';
import { StoredAnswers } from '../../src/operation/stored-answers.ts';
import { restAnswers } from '../../src/rest/answer.ts';
import { newExchange } from '../../src/rest/exchange.ts';
import { RequestLog } from '../../src/rest/request-log/request-log.ts';
import { databaseClock } from '../../src/shared/clock.ts';
import { createLogger } from '../../src/shared/log.ts';
import { UnreadAnswers } from '../../src/shared/unread-answers.ts';
import { answerSite, siteAnswer } from '../../src/web/site.ts';

const config = loadConfig(process.env, 'required');
const log = createLogger(config.logLevel);
const options = { max: config.databasePoolSize, name: 'bare', log };
const pool = createPool(config.databaseUrl ?? '', options);
const admissions = new Admissions(pool, databaseClock, new KeyUses({ pool, log }));
const logPool = createPool(config.databaseUrl ?? '', { ...options, max: 1 });
const logged = { pool: logPool, clock: databaseClock, log, isOn: config.requestLog };
const requestLog = new RequestLog(logged);
const rest = restAnswers({
  pool,
  config,
  log,
  admissions,
  requestLog,
  isReady: () => true,
  slots: new TeamSlots(pool.options.max),
  unread: new UnreadAnswers(),
  stored: new StoredAnswers(),
  urlChecker: urlCheckerOf(
    new UrlGuard({ resolver: systemResolver(), allowed: config.webhookAllowNetworks }),
  ),
});
const site = { notReady: async () => null, publicUrl: config.publicUrl };

createServer(async (req, res) => {
  const exchange = newExchange(req, res, config.trustProxy);
  if (await answerSite(exchange, (path) => siteAnswer(path, 'en', site))) return;
  await rest(exchange);
}).listen(config.port, config.host);

process.once('SIGTERM', () => process.exit(0));
