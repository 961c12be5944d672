import type { Command } from './command.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { logs } from './logs.ts';
import { resend } from './resend.ts';
import { status } from './status.ts';
import { verifyCommand } from './verify.ts';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [login, logout, status, logs, resend, verifyCommand];
