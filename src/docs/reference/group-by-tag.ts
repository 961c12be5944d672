import type { Reading } from './read-fields.ts';
import type { OperationPage } from './read-operation.ts';

export type TagGroup = { name: string; anchor: string; text: string; operations: OperationPage[] };

/** The operations by noun, in the order of the document. */
export function groupByTag(
  { document, say }: Reading,
  operations: readonly OperationPage[],
): TagGroup[] {
  return (
    (document.tags ?? [])
      .map(({ name, description = '' }) => ({ tag: name, description }))
      // The tag of the webhooks has no operations. `read-event.ts` reads the events.
      .filter(({ tag }) => tag !== 'Events')
      .map(({ tag, description }) => ({
        name: say(tag),
        anchor: tag.toLowerCase().replaceAll(' ', '-'),
        text: say(description),
        operations: operations.filter((one) => one.tag === say(tag)),
      }))
  );
}
