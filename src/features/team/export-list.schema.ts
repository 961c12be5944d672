import { z } from 'zod';

/** The lists of people and their work that can be exported as a file. */
const list = z.enum(['members', 'trainings', 'assignments', 'deals']);

export const exportListInput = z.strictObject({ list });

/** The address of the file, without its ending. The call for this address requires the fresh proof. */
export const exportAddress = z.strictObject({
  url: z.templateLiteral(['/app/export/', list]),
});
