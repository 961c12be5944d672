import type { CrmProvider } from './connection-settings.ts';
import type { CrmConnector } from './connector.ts';
import type { CrmConfigs } from './crm-config.ts';
import { demoCrm } from './demo/connector.ts';
import { hubspotConnector } from './hubspot/connector.ts';
import { pipedriveConnector } from './pipedrive/connector.ts';
import { salesforceConnector } from './salesforce/connector.ts';

/** The connectors of all providers, in the order in which the page names them. */
export function crmConnectors(config: {
  crm: CrmConfigs;
  dataDir: string;
}): Map<CrmProvider, CrmConnector> {
  const connectors = [
    hubspotConnector(config.crm.hubspot),
    pipedriveConnector(config.crm.pipedrive),
    salesforceConnector(config.crm.salesforce),
    demoCrm(config.dataDir),
  ];
  return new Map(connectors.map((connector) => [connector.provider, connector]));
}
