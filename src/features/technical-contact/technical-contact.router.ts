import { z } from 'zod';
import { openProcedure, router, teamProcedure } from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import { confirmContact, stopContact } from '../account/answer-contact.ts';
import { linkTokenInput } from '../account/link.schema.ts';
import { askAgain } from './ask-contact.ts';
import { getContact } from './get-contact.ts';
import { removeContact } from './remove-contact.ts';
import { setContact } from './set-contact.ts';
import {
  contactVersionInput,
  setContactInput,
  technicalContact,
} from './technical-contact.schema.ts';

export const technicalContactRouter = router({
  get: teamProcedure('see_technical_contact')
    .input(z.strictObject({}))
    .output(technicalContact)
    .query(({ ctx }) => getContact(ctx)),

  // The answers of these changes do not contain the address, because an answer is stored with its
  // Idempotency-Key.
  set: teamProcedure('change_technical_contact')
    .input(setContactInput)
    .output(ok)
    .mutation(({ ctx, input }) => setContact(ctx, input)),

  askAgain: teamProcedure('change_technical_contact')
    .input(z.strictObject({}))
    .output(ok)
    .mutation(({ ctx }) => askAgain(ctx)),

  remove: teamProcedure('change_technical_contact')
    .input(contactVersionInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeContact(ctx, input)),

  confirm: openProcedure('visit')
    .input(linkTokenInput)
    .output(ok)
    .mutation(({ ctx, input }) => confirmContact(ctx, input.token)),

  stop: openProcedure('visit')
    .input(linkTokenInput)
    .output(ok)
    .mutation(({ ctx, input }) => stopContact(ctx, input.token)),
});
