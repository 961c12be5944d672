import type { PersonVisit } from '../../operation/call.ts';
import type { OwnDataOverview } from './own-data.schema.ts';

/**
 * Says where the person's own data can be downloaded, and how much there is. The file is a stream,
 * because it may be large.
 */
export async function describeOwnData({ prisma, session }: PersonVisit): Promise<OwnDataOverview> {
  const where = { person_id: session.personId };
  return {
    url: '/app/export/my-data.json',
    teams: await prisma.personTeam.count({ where }),
    sessions: await prisma.session.count({ where }),
    passkeys: await prisma.passkey.count({ where }),
    security_log: await prisma.securityLog.count({ where }),
    mails: await prisma.mail.count({ where }),
  };
}
