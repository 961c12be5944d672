import type { PersonalObject } from '../auth/privacy.ts';

/** The effect of the team's privacy switches on a procedure. */
export type TouchedBySwitches = {
  /** The `operationId` of a public operation, or the name of a procedure that only the app has. */
  name: string;
  rest: { method: string; path: string } | null;
  /** The section: the tag in the OpenAPI document, or a name of the app's own. */
  section: string;
  needsMemberDetail: boolean;
  personal: PersonalObject | undefined;
};

const touched: TouchedBySwitches[] = [];

/** Notes the procedure when it is made, so that the preview of a switch knows all procedures. */
export function noteTouched(procedure: TouchedBySwitches): void {
  if (procedure.needsMemberDetail || procedure.personal) touched.push(procedure);
}

export function touchedBySwitches(): readonly TouchedBySwitches[] {
  return touched;
}
