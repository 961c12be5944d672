/** Tables whose rows belong to a team, and the column that says to which. */
const tenantColumn: Record<string, string> = {
  tenant: 'id',
  api_key: 'tenant_id',
  idempotency_record: 'tenant_id',
  member: 'tenant_id',
  training: 'tenant_id',
  evaluation: 'tenant_id',
  assignment: 'tenant_id',
  team_case: 'tenant_id',
  team_catalog_entry: 'tenant_id',
  catalog_hidden: 'tenant_id',
  policy: 'tenant_id',
  crm_deal: 'tenant_id',
  crm_objection: 'tenant_id',
  audit_entry: 'tenant_id',
};

export const tenantTables = Object.keys(tenantColumn);

const tables = tenantTables.join('|');
const notAnAlias = 'where|set|on|order|join|left|cross|inner|limit|returning|using|for|group|union';
const reference = new RegExp(
  `\\b(from|join|update|using)\\s+(${tables})\\b(?:\\s+(?:as\\s+)?(?!(?:${notAnAlias})\\b)([a-z_]\\w*))?`,
  'g',
);
const insertion = new RegExp(
  `\\binsert\\s+into\\s+(${tables})\\s*(?:as\\s+\\w+\\s*)?\\(\\s*(\\w+)[^)]*\\)\\s*(?:values\\s*\\(|select\\s+)\\s*\\$1\\b`,
  'g',
);
const mention = new RegExp(`\\b(${tables})\\b(?!\\s*\\.)`, 'g');

/**
 * Refuses a statement that names a team's table without binding the tenant, which is always `$1`
 * and is supplied by the handle, never by the caller. A lexical check, made once for each text: it
 * asks for one form (`alias.tenant_id = $1` for every reference) and refuses all others, the right
 * ones included.
 */
export function assertTenantBound(statement: string): void {
  const text = statement
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase();
  let bound = 0;
  for (const [, , table = '', alias = table] of text.matchAll(reference)) {
    const column = `${alias}.${tenantColumn[table]}`;
    if (!new RegExp(`(?<![\\w.])${column.replace('.', '\\.')} = \\$1(?!\\d)`).test(text)) {
      throw new Error(`Statement does not bind ${column} = $1: ${statement}`);
    }
    bound += 1;
  }
  for (const [, table = '', column] of text.matchAll(insertion)) {
    if (column !== tenantColumn[table]) {
      throw new Error(`Statement inserts into ${table} without the tenant first: ${statement}`);
    }
    bound += 1;
  }
  if (bound !== [...text.matchAll(mention)].length) {
    throw new Error(`Statement names a team's table in a form that is not checked: ${statement}`);
  }
}
