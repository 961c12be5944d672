import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { client } from '../../api/client.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dateTimeText, timeOfDayText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { memberTexts } from './texts.ts';

type Tell = (member: MemberInApp | undefined) => string | undefined;

/** Says when the mail of an invitation leaves, if it has to wait. */
export function useMailTime(): Tell {
  const t = useTexts(memberTexts);
  const zone = { language: useLanguage(), timeZone: useTimeZone() };
  return (member) => {
    const at = member?.invitation?.mail_at;
    return at ? t.mailLeaves(timeOfDayText(at, zone), dateTimeText(at, zone)) : undefined;
  };
}

/** Reads a member who was just invited. The invitation has succeeded, even if this fails. */
export async function readInvited(id: string): Promise<MemberInApp | undefined> {
  const read = client.members.list.query({ member_ids: [id] });
  return (await read.catch(() => undefined))?.data[0];
}
