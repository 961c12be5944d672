import type { TeamVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time/durations.ts';
import { describeEndpointState } from './describe-endpoint-state.ts';
import type { EndpointHealth, EndpointHealthInput } from './endpoint-detail.schema.ts';

const HOURS = { '24h': 24, '7d': 7 * 24 } as const;
type Period = keyof typeof HOURS;

/**
 * How many attempts have succeeded and how many have failed in each hour, and how fast the endpoint answers:
 * for a chart and for the list of endpoints.
 */
export async function getEndpointHealth(
  call: TeamVisit,
  { endpoint_id, period }: EndpointHealthInput,
): Promise<EndpointHealth> {
  const { db, prisma, now } = call;
  const tenant_id = db.tenantId;
  const endpoints = await prisma.webhookEndpoint.findMany({
    where: {
      tenant_id,
      deleted_at: null,
      ...(endpoint_id === undefined ? {} : { id: endpoint_id }),
    },
    omit: { secret: true },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  });
  if (endpoint_id !== undefined && endpoints.length === 0) throw new ApiError('not_found');
  const ids = endpoints.map(({ id }) => id);
  const spans = await chooseSpans(call, ids, period);
  const times = await findAnswerTimes(
    call,
    ids.map((id) => ({ id, since: beginOf(now, spans(id).period) })),
  );
  const data = endpoints.map((endpoint) => {
    const span = spans(endpoint.id);
    const hours = stepsOf(span, now);
    return {
      endpoint_id: endpoint.id,
      ...describeEndpointState(call, endpoint),
      period: span.period,
      p95_ms: times.get(endpoint.id) ?? null,
      ok: hours.reduce((sum, { ok }) => sum + ok, 0),
      failed: hours.reduce((sum, { failed }) => sum + failed, 0),
      hours,
    };
  });
  const since = beginOf(now, period === '7d' ? '7d' : '24h').toISOString();
  return { egress_addresses: [...call.egressAddresses], since, data };
}

type Step = { at: Date; ok: number; failed: number };
/** The period that is shown of an endpoint, the length of its steps, and the steps with an attempt. */
type Span = { period: Period; stepMs: number; counted: readonly Step[] };

async function chooseSpans(
  call: TeamVisit,
  ids: string[],
  requested: EndpointHealthInput['period'],
): Promise<(id: string) => Span> {
  const period = requested === '7d' ? '7d' : '24h';
  const counted = await sumAttempts(call, {
    ids,
    since: beginOf(call.now, period),
    stepMs: HOUR_MS,
  });
  const quiet = requested === 'recent' ? ids.filter((id) => !counted.has(id)) : [];
  // With all hours of a week, the list of a hundred endpoints would be an answer of a megabyte.
  const since = beginOf(call.now, '7d');
  const days = await sumAttempts(call, { ids: quiet, since, stepMs: DAY_MS });
  return (id) => {
    const earlier = days.get(id);
    if (earlier) return { period: '7d', stepMs: DAY_MS, counted: earlier };
    return { period, stepMs: HOUR_MS, counted: counted.get(id) ?? [] };
  };
}

/** Every step of the period, those without an attempt too. */
function stepsOf({ period, stepMs, counted }: Span, now: Date) {
  const begin = beginOf(now, period).getTime();
  const steps = Array.from({ length: (HOURS[period] * HOUR_MS) / stepMs }, (_, i) => ({
    at: new Date(begin + i * stepMs).toISOString(),
    ok: 0,
    failed: 0,
  }));
  for (const { at, ok, failed } of counted) {
    const step = steps[(at.getTime() - begin) / stepMs];
    if (step) Object.assign(step, { ok, failed });
  }
  return steps;
}

function beginOf(now: Date, period: Period): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) - HOURS[period] + 1) * HOUR_MS);
}

type HealthQuery = { ids: readonly string[]; since: Date; stepMs: number };
type Sums = { ok: number; failed: number };
type Row = Sums & { endpoint_id: string; at: Date };

/** The attempts of each endpoint in each step of this length. Steps without an attempt are missing. */
async function sumAttempts(
  { db }: TeamVisit,
  { ids, since, stepMs }: HealthQuery,
): Promise<Map<string, Row[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<Row>(
    `select h.endpoint_id, date_bin($4::bigint * interval '1 ms', h.hour, $3::timestamptz) as at,
       sum(h.ok)::integer as ok, sum(h.failed)::integer as failed
     from webhook_endpoint_hour h
     where h.tenant_id = $1 and h.endpoint_id = any ($2::text[]) and h.hour >= $3::timestamptz
     group by 1, 2`,
    [ids, since, stepMs],
  );
  return Map.groupBy(rows, ({ endpoint_id }) => endpoint_id);
}

/** The number of the latest deliveries that are read, however many the endpoint has. */
const LATEST = 100;
/** The number of the latest attempts of a delivery that are read. */
const ATTEMPTS = 10;

/**
 * The milliseconds within which 95 % of the answers of each endpoint came, also those that refused.
 * PostgreSQL reads along the index of each endpoint, so a million deliveries cost no more than a hundred.
 */
async function findAnswerTimes(
  { db }: TeamVisit,
  endpoints: readonly { id: string; since: Date }[],
): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: string; ms: number }>(
    `select e.id, t.ms
     from unnest($2::text[], $3::timestamptz[]) as e (id, since)
     cross join lateral (
       select percentile_disc(0.95) within group (order by a.response_ms) as ms
       from (
         select d.id from webhook_delivery d
         where d.endpoint_id = e.id and d.tenant_id = $1 and d.created_at >= e.since
         order by d.created_at desc, d.id desc limit ${LATEST}
       ) d
       cross join lateral (
         select o.response_ms, o.response_code from webhook_attempt o
         where o.tenant_id = $1 and o.delivery_id = d.id order by o.n desc limit ${ATTEMPTS}
       ) a
       where a.response_code is not null and a.response_ms is not null
     ) t
     where t.ms is not null`,
    [endpoints.map(({ id }) => id), endpoints.map(({ since }) => since)],
  );
  return new Map(rows.map(({ id, ms }) => [id, ms]));
}
