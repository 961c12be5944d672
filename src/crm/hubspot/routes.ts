/** The version of HubSpot's API. It is supported until at least March 2028. */
export const API = '2026-09';

export const routes = {
  account: `/account-info/${API}/details`,
  owners: `/crm/owners/${API}`,
  pipelines: `/crm/pipelines/${API}/deals`,
  properties: `/crm/properties/${API}/deals`,
  list: (objects: 'deals' | 'notes') => `/crm/objects/${API}/${objects}`,
  search: (objects: 'deals' | 'notes') => `/crm/objects/${API}/${objects}/search`,
  dealsOfNotes: `/crm/associations/${API}/notes/deals/batch/read`,
};

/** The limit for all searches of an account together. */
export const SEARCHES_PER_SECOND = 5;
