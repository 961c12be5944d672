import type { CrmProvider } from '../../crm/connection-settings.ts';
import type { TeamVisit } from '../../operation/call.ts';
import { providerOf } from './connections/rules/provider-of.ts';
import { readAccount, type StoredAccount } from './connections/rules/stored-account.ts';

type Pipelines = StoredAccount['reference']['pipelines'];

/** What a list of deals shows of the connection from which they come: its name, and the names of the CRM. */
export type Source = {
  name: string;
  provider: CrmProvider;
  /** Null if this installation has no connector for the CRM. */
  dealUrl(externalId: string): string | null;
  pipelineName(id: string | null): string | null;
  stageName(pipelineId: string | null, id: string | null): string | null;
};

/** The connections of the team, by id. */
export async function findSources({ db, prisma, crm }: TeamVisit): Promise<Map<string, Source>> {
  const found = await prisma.crmConnection.findMany({
    where: { tenant_id: db.tenantId },
    select: { id: true, name: true, provider: true, account_id: true, account: true },
  });
  return new Map(
    found.map((row) => {
      const { domain, reference } = readAccount(row.account);
      const connector = crm.connectors.find((one) => one.provider === row.provider);
      const source: Source = {
        name: row.name,
        provider: providerOf(row),
        dealUrl: (externalId) =>
          connector?.dealUrl({ id: row.account_id, domain }, externalId) ?? null,
        ...namesOf(reference.pipelines),
      };
      return [row.id, source];
    }),
  );
}

function namesOf(pipelines: Pipelines): Pick<Source, 'pipelineName' | 'stageName'> {
  const byId = new Map(pipelines.map((pipeline) => [pipeline.id, pipeline]));
  const nameIn = (all: Pipelines, id: string | null) =>
    all.flatMap(({ stages }) => stages).find((stage) => stage.id === id)?.name ?? null;
  return {
    pipelineName: (id) => (id === null ? null : (byId.get(id)?.name ?? null)),
    stageName: (pipelineId, id) => {
      if (pipelineId === null) return nameIn(pipelines, id);
      const pipeline = byId.get(pipelineId);
      return pipeline ? nameIn([pipeline], id) : null;
    },
  };
}
