import { createHash, randomBytes } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import type { PrismaClient } from '../../src/db/generated/client.ts';

type Input = {
  id: string;
  member_id: string;
  title: string;
  situation_id: string;
  personality_id: string;
  industry_id: string;
  note?: string | undefined;
  due_date?: string | undefined;
};
type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** The action of `POST /assignments`. */
export type Action = {
  owner: { tenant_id: string; lineage_id: string; prefix: string };
  /** The Idempotency-Key. */
  once: string;
  input: Input;
  now: Date;
};

/** Creates the assignment once for each key. Returns the body of the response. */
export function act(prisma: PrismaClient, action: Action): Promise<string> {
  const { owner, once, input, now } = action;
  const { id: _, ...given } = input;
  const fingerprint = createHash('sha256').update(JSON.stringify(given)).digest();
  const { prefix, ...lineage } = owner;
  const record = { ...lineage, key: once };
  return prisma.$transaction(async (tx) => {
    const found = await tx.idempotencyRecord.findUnique({
      where: { tenant_id_lineage_id_key: record },
    });
    if (found) {
      if (!fingerprint.equals(found.fingerprint)) throw new TRPCError({ code: 'CONFLICT' });
      return Buffer.from(found.body).toString();
    }
    const body = await create(tx, action);
    await tx.idempotencyRecord.create({
      data: { ...record, fingerprint, status: 201, body: Buffer.from(body), created_at: now },
    });
    return body;
  });
}

async function create(tx: Transaction, { owner, input, now }: Action): Promise<string> {
  const { tenant_id, prefix } = owner;
  const { id, member_id, title, situation_id, personality_id, industry_id, note, due_date } = input;
  const member = await tx.member.findFirst({
    where: { tenant_id, id: member_id, status: { not: 'removed' } },
  });
  if (!member) throw new TRPCError({ code: 'NOT_FOUND' });
  await check(tx, tenant_id, input);
  const made = await tx.assignment.create({
    data: {
      tenant_id,
      id,
      member_id,
      title,
      situation_id,
      personality_id,
      industry_id,
      note: note ?? null,
      due_date: due_date ? new Date(due_date) : null,
      created_at: now,
      updated_at: now,
    },
  });
  await tx.auditEntry.create({
    data: {
      tenant_id,
      id: `aud_${randomBytes(13).toString('hex')}`,
      actor_kind: 'key',
      actor_id: prefix,
      action: 'assignment.created',
      target_id: id,
      created_at: now,
    },
  });
  return JSON.stringify({
    ...made,
    due_date: due_date ?? null,
    member_user_id: member.user_id,
    member_email: member.email,
  });
}

/** Refuses a combination that the catalog does not know, or that a rule or a policy forbids. */
async function check(tx: Transaction, tenant_id: string, input: Input): Promise<void> {
  const { situation_id, personality_id, industry_id, member_id } = input;
  const ids = { situation: situation_id, personality: personality_id, industry: industry_id };
  const known = await tx.catalogEntry.count({
    where: {
      archived_at: null,
      OR: Object.entries(ids).map(([dimension, id]) => ({ dimension, id })),
    },
  });
  const rule = await tx.catalogRule.findFirst({
    where: {
      AND: [
        { OR: [{ situation_id }, { situation_id: null }] },
        { OR: [{ personality_id }, { personality_id: null }] },
        { OR: [{ industry_id }, { industry_id: null }] },
      ],
    },
  });
  if (known !== 3 || rule) throw new TRPCError({ code: 'UNPROCESSABLE_CONTENT' });
  const policies = await tx.policy.findMany({
    where: { tenant_id, OR: [{ member_id }, { member_id: null }] },
  });
  for (const { dimension, mode, entry_ids } of policies) {
    const id = ids[dimension as keyof typeof ids];
    if (id && (mode === 'allow') !== entry_ids.includes(id)) {
      throw new TRPCError({ code: 'FORBIDDEN' });
    }
  }
}
