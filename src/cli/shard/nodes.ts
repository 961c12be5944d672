import type pg from 'pg';

/** A node of the cluster. */
export type Node = {
  /** Host and port, as Citus connects to the node. */
  name: string;
  isCoordinator: boolean;
  hasShards: boolean;
  isActive: boolean;
  /** What the node has answered. Null if it does not answer. */
  report: NodeReport | null;
  /** Why the node does not answer. */
  failure: string | null;
};

export type NodeReport = {
  citus: string | null;
  postgres: number;
  prepared: number;
  connections: number;
  zone: string;
  locale: string;
};

const question = `select json_build_object(
  'citus', (select extversion from pg_extension where extname = 'citus'),
  'postgres', current_setting('server_version_num')::int / 10000,
  'prepared', current_setting('max_prepared_transactions')::int,
  'connections', current_setting('max_connections')::int,
  'zone', current_setting('TimeZone'),
  'locale', (select concat_ws(' ', pg_encoding_to_char(encoding), datlocprovider, datcollate, datctype)
    from pg_database where datname = current_database()))`;

/** Reads the nodes that Citus knows, the coordinator first. */
export async function readNodes(client: pg.ClientBase): Promise<Node[]> {
  const { rows } = await client.query<Omit<Node, 'report' | 'failure'> & { id: number }>(
    `select nodeid as id, nodename || ':' || nodeport as name, groupid = 0 as "isCoordinator",
       shouldhaveshards as "hasShards", isactive as "isActive"
     from pg_dist_node where noderole = 'primary' order by groupid`,
  );
  const { rows: answers } = await client.query<{ id: number; success: boolean; result: string }>(
    'select nodeid as id, success, result from run_command_on_all_nodes($1)',
    [question],
  );
  return rows.map(({ id, ...node }) => {
    const answer = answers.find((one) => one.id === id);
    const report = answer?.success ? (JSON.parse(answer.result) as NodeReport) : null;
    return { ...node, report, failure: report ? null : (answer?.result ?? 'no answer') };
  });
}

const COORDINATOR = `select citus_set_coordinator_host('HOST', PORT)`;
const OLDEST = { citus: 13, postgres: 15 };

/** The faults of the nodes, each with its remedy. Empty if there is none. */
export function faultsOf(nodes: readonly Node[]): string[] {
  const coordinator = nodes.find((node) => node.isCoordinator);
  const faults = nodes.flatMap((node) => faultsOfNode(node, coordinator?.report));
  if (!coordinator) {
    faults.unshift(
      `Citus does not know how nodes reach the coordinator: run ${COORDINATOR} on it, with an address that all nodes reach`,
    );
  } else if (/^localhost:/.test(coordinator.name) && nodes.some(isElsewhere)) {
    faults.unshift(
      `nodes reach the coordinator as localhost: run ${COORDINATOR} on it, with an address that all nodes reach`,
    );
  }
  if (!nodes.some((node) => node.hasShards)) {
    faults.push(
      `no node takes shards: add one with select citus_add_node('HOST', PORT) on the coordinator`,
    );
  }
  return faults;
}

const isElsewhere = ({ name }: Node): boolean => !/^(?:localhost|127\.|\[?::1)/.test(name);

function faultsOfNode(
  { name, report, failure, isActive }: Node,
  coordinator?: NodeReport | null,
): string[] {
  if (!report)
    return [`${name} does not answer (${failure}): start it, or look at pg_hba.conf there`];
  const { citus, postgres, prepared, zone, locale } = report;
  const { connections } = coordinator ?? report;
  const checks: [boolean, string][] = [
    [isActive, `is not active: run select citus_activate_node(…) on the coordinator`],
    [citus !== null, `has no extension citus in this database: run create extension citus there`],
    [
      citus === null || Number.parseInt(citus, 10) >= OLDEST.citus,
      `has Citus ${citus}: install Citus ${OLDEST.citus} or newer, and run alter extension citus update there`,
    ],
    [
      !coordinator || citus === coordinator.citus,
      `has Citus ${citus}, and the coordinator ${coordinator?.citus}: install the same version`,
    ],
    [
      postgres >= OLDEST.postgres && postgres === (coordinator?.postgres ?? postgres),
      `has PostgreSQL ${postgres}: install the same version on all nodes, ${OLDEST.postgres} or newer`,
    ],
    [
      prepared >= connections,
      `has max_prepared_transactions ${prepared}: set it to ${connections} or more (max_connections of the coordinator), and restart it`,
    ],
    [
      /^(?:etc\/)?(?:utc|uct|gmt|zulu|universal)$/i.test(zone),
      `has the time zone ${zone}: run alter database … set timezone = 'UTC' there`,
    ],
    [
      locale === (coordinator?.locale ?? locale),
      `has a database of ${locale}, and that of the coordinator is of ${coordinator?.locale}: make it again with the same encoding and locale`,
    ],
  ];
  return checks.filter(([holds]) => !holds).map(([, fault]) => `${name} ${fault}`);
}
