import type { MemberCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language.ts';
import { LINK_LINE } from '../mail/seal-link.ts';
import { requireSandbox } from './rules/require-sandbox.ts';
import type { ShownMails } from './try-out.schema.ts';

const MOST_SHOWN = 100;

const dead = {
  de: '  (Hier stünde ein Link. In der Sandbox gibt es ihn nicht.)',
  en: '  (A link would stand here. In a sandbox there is none.)',
} as const satisfies Record<Language, string>;

/** The mails that the sandbox would have sent, newest first. They are kept as long as every mail. */
export async function listMails(call: MemberCall): Promise<ShownMails> {
  await requireSandbox(call);
  const { db, prisma } = call;
  const mails = await prisma.mail.findMany({
    where: { tenant_id: db.tenantId },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: MOST_SHOWN + 1,
    omit: { sealed_link: true },
  });
  return {
    data: mails.slice(0, MOST_SHOWN).map(({ id, created_at, recipient, lang, subject, body }) => ({
      ...{ id, at: created_at.toISOString(), recipient, lang, subject },
      body: body.replace(LINK_LINE, () => dead[lang as Language]),
      has_link: body.includes(LINK_LINE),
    })),
    has_more: mails.length > MOST_SHOWN,
  };
}
