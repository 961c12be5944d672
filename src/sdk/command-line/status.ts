import type { Client } from './client.ts';
import type { Command } from './command.ts';
import { aligned } from './terminal.ts';

export type Status = {
  person: { email: string; name: string | null };
  team: { id: string; name: string; sandbox: boolean };
  role: string;
  machine: string;
  expires_at: string;
};

export const readStatus = (client: Client) => client.call<Status>('commandLine.status', {});

export const status: Command = {
  name: 'status',
  summary: 'Show who is logged in, in which team, and until when',
  options: { json: { type: 'boolean', help: 'Write JSON' } },
  async run(context, { values }) {
    const { terminal, server } = context;
    const found = await readStatus(context.client());
    if (values.json) {
      terminal.say(JSON.stringify({ server, ...found }));
      return 0;
    }
    const { person, team, role, machine, expires_at } = found;
    const rows = [
      ['Service', server],
      ['Team', `${team.name}${team.sandbox ? ' (sandbox)' : ''}`],
      ['Team id', team.id],
      ['Person', person.name === null ? person.email : `${person.name} <${person.email}>`],
      ['Role', role],
      ['Machine', machine],
      ['Until', untilText(expires_at)],
    ] as const;
    for (const line of aligned(rows)) terminal.say(line);
    return 0;
  },
};

/** A time in the zone of this machine, with the day unless it is today. */
export function untilText(time: string, now = new Date()): string {
  const at = new Date(time);
  const two = (value: number) => `${value}`.padStart(2, '0');
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`;
  if (at.toDateString() === now.toDateString()) return clock;
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock}`;
}
