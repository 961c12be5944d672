import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const source = (file: string) => path.resolve(import.meta.dirname, '../../src', file);

/** A process that writes once over each handle. Between the writes it waits for a line on standard input. */
const twoWrites = (url: string, tenantId: string) => `
  import { once } from 'node:events';
  import { asSystem } from '${source('operation/system-call.ts')}';
  import { createPool } from '${source('db/pool.ts')}';
  import { recordAudit } from '${source('features/audit-log/record-audit.ts')}';
  import { createLogger } from '${source('shared/process/log.ts')}';
  const pool = createPool('${url}', { max: 1, name: 'two writes', log: createLogger('silent') });
  await asSystem(pool, '${tenantId}', new Date(), async (call) => {
    const where = { id: '${tenantId}' };
    await call.prisma.tenant.update({ where, data: { name: 'half done' } });
    console.log('between');
    await once(process.stdin, 'data');
    await recordAudit(call, { action: 'team.changed', targetId: '${tenantId}' });
  });
  await pool.end();
  process.exit(0);`;

async function started(tenantId: string) {
  const script = twoWrites(api().database.url, tenantId);
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await once(child.stdout, 'data');
  return { child, ended };
}

async function stateOf(tenantId: string) {
  const { rows } = await api().sql.query(
    `select t.name, (select count(*)::integer from audit_entry a
       where a.tenant_id = t.id and a.action = 'team.changed') as audited
     from tenant t where t.id = $1`,
    [tenantId],
  );
  return rows[0];
}

test('a process that is killed between a write over Prisma and a write over SQL leaves neither write', async () => {
  const { tenantId } = await makeTeam(api());
  const { child, ended } = await started(tenantId);
  child.kill('SIGKILL');
  await ended;
  // Waits for the lock of the killed process, if PostgreSQL has not ended its transaction yet.
  await api().sql.query('update tenant set seats = 7 where id = $1', [tenantId]);
  expect(await stateOf(tenantId)).toEqual({ name: 'Team under test', audited: 0 });
});

test('a process that is not killed writes both', async () => {
  const { tenantId } = await makeTeam(api());
  const { child, ended } = await started(tenantId);
  child.stdin.write('go on\n');
  expect((await ended)[0]).toBe(0);
  expect(await stateOf(tenantId)).toEqual({ name: 'half done', audited: 1 });
});
