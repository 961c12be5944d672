import { expect, test } from 'vitest';
import { exampleIdsIn, idLists, nounOf } from '../../../src/docs/sender/id-lists.ts';
import { readReference, sayIn } from '../../../src/docs/site/reference.ts';
import { document } from '../../rest/harness/openapi-parts.ts';

const { operations } = readReference({
  document,
  language: 'en',
  say: sayIn('en'),
  link: (markdown) => markdown,
});
const operationOf = (request: string) =>
  operations.find(({ method, path }) => `${method} ${path}` === request);

test('every example id of a sample can be one of the reader, but that of a replay, of which there is no list', () => {
  const idsOf = ({ samples: [first] }: (typeof operations)[number]) =>
    first?.code.match(/\b[a-z]{3}_[0-9a-z]{26}\b/g) ?? [];
  const all = operations.flatMap(idsOf);
  expect(all.length).toBeGreaterThan(15);
  const without = all.filter((id) => exampleIdsIn(id).length === 0);
  expect(new Set(without.map((id) => id.slice(0, 4)))).toEqual(new Set(['whr_']));
});

test('an operation on an evaluation gets a training that has one', () => {
  const example = 'trn_01jd4x6k8mq2v5w9y3z7b1c4df';
  expect(nounOf(example, '/trainings/{training_id}/evaluation')).toBe('scored');
  expect(nounOf(example, '/trainings/{training_id}')).toBe('trainings');
});

test.each(Object.entries(idLists))(
  '%s: its list and the request that adds an entry exist',
  (_, list) => {
    const { path, isWhole = false, add } = list;
    const query = operationOf(`GET ${path}`)?.parameters.query.map((field) => field.path);
    expect(query?.includes('limit')).toBe(!isWhole);
    if (add) expect(operationOf(add.request)?.slug).toBe(add.slug);
  },
);
