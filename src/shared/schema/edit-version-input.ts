import { z } from 'zod';

/** The version of an object that the person saw before the edit. */
export const editVersion = z
  .string()
  .regex(/^[\w-]{8}(\.[\w-]{8}){0,30}$/, 'The version that was read with the object.');
