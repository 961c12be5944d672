import fc from 'fast-check';
import type { NamedProcedure } from '../../harness/app-answers.ts';
import { type Place, placesIn, withValueAt } from '../../trpc/harness/positions.ts';
import { inheritedNames, valuesWithInheritedNames } from './inherited-names.ts';
import type { FuzzRequest } from './requests.ts';
import { headerText, json, text, urlText } from './values.ts';

/** A procedure with an input that is valid, or was so before it was used. */
export type LoadedProcedure = { procedure: NamedProcedure; valid: unknown };

export type FuzzCall = { procedure: NamedProcedure; request: Omit<FuzzRequest, 'hasKey'> };

/** Undefined in all but one of so many cases. */
const seldom = <T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

type Change = { place: number; value: unknown };

/** Any call of `/trpc`: the valid input with some of its values replaced, or something else in its place. */
export function anyCall(
  existing: readonly LoadedProcedure[],
  values: string[],
): fc.Arbitrary<FuzzCall> {
  const procedures = existing.map((one) => ({ ...one, places: placesIn(one.procedure.input) }));
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<unknown>(...valuesWithInheritedNames) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...values) },
    { weight: 1, arbitrary: text },
    { weight: 2, arbitrary: json },
  );
  return fc
    .record({
      chosen: fc.nat({ max: procedures.length - 1 }),
      changes: fc.array(fc.record({ place: fc.nat(), value }), { maxLength: 3 }),
      other: seldom(12, fc.oneof(json, text)),
      cut: seldom(25, fc.nat()),
      isPost: fc.boolean(),
      isBatch: fc.nat({ max: 9 }),
      path: seldom(30, fc.oneof(urlText, fc.constantFrom(...inheritedNames))),
      header: seldom(
        10,
        fc.tuple(
          fc.constantFrom('Accept', 'Accept-Language', 'Content-Type', 'Idempotency-Key', 'X-Odd'),
          fc.oneof(headerText, fc.constantFrom(...inheritedNames)),
        ),
      ),
    })
    .map((drawn) => {
      const { procedure, valid, places } = procedures[drawn.chosen] ?? procedures[0] ?? never();
      const input = drawn.other ?? changed(valid, places, drawn.changes);
      const isBatch = drawn.isBatch === 0;
      const whole = JSON.stringify(isBatch ? { 0: input } : input) ?? '';
      const sent = drawn.cut === undefined ? whole : whole.slice(0, drawn.cut % (whole.length + 1));
      const isPost = procedure.type === 'mutation' || drawn.isPost || sent.length > 4_000;
      const query = [
        ...(isBatch ? ['batch=1'] : []),
        ...(isPost ? [] : [`input=${encoded(sent)}`]),
      ];
      const url = `/trpc/${drawn.path ?? procedure.name}?${query.join('&')}`;
      const headers: FuzzRequest['headers'] = [
        ...(isPost ? ([['Content-Type', 'application/json']] as FuzzRequest['headers']) : []),
        ...(drawn.header ? [drawn.header] : []),
      ];
      const body = Buffer.from(isPost ? sent : '');
      const method = isPost ? 'POST' : 'GET';
      return {
        procedure,
        request: { method, url: url.replaceAll(/[\s\0]/g, '%20'), headers, body },
      };
    });
}

function changed(valid: unknown, places: readonly Place[], changes: readonly Change[]): unknown {
  if (places.length === 0) return changes[0]?.value ?? valid;
  return changes.reduce<unknown>((input, { place, value }) => {
    return withValueAt(input, places[place % places.length]?.position ?? [], value);
  }, valid);
}

const encoded = (input: string) => encodeURIComponent(input.toWellFormed());

function never(): never {
  throw new Error('There is no procedure');
}
