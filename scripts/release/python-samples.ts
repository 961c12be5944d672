import { sdkSamples } from '../../src/docs/reference/read-operation.ts';
import { type DemoServer, NOBODY } from './demo-server.ts';

type Parameter = { in?: string; name?: string; schema?: { examples?: string[] } };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  'x-codeSamples': { lang: string; source: string }[];
  requestBody?: { content: Record<string, { example?: Record<string, unknown> }> };
};
type Document = { paths: Record<string, Record<string, Operation>> };
type Named = Record<string, string>;

type Sample = { name: string; source: string };

/** The Python sample of every operation, with existing objects. Deletions come last. */
export function pythonSamples(server: DemoServer): Promise<Sample[]> {
  return samplesFrom(server, (operation) => {
    const sample = operation['x-codeSamples'].find(({ lang }) => lang === 'Python');
    return { name: operation.operationId, source: sample?.source ?? '' };
  });
}

/** The same samples with our SDK. */
export function sdkPythonSamples(server: DemoServer): Promise<Sample[]> {
  return samplesFrom(server, ({ operationId }) => {
    const sample = sdkSamples(operationId).find(({ language }) => language === 'python');
    return { name: `${operationId} with the SDK`, source: sample?.code ?? '' };
  });
}

async function samplesFrom(
  server: DemoServer,
  sampleOf: (operation: Operation) => Sample,
): Promise<Sample[]> {
  const document = await fetch(`${server.api}/openapi.v1.json`);
  const operations = ordered((await document.json()) as Document);
  const objects = await objectsOf(server);
  return operations.map((operation) => {
    const { name, source } = sampleOf(operation);
    if (source === '') throw new Error(`${name} has no sample in Python`);
    return { name, source: withObjects(operation, objects, source) };
  });
}

/** Objects of the demo team, and new ones that a sample may change or delete, by the names of their ids. */
export async function objectsOf({ api, key }: DemoServer): Promise<Named> {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const sent = body ? { body: JSON.stringify(body) } : {};
    const answer = await fetch(api + path, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const [catalog, trainings, evaluations] = await Promise.all(
    ['/catalog', '/trainings?limit=1', '/evaluations?limit=1'].map((path) => call('GET', path)),
  );
  const member = await call('POST', '/users', { email: 'sample@customer.example' });
  const combination = {
    situation_id: catalog.situation[0].id,
    personality_id: catalog.personality[0].id,
    industry_id: catalog.industry[0].id,
  };
  const person = { member_id: member.id, user_id: trainings.data[0].user_id };
  const [assignment, made, endpoint] = await Promise.all([
    call('POST', '/assignments', { member_id: member.id, title: 'Sample', ...combination }),
    call('POST', '/cases', { user_id: person.user_id, title: 'Sample', fields: {} }),
    call('POST', '/webhook-endpoints', { url: NOBODY, events: ['member.joined'] }),
  ]);
  const { delivery_id } = await call('POST', `/webhook-endpoints/${endpoint.id}/test`);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const { replay_id } = await call('POST', `/webhook-endpoints/${endpoint.id}/replay`, { since });
  const ids = { assignment_id: assignment.id, case_id: made.id, endpoint_id: endpoint.id };
  const training_id = evaluations.data[0].id;
  return { ...combination, ...person, ...ids, delivery_id, replay_id, training_id, url: NOBODY };
}

/** The sample with existing ids in place of its examples. */
function withObjects(operation: Operation, objects: Named, source: string): string {
  const inPath = (operation.parameters ?? []).flatMap(({ name, schema }) =>
    name && objects[name] && schema?.examples ? [[name, schema.examples[0]] as const] : [],
  );
  const inBody = Object.entries(operation.requestBody?.content['application/json']?.example ?? {});
  return [...inPath, ...inBody].reduce(
    (text, [name, example]) => text.replaceAll(String(example), objects[name] ?? String(example)),
    source,
  );
}

/** Deletions come last, of the newest objects first. */
function ordered({ paths }: Document): Operation[] {
  const all = Object.values(paths).flatMap((methods) => Object.entries(methods));
  const deletes = all.filter(([method]) => method === 'delete').reverse();
  return [...all.filter(([method]) => method !== 'delete'), ...deletes].map(([, one]) => one);
}
