import type { Command } from './command.ts';
import { copy } from './copy.ts';
import { events } from './events.ts';
import { listen } from './listen.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { logs } from './logs.ts';
import { passTime } from './pass-time.ts';
import { resend } from './resend.ts';
import { status } from './status.ts';
import { trigger } from './trigger.ts';
import { verifyCommand } from './verify.ts';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  status,
  listen,
  events,
  logs,
  resend,
  trigger,
  passTime,
  copy,
  verifyCommand,
];
