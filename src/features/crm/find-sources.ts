import type { CrmProvider } from '../../crm/connection-settings.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { findStageNames, type Place, type StageName } from './connections/find-pipelines.ts';
import { providerOf } from './connections/rules/provider-of.ts';
import { readAccounts } from './connections/rules/stored-account.ts';

/** What a list of deals shows of the connection from which they come: its name, and the names of the CRM. */
export type Source = {
  name: string;
  provider: CrmProvider;
  /** Null if this installation has no connector for the CRM. */
  dealUrl(externalId: string): string | null;
  pipelineName(id: string | null): string | null;
  stageName(pipelineId: string | null, id: string | null): string | null;
};

/** The connections of some deals, by id. Of what the CRMs have, only the names of these deals are read. */
export async function findSources(
  { db, prisma, crm }: TeamVisit,
  deals: readonly Place[],
): Promise<Map<string, Source>> {
  const ids = [...new Set(deals.map(({ connection_id }) => connection_id))];
  if (ids.length === 0) return new Map();
  const found = await prisma.crmConnection.findMany({
    where: { tenant_id: db.tenantId, id: { in: ids } },
    select: { id: true, name: true, provider: true, account_id: true },
  });
  const accounts = await readAccounts(db, ids);
  const names = Map.groupBy(await findStageNames(db, deals), ({ connection_id: id }) => id);
  return new Map(
    found.map((row) => {
      const domain = accounts.get(row.id)?.domain ?? null;
      const connector = crm.connectors.find((one) => one.provider === row.provider);
      const source: Source = {
        name: row.name,
        provider: providerOf(row),
        dealUrl: (externalId) =>
          connector?.dealUrl({ id: row.account_id, domain }, externalId) ?? null,
        ...namesOf(names.get(row.id) ?? []),
      };
      return [row.id, source];
    }),
  );
}

function namesOf(names: readonly StageName[]): Pick<Source, 'pipelineName' | 'stageName'> {
  const pipelines = new Map(names.map((one) => [one.pipeline_id, one.pipeline_name]));
  const stages = new Map<string, string | null>();
  for (const { pipeline_id, stage_id, stage_name } of names) {
    for (const key of [keyOf(pipeline_id, stage_id), keyOf(null, stage_id)]) {
      if (!stages.has(key)) stages.set(key, stage_name);
    }
  }
  return {
    pipelineName: (id) => (id === null ? null : (pipelines.get(id) ?? null)),
    stageName: (pipelineId, id) => stages.get(keyOf(pipelineId, id)) ?? null,
  };
}

const keyOf = (pipelineId: string | null, stageId: string | null) =>
  JSON.stringify([pipelineId, stageId]);
