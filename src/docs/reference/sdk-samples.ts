import { readModel } from '../../sdk/model/read-model.ts';
import { writeSample as writePython } from '../../sdk/python/write-sample.ts';
import { writeSample as writeTypeScript } from '../../sdk/typescript/write-sample.ts';
import type { Code } from '../markdown/code.ts';

const operations = new Map(readModel().operations.map((operation) => [operation.id, operation]));

/** Samples that use the SDK. They come from the model that also makes the SDK, so they name only its methods. */
export function sdkSamples(operationId: string): Code[] {
  const operation = operations.get(operationId);
  if (!operation) throw new Error(`The SDK has no ${operationId}`);
  return [
    { language: 'ts', code: writeTypeScript(operation), isSdk: true },
    { language: 'python', code: writePython(operation), isSdk: true },
  ];
}
