import type { MemberCall } from '../../operation/call.ts';
import { requireSandbox } from '../sandboxes/require-sandbox.ts';
import type { ShownMails } from './try-out.schema.ts';

const MOST_SHOWN = 100;

/**
 * The mails that the sandbox would have sent, newest first. They contain no link, and are kept as long as all
 * mails.
 */
export async function listMails(call: MemberCall): Promise<ShownMails> {
  await requireSandbox(call);
  const { db, prisma, actor } = call;
  const namesVisitors = actor.homePrivacy.shows('audit_entry', 'name');
  const mails = await prisma.mail.findMany({
    where: {
      tenant_id: db.tenantId,
      // The mail about a new key names the person who made it, and this person is a member of the team.
      ...(namesVisitors ? {} : { NOT: { cause: { startsWith: 'key_created:' } } }),
    },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: MOST_SHOWN + 1,
    select: { id: true, created_at: true, recipient: true, lang: true, subject: true, body: true },
  });
  return {
    data: mails.slice(0, MOST_SHOWN).map(({ created_at, ...mail }) => ({
      ...mail,
      at: created_at.toISOString(),
    })),
    has_more: mails.length > MOST_SHOWN,
  };
}
