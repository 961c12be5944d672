import type { PersonalObject } from '../auth/privacy.ts';

/** What the team's privacy switches do to a procedure. */
export type TouchedBySwitches = {
  /** A public operation has its `operationId`; a procedure that only the app has, its own name. */
  name: string;
  rest: { method: string; path: string } | null;
  /** The part of the document, and of the app. */
  section: string;
  needsMemberDetail: boolean;
  personal: PersonalObject | undefined;
};

const touched: TouchedBySwitches[] = [];

/** Each procedure notes itself when it is made, so that the preview of a switch knows all of them. */
export function noteTouched(procedure: TouchedBySwitches): void {
  if (procedure.needsMemberDetail || procedure.personal) touched.push(procedure);
}

export function touchedBySwitches(): readonly TouchedBySwitches[] {
  return touched;
}
