import { longId } from '../../crm/salesforce/soql.ts';

/** The ids in a CRM for which a searched text may stand. Salesforce shows its ids in a short form too. */
export function idsInCrm(search: string): string[] {
  const long = longId(search);
  return long === null || long === search ? [search] : [search, long];
}
