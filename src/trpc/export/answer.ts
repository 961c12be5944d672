import type { IncomingMessage, ServerResponse } from 'node:http';
import { knownError } from '../../operation/error-shape.ts';
import type { ExportFormat } from '../../operation/team-export.ts';
import { csvHead, csvLine } from '../../shared/csv.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Language } from '../../shared/language.ts';
import { ownTurn } from '../../shared/long-work.ts';
import { deriveKey } from '../../shared/seal.ts';
import type { AppAnswers, AppGiven, Requester } from '../answer.ts';
import { requireOwnPage } from '../same-site.ts';
import { answerError, appHeaders } from '../write-answer.ts';
import { type AskedExport, askedExport } from './asked-export.ts';
import { fileName } from './file-name.ts';
import { OWN_EXPORTS, RunningExports, TEAM_EXPORTS } from './running-exports.ts';
import { OWN_DATA, sendOwnData } from './send-own-data.ts';
import { sendPieces } from './send-pieces.ts';
import { type VisitDeps, Visitor } from './visitor.ts';

export const EXPORT_PATH = '/app/export';

/**
 * The rows of one piece. An export has only one piece in memory: the next one is read when the reader has
 * taken the piece before.
 */
const ROWS = 1_000;
/** The rows that are written in one turn of the event loop. */
const ROWS_OF_TURN = 100;

const types = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<ExportFormat, string>;

type Deps = AppGiven & { visits: VisitDeps; ownOrigin: string } & {
  running: RunningExports;
  runningOwn: RunningExports;
};
type Request = { req: IncomingMessage; res: ServerResponse; asked: Requester };
type Progress = { name: string | undefined; tenantId: string | undefined; rows: number };

/** Sends lists as files, for our own pages alone. A file is a stream of all rows that the filter finds. */
export function exportAnswers(given: AppGiven): AppAnswers {
  const { pool, callers, slots, urlChecker, crm, config } = given;
  const visits = {
    pool,
    callers,
    slots,
    urlChecker,
    crm,
    webhookPauseAfterMs: config.webhookPauseAfterMs,
    cursorKey: deriveKey(config.encryptionKey, 'cursor'),
    secretKey: deriveKey(config.encryptionKey, 'webhook-secret'),
  };
  const ownOrigin = new URL(config.publicUrl).origin;
  const running = new RunningExports(TEAM_EXPORTS);
  const runningOwn = new RunningExports(OWN_EXPORTS);
  const deps = { ...given, visits, ownOrigin, running, runningOwn };
  return (req, res, asked) => void answer(deps, { req, res, asked });
}

async function answer(deps: Deps, request: Request): Promise<void> {
  const { req, res, asked } = request;
  const startedAt = performance.now();
  const progress: Progress = { name: undefined, tenantId: undefined, rows: 0 };
  for (const [header, value] of Object.entries(appHeaders)) res.setHeader(header, value);
  res.setHeader('X-Request-Id', asked.requestId);
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
    { request_id: asked.requestId, export: name, rows, ms, tenant_id: tenantId },
    failure,
  );
}

async function send(deps: Deps, { req, res, asked }: Request, progress: Progress): Promise<void> {
  if (req.url?.replace(/\?.*$/s, '') === OWN_DATA) {
    progress.name = 'my-data';
    return sendOwnData(deps, { req, res, asked });
  }
  const wanted = askedExport(req.url ?? '');
  progress.name = wanted.name;
  const visitor = new Visitor(deps.visits, { req, asked, rights: wanted.rights });
  const { actor, session, now } = await visitor.present('begin');
  progress.tenantId = actor.tenantId;
  // The begin of an export counts as a change, because it writes an entry into the audit log.
  deps.visits.callers.charge(session, 'mutation');
  const opened = wanted.open();
  const end = deps.running.begin([actor.tenantId]);
  try {
    const team = await visitor.begin(async (call) => {
      await opened.begin(call, wanted.format);
      const where = { id: call.db.tenantId };
      return call.prisma.tenant.findUniqueOrThrow({ where });
    });
    const named = { what: wanted.name, team: team.name, now, timeZone: team.time_zone };
    const file = fileName({ ...named, ending: wanted.format });
    res.setHeader('Content-Type', types[wanted.format]);
    res.setHeader('Content-Disposition', `attachment; filename="${file}"`);
    const language = wanted.language ?? session.lang;
    const pieces = piecesOf(visitor, { ...wanted, opened, language }, progress);
    const reader = { person: session.personId, team: actor.tenantId };
    await sendPieces(pieces, res, { unread: deps.unread, reader });
  } finally {
    end();
  }
}

type Opened = Pick<AskedExport, 'format'> & {
  opened: ReturnType<AskedExport['open']>;
  language: Language;
};

async function* piecesOf(
  visitor: Visitor,
  { opened, format, language }: Opened,
  progress: Progress,
): AsyncGenerator<string> {
  let head = format === 'csv' ? csvHead(opened.head(language), language) : '';
  let cursor: string | undefined;
  do {
    const after = cursor;
    const piece = await visitor.read((call) => opened.read(call, after, ROWS));
    let text = head;
    for (const [n, { cells, json }] of piece.rows.entries()) {
      if (n % ROWS_OF_TURN === 0) await ownTurn();
      text += format === 'csv' ? csvLine(cells(language), language) : `${JSON.stringify(json)}\n`;
    }
    progress.rows += piece.rows.length;
    if (text !== '') yield text;
    head = '';
    cursor = piece.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Ends the connection of an answer that has begun. So the client learns that the file is not complete. */
function breakOff({ req, res, asked }: Request, error: unknown): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  res.removeHeader('Content-Disposition');
  answerError({ req, res }, error, asked);
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
  const known = knownError(failure);
  if (!isCut && known.code === 'internal') log.error({ err: known.cause, request_id }, 'internal');
  if (!isCut && known.code === 'unavailable' && known.cause) {
    log.warn({ err: known.cause, request_id }, 'unavailable');
  }
  log.info({ ...line, code: isCut ? 'cut' : known.code }, 'export');
}

function codeIn(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}
