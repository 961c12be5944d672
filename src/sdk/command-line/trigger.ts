import type { Client } from './client.ts';
import type { Command, Context } from './command.ts';
import { wrongUse } from './failure.ts';
import { pause } from './pause.ts';
import { aligned } from './terminal.ts';
import { type Outcome, outcomeLines } from './trigger-lines.ts';

/** The events that a person can cause, in the order of the app. */
const happenings = {
  'training.completed': 'A training ends',
  'evaluation.completed': 'An evaluation is saved',
  'member.joined': 'Somebody is invited',
  'member.accepted': 'An invitation is accepted (raises no event)',
  'member.removed': 'A member leaves',
  'crm.sync.failed': 'A synchronization with the CRM fails',
  ping: 'A test event for one endpoint',
} as const;

type Triggered = { request_id: string; made: { kind: string; id: string }[] };

export const trigger: Command = {
  name: 'trigger',
  takes: '[EVENT]',
  summary: 'Have something happen in a sandbox',
  options: {
    member: { type: 'string', value: 'ID', help: 'Who trains, accepts or leaves (mem_…)' },
    assignment: { type: 'string', value: 'ID', help: 'For which assignment the member trains' },
    endpoint: { type: 'string', value: 'ID', help: 'The endpoint that gets the ping (whe_…)' },
    json: { type: 'boolean', help: 'Write what was made and what came of it as JSON' },
  },
  more: [
    'Without EVENT it lists what can happen. It happens by the operations of a real team, and the',
    'command waits until each delivery has had its first attempt.',
  ],
  async run(context, { values, words: [name] }) {
    const { terminal, program, signal } = context;
    if (name === undefined) {
      for (const line of aligned(Object.entries(happenings))) terminal.say(line);
      terminal.note();
      terminal.note(
        'Only programs cause assignment.created and assignment.completed: use the API.',
      );
      return 0;
    }
    if (!(Object.hasOwn(happenings, name) || name.startsWith('assignment.'))) {
      throw wrongUse(`Nothing is called ${name}.`, `What can happen: ${program} trigger`);
    }
    const client = context.client();
    const input = {
      name,
      ...(values.member ? { member_id: values.member } : {}),
      ...(values.assignment ? { assignment_id: values.assignment } : {}),
      ...(values.endpoint ? { endpoint_id: values.endpoint } : {}),
    };
    const done = await client.call<Triggered>('commandLine.trigger', input);
    const outcome = await follow(client, {
      done,
      waitsForEvent: name === 'crm.sync.failed',
      signal,
    });
    if (values.json) terminal.say(JSON.stringify({ ...done, events: outcome.events }));
    else sayOutcome(context, { ...done, name }, outcome);
    return 0;
  },
};

const STEP_MS = 500;
const LONGEST_MS = 15_000;
const LISTENERS_MS = 4_000;

type Following = { done: Triggered; waitsForEvent: boolean; signal: AbortSignal };

/** Waits until each delivery has had an attempt, at most a quarter of a minute. */
async function follow(client: Client, { done, waitsForEvent, signal }: Following) {
  const connection = done.made.find(({ kind }) => kind === 'connection');
  const asked = {
    request_id: done.request_id,
    ...(connection ? { connection_id: connection.id } : {}),
  };
  const until = performance.now() + LONGEST_MS;
  const listenersUntil = performance.now() + LISTENERS_MS;
  for (;;) {
    const outcome = await client.call<Outcome>('commandLine.outcome', asked);
    const events = outcome.events ?? [];
    // The worker records the failure in the audit log even if no endpoint receives its event.
    const isBegun = !waitsForEvent || outcome.entries.some(isFailure);
    const isTried = events.every(({ deliveries }) =>
      deliveries.every(({ attempt, next_try_at }) => attempt > 0 || next_try_at === null),
    );
    // A command line that has just ended never answers, so the wait for an answer is short.
    const isForwarded =
      performance.now() > listenersUntil ||
      events.every(({ command_lines }) => command_lines.every(({ answer }) => answer !== null));
    if ((isBegun && isTried && isForwarded) || performance.now() > until) return outcome;
    await pause(STEP_MS, signal);
  }
}

const isFailure = ({ action }: { action: string }) => action === 'crm.sync_failed';

function sayOutcome(
  { terminal, server }: Context,
  { made, name }: Triggered & { name: string },
  outcome: Outcome,
): void {
  for (const { kind, id } of made) terminal.say(`${kind}  ${id}`);
  const about = { name, paint: terminal.paint, server };
  for (const line of outcomeLines(outcome, about)) terminal.say(line);
}
