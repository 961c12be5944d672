import { requireRight } from '../../auth/require-right.ts';
import type { Session } from '../../auth/session.ts';
import { inPeopleTransaction } from '../../db/transaction.ts';
import { personExports } from '../../features/router.ts';
import type { ReadPiece } from '../../operation/person-export.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { shareOf, shareOfPerson } from '../../shared/load/share-holder.ts';
import type { UnreadAnswers } from '../../shared/load/unread-answers.ts';
import { Cookies } from '../cookies.ts';
import { userAgentOf } from '../user-agent.ts';
import type { RunningExports } from './running-exports.ts';
import { sendChunks } from './send-chunks.ts';
import type { ExportRequest, VisitDeps } from './visitor.ts';

const { ownData: ownDataExport } = personExports;

export const OWN_DATA = `/${ownDataExport.fileName}`;

type Deps = { visits: VisitDeps; runningOwn: RunningExports; unread: UnreadAnswers };

/** Sends people everything that is stored about them. */
export async function sendOwnData(
  { visits, runningOwn, unread }: Deps,
  { req, res, requester: { ip } }: ExportRequest,
): Promise<void> {
  const token = new Cookies(req.headers.cookie).session;
  const userAgent = userAgentOf(req);
  const { pool, slots, callers } = visits;
  const present = async (right: 'use_own_account' | typeof ownDataExport.right) => {
    const { session, now } = await callers.loadOrCharge({ token, ip, userAgent });
    requireRight(session, { right, type: 'query', now });
    return { session: signedIn(session), now };
  };
  const { session, now } = await present(ownDataExport.right);
  // The begin of this export counts as a change, because it writes an entry into the security log.
  callers.charge(session, 'mutation');
  const { personId } = session;
  const person = shareOfPerson(personId);
  const team = session.actor ? shareOf(session.actor) : undefined;
  // The export counts for the team too, so that a few of its members cannot use up the exports of the
  // process.
  const end = runningOwn.begin(team === undefined ? [person] : [person, team]);
  try {
    const run: ReadPiece = (work) => slots.run(person, () => inPeopleTransaction(pool, { work }));
    await run((handles) => ownDataExport.begin({ now, ip, userAgent }, handles, personId));
    // The person has shown the proof at the begin. If the session ends, the file ends too.
    const read: ReadPiece = async (work) => {
      await present('use_own_account');
      return run(work);
    };
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('Content-Disposition', `attachment; filename="${ownDataExport.fileName}"`);
    const chunks = ownDataExport.chunks(read, { personId, now });
    await sendChunks(chunks, res, { unread, reader: { person: personId, team } });
  } finally {
    end();
  }
}

function signedIn(session: Session | null): Session {
  if (!session) throw new AppError('not_signed_in');
  return session;
}
