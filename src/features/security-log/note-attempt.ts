import { z } from 'zod';
import type { AddJob, PeopleHandles } from '../../db/transaction.ts';
import type { Visit } from '../../operation/call.ts';
import type { Job } from '../../shared/jobs.ts';
import { HOUR_MS } from '../../shared/time/durations.ts';
import { recordSecurity } from './record-security.ts';

type RecordedAttempt = Job<'security.attempt'>;

/**
 * Asks the worker to note an attempt, if an account has this address. Only the worker looks for the account,
 * so neither the answer nor its time tells whether there is one.
 */
export function askToNote(
  { now, ip, userAgent }: Pick<Visit, 'now' | 'ip' | 'userAgent'>,
  addJob: AddJob,
  about: Pick<RecordedAttempt, 'kind' | 'email'>,
): Promise<void> {
  return addJob('security.attempt', { ...about, ip, userAgent, at: now.toISOString() });
}

/**
 * Notes an attempt in the person's security log. All attempts of one kind within an hour are one
 * entry with a count, so that nobody can fill the log of another person.
 */
export async function noteAttempt(
  { prisma, lockPerson }: PeopleHandles,
  { kind, email, ip, userAgent, at }: RecordedAttempt,
): Promise<void> {
  const person = await prisma.person.findUnique({ where: { email }, select: { id: true } });
  // Without the lock, two workers would both write the first entry.
  if (!person || !(await lockPerson(person.id))) return;
  const now = new Date(at);
  const entry = await prisma.securityLog.findFirst({
    where: {
      person_id: person.id,
      kind,
      created_at: { gt: new Date(now.getTime() - HOUR_MS) },
    },
    orderBy: { created_at: 'desc' },
    select: { id: true, details: true },
  });
  if (entry) {
    const { attempts } = counted.parse(entry.details);
    await prisma.securityLog.updateMany({
      where: { id: entry.id },
      data: { details: { attempts: String(attempts + 1) } },
    });
    return;
  }
  const details = { attempts: '1' };
  await recordSecurity({ now, ip, userAgent }, prisma, { personId: person.id, kind, details });
}

const counted = z.object({ attempts: z.coerce.number() });
