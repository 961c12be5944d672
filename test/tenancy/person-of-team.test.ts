import { expect, test } from 'vitest';
import type { TeamPrisma } from '../../src/db/prisma/team-prisma.ts';
import { readInTeam } from '../../src/db/transaction.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

test('a team reads the id and the language of a person by the address, and nothing else', async () => {
  const { tenantId, owner } = await makeTeam(api());
  const find = (args: Parameters<TeamPrisma['person']['findUnique']>[0]) =>
    readInTeam(api().sql, tenantId, (_, prisma) => prisma.person.findUnique(args));
  const where = { email: owner.email };
  const select = { id: true, lang: true };
  expect(await find({ where, select })).toEqual({ id: owner.userId, lang: 'de' });
  for (const args of [
    { where },
    { where, select: { ...select, password_hash: true } },
    { where, select: { ...select, sessions: true } },
    { where, select, include: { sessions: true } },
    { where: { id: owner.userId }, select },
  ]) {
    await expect(find(args)).rejects.toThrow('a team only finds or makes a person');
  }
});

test('a team may ask whether an address is reserved, and may count people by nothing else', async () => {
  const { tenantId, owner } = await makeTeam(api());
  const count = (args: Parameters<TeamPrisma['person']['count']>[0]) =>
    readInTeam(api().sql, tenantId, (_, prisma) => prisma.person.count(args));
  expect(await count({ where: { former_email: owner.email, id: { not: 'usr_1' } } })).toBe(0);
  for (const args of [
    { where: {} },
    { where: { email: owner.email } },
    { where: { former_email: { contains: '@' } } },
    { where: { former_email: owner.email }, take: 1 },
  ]) {
    await expect(count(args)).rejects.toThrow('a team only finds or makes a person');
  }
});
