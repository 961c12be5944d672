import { z } from 'zod';
import { UsageError } from '../shared/usage-error.ts';

const id = z.string().min(1).max(100);
const none = z.null();

const ofMember = z.object({
  tenant_id: id,
  member_id: id,
  person_id: id.nullish(),
  left_since: z.array(z.iso.datetime()).optional(),
});
// A line about a whole team says that there is no member. If a line does not mention the member, it
// was cut off.
const ofTeam = z.object({ tenant_id: id, member_id: none, person_id: none.optional() });
const ofAccount = z.object({
  tenant_id: none.optional(),
  member_id: none.optional(),
  person_id: id,
});
const ofList = z.union([ofMember, ofTeam, ofAccount]);
export type ListedErasure = z.output<typeof ofList>;

/** The log lines of workers about erasures. All other log lines are about something else. */
const ofLog = new Map<string, z.ZodType<ListedErasure>>([
  ['a member was erased', ofMember],
  ['a technical contact was erased', ofMember],
  ['a team was deleted', ofTeam],
  ['an account was removed', ofAccount],
]);
const logged = z.object({ msg: z.string() });

/** Reads a line of the list of erasures, or of a log. Undefined for a line about something else. */
export function readErasure(text: string): ListedErasure | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const line = logged.safeParse(parsed);
    if (!line.success) return ofList.parse(parsed);
    return ofLog.get(line.data.msg)?.parse(parsed);
  } catch {
    throw new UsageError('It is no erasure; expected {"tenant_id":…,"member_id":…}.');
  }
}
