import { z } from 'zod';
import { type EventType, events } from './events.schema.ts';

const types = Object.keys(events) as [EventType, ...EventType[]];

/** An address of the developer's own machine or network. This service never calls it. */
const target = z
  .string()
  .max(2048)
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
    if (isPlain) return url.href;
    context.addIssue({
      code: 'custom',
      message: 'An http or https URL without user and password, such as http://localhost:8080/.',
    });
    return z.NEVER;
  });

export const signedExampleInput = z
  .strictObject({
    /** The endpoint whose secret signs. */
    endpoint_id: z.string(),
    target,
    /** The delivery whose event is signed. If it is missing, the example of `type` is signed. */
    delivery_id: z.string().optional(),
    type: z.enum(types).optional(),
  })
  .refine(({ delivery_id, type }) => (delivery_id === undefined) !== (type === undefined), {
    path: ['type'],
    message: 'Either a delivery or a type of event.',
  });
export type SignedExampleInput = z.output<typeof signedExampleInput>;

export const signedExample = z.strictObject({
  /** One line for a POSIX shell. */
  curl: z.string(),
  body: z.string(),
  headers: z.record(z.string(), z.string()),
  /** After this moment a receiver refuses the signature. */
  expires_at: z.iso.datetime(),
});
export type SignedExample = z.output<typeof signedExample>;
