import type { TeamVisit } from '../../../operation/call.ts';
import { readFields } from '../fields.ts';
import type { ConnectionDetail } from './connections.schema.ts';
import { describeChanged } from './describe-connection.ts';
import { findIndustryValues, findOwners } from './find-choices.ts';
import { findFailedRun, findSetAside } from './find-noted-runs.ts';
import { findPipelines } from './find-pipelines.ts';
import { findConnection } from './rules/find-connection.ts';
import { readAccount } from './rules/stored-account.ts';
import { readSettings } from './rules/stored-settings.ts';

/** One connection, with its settings and the values among which the team can choose. */
export async function getConnection(call: TeamVisit, id: string): Promise<ConnectionDetail> {
  const connection = await findConnection(call, id);
  const { currency, time_zone } = await readAccount(call.db, id);
  const pipelines = await findPipelines(call.db, [id]);
  const known = await readFields(call.db, id);
  const connector = call.crm.connectors.find((one) => one.provider === connection.provider);
  return {
    ...(await describeChanged(call, id)),
    settings: readSettings(connection.settings),
    chosen_budget: connection.daily_budget,
    currency,
    time_zone,
    pipelines: pipelines.map(({ id: pipeline, name }) => ({ id: pipeline, name })),
    crm_url: connector?.homeUrl?.() ?? null,
    failed_run_id: await findFailedRun(call, connection),
    set_aside: await findSetAside(call, id),
    fields: known?.fields ?? [],
    left_out: known?.left_out ?? null,
    industry_values_found: await findIndustryValues(call, id),
    owners: await findOwners(call, id),
  };
}
