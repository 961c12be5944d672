import type { PrismaCall } from '../../operation/call.ts';
import type { ForContact } from './contact-words.ts';
import { findLastError, type LastError } from './describe-failures.ts';
import { listRecipients } from './list-recipients.ts';
import type { MailTexts } from './mail-in.ts';
import type { LinkSeal } from './seal-link.ts';
import { writeToTeamAndContact } from './write-to-team-and-contact.ts';

/** What the texts of a mail about a failing endpoint say, besides what its job contains. */
export type EndpointFacts<J> = J &
  ForContact & {
    url: string;
    description: string | null;
    lastError: LastError | null;
    page: string;
    publicUrl: string;
  };

type EndpointMails<J> = {
  job: J;
  cause: string;
  /** The last error until this time is named. */
  until: Date;
  /** The state that the endpoint must have. */
  state?: { failing_since: Date; status: 'active' };
  texts: MailTexts<EndpointFacts<J>>;
};

/**
 * Writes one mail to each active admin, the owner and the technical contact. Writes none if the endpoint is deleted, or
 * not in this state.
 */
export async function writeEndpointMails<J extends { endpoint: string; failingSince: Date }>(
  call: PrismaCall,
  { job, cause, until, state, texts }: EndpointMails<J>,
  { key, publicUrl }: LinkSeal,
): Promise<void> {
  const { endpoint: id, failingSince: since } = job;
  const found = await call.prisma.webhookEndpoint.findFirst({
    where: {
      tenant_id: call.db.tenantId,
      id,
      ...state,
      deleted_at: null,
      tenant: { status: { not: 'ended' } },
    },
    select: { url: true, description: true },
  });
  if (!found) return;
  const lastError = await findLastError(call, { endpoint: id, since, until });
  await writeToTeamAndContact<EndpointFacts<J>>(call, key, {
    cause,
    members: await listRecipients(call),
    texts,
    facts: (contactOf) => ({
      ...job,
      // The query may contain a token of the receiver.
      url: found.url.replace(/\?.*$/, ''),
      // The description is free text, and was not written for readers outside the team.
      description: contactOf === null ? found.description : null,
      lastError,
      page: `${publicUrl}/app/webhooks/${id}`,
      publicUrl,
      contactOf,
    }),
  });
}
