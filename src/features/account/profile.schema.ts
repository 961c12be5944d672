import { z } from 'zod';
import { languages } from '../../shared/language/language.ts';
import { editVersion } from '../../shared/schema/edit-version-input.ts';
import { emailInput } from '../../shared/schema/email.ts';
import { lineText } from '../../shared/schema/text.ts';
import { newPassword } from './link.schema.ts';

const lang = z.enum(languages);

export const profile = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  lang,
  has_password: z.boolean(),
  password_changed_at: z.iso.datetime().nullable(),
  /** A new address that is not confirmed yet. */
  new_email: z.string().nullable(),
  version: editVersion,
});
export type Profile = z.output<typeof profile>;

export const changeProfileInput = z.strictObject({
  version: editVersion,
  name: lineText(1, 200).optional(),
  lang: lang.optional(),
});

export const emailOnlyInput = z.strictObject({ email: emailInput });
export const newPasswordInput = z.strictObject({ password: newPassword });
