import { publicError } from '../../operation/error-shape.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { deriveKey } from '../../shared/secrets/seal.ts';
import type { AppAnswers, AppOptions } from '../answer.ts';
import { requireOwnPage } from '../same-site.ts';
import { answerError, appHeaders } from '../write-answer.ts';
import { LIST_EXPORTS, OWN_EXPORTS, RunningExports } from './running-exports.ts';
import { type Progress, sendList } from './send-list.ts';
import { OWN_DATA, sendOwnData } from './send-own-data.ts';
import type { ExportRequest, VisitDeps } from './visitor.ts';

export const EXPORT_PATH = '/app/export';

type Deps = AppOptions & { visits: VisitDeps; ownOrigin: string } & {
  running: RunningExports;
  runningOwn: RunningExports;
};

/** Sends lists as files, for our own pages alone. A file is a stream of all rows that the filter finds. */
export function exportAnswers(options: AppOptions): AppAnswers {
  const { pool, callers, slots, urlChecker, crm, config } = options;
  const visits = {
    pool,
    callers,
    slots,
    urlChecker,
    crm,
    publicUrl: config.publicUrl,
    webhookPauseAfterMs: config.webhookPauseAfterMs,
    egressAddresses: config.egressAddresses,
    cursorKey: deriveKey(config.encryptionKey, 'cursor'),
    secretKey: deriveKey(config.encryptionKey, 'webhook-secret'),
  };
  const ownOrigin = new URL(config.publicUrl).origin;
  const running = new RunningExports(LIST_EXPORTS);
  const runningOwn = new RunningExports(OWN_EXPORTS);
  const deps = { ...options, visits, ownOrigin, running, runningOwn };
  return (req, res, requester) => answer(deps, { req, res, requester });
}

async function answer(deps: Deps, request: ExportRequest): Promise<void> {
  const { req, res, requester } = request;
  const startedAt = performance.now();
  const progress: Progress = { name: undefined, tenantId: undefined, rows: 0 };
  for (const [header, value] of Object.entries(appHeaders)) res.setHeader(header, value);
  res.setHeader('X-Request-Id', requester.requestId);
  let failure: unknown;
  try {
    if (!deps.isReady() || deps.config.maintenance) throw new ApiError('unavailable');
    requireOwnPage(req, deps.ownOrigin);
    if (req.method !== 'GET') throw new ApiError('bad_request', { status: 405, allow: 'GET' });
    await send(deps, request, progress);
  } catch (error) {
    failure = error;
    breakOff(request, error);
  }
  const { rows, name, tenantId } = progress;
  const ms = Math.round(performance.now() - startedAt);
  record(
    deps,
    { request_id: requester.requestId, export: name, rows, ms, tenant_id: tenantId },
    failure,
  );
}

async function send(deps: Deps, request: ExportRequest, progress: Progress): Promise<void> {
  if (request.req.url?.replace(/\?.*$/s, '') !== OWN_DATA) return sendList(deps, request, progress);
  progress.name = 'my-data';
  return sendOwnData(deps, request);
}

/** Ends the connection of an answer that has begun. So the client learns that the file is not complete. */
function breakOff({ req, res, requester }: ExportRequest, error: unknown): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  res.removeHeader('Content-Disposition');
  answerError({ req, res }, error, requester);
}

type Line = { request_id: string; export: string | undefined; rows: number; ms: number } & {
  tenant_id: string | undefined;
};

function record({ log }: Deps, line: Line, failure: unknown): void {
  const { request_id } = line;
  if (failure === undefined) {
    log.info({ ...line, code: 'ok' }, 'export');
    return;
  }
  // The client went away, or read too slowly or for too long.
  const isCut =
    failure instanceof Error && /^(ERR_STREAM_|ABORT_ERR)/.test(String(codeIn(failure)));
  const problem = publicError(failure);
  if (!isCut && problem.code === 'internal')
    log.error({ err: problem.cause, request_id }, 'internal');
  if (!isCut && problem.code === 'unavailable' && problem.cause) {
    log.warn({ err: problem.cause, request_id }, 'unavailable');
  }
  log.info({ ...line, code: isCut ? 'cut' : problem.code }, 'export');
}

function codeIn(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
