import type { ExportFormat } from '../../operation/define-list-export.ts';
import type { Language } from '../../shared/language/language.ts';
import { ownTick } from '../../shared/load/long-work.ts';
import { shareOf } from '../../shared/load/share-holder.ts';
import type { UnreadAnswers } from '../../shared/load/unread-answers.ts';
import { csvHead, csvLine } from './csv.ts';
import { type RequestedExport, requestedExport } from './requested-export.ts';
import type { RunningExports } from './running-exports.ts';
import { sendChunks } from './send-chunks.ts';
import { type ExportRequest, type VisitDeps, Visitor } from './visitor.ts';

/**
 * The rows of one piece. An export has only one piece in memory: the next one is read when the reader has
 * taken the piece before.
 */
const ROWS = 1_000;
/** The rows that are written in one tick of the event loop. */
const ROWS_OF_TICK = 100;

const types = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<ExportFormat, string>;

/** What an export has done so far, for the log. */
export type Progress = { name: string | undefined; tenantId: string | undefined; rows: number };

type Deps = { visits: VisitDeps; running: RunningExports; unread: UnreadAnswers };

/** Begins the export of a list: checks the fresh proof, and records the export. Then sends the file. */
export async function sendList(
  deps: Deps,
  { req, res, requester }: ExportRequest,
  progress: Progress,
): Promise<void> {
  const wanted = requestedExport(req.url ?? '');
  progress.name = wanted.name;
  const visitor = new Visitor(deps.visits, { req, requester, rights: wanted.rights });
  const { actor, session, now } = await visitor.present('begin');
  progress.tenantId = actor.tenantId;
  // The begin of an export counts as a change, because it writes an entry into the audit log.
  deps.visits.callers.charge(session, 'mutation');
  const opened = wanted.open();
  const end = deps.running.begin([shareOf(actor)]);
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
    const chunks = chunksOf(visitor, { ...wanted, opened, language }, progress);
    const reader = { person: session.personId, team: shareOf(actor) };
    await sendChunks(chunks, res, { unread: deps.unread, reader });
  } finally {
    end();
  }
}

type Opened = Pick<RequestedExport, 'format'> & {
  opened: ReturnType<RequestedExport['open']>;
  language: Language;
};

async function* chunksOf(
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
      if (n % ROWS_OF_TICK === 0) await ownTick();
      text += format === 'csv' ? csvLine(cells(language), language) : `${JSON.stringify(json)}\n`;
    }
    progress.rows += piece.rows.length;
    if (text !== '') yield text;
    head = '';
    cursor = piece.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

const LONGEST = 60;

const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

type Named = { what: string; team: string; now: Date; timeZone: string; ending: string };

/**
 * Makes the name of a file from what is exported, the team, and the day in the team's time zone, with
 * characters that every file system allows.
 */
function fileName({ what, team, now, timeZone, ending }: Named): string {
  const plain = team
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => german[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  return `${[what, plain, day].filter(Boolean).join('-')}.${ending}`;
}
