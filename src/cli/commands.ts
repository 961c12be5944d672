import { afterRestore } from './after-restore.ts';
import type { Command } from './command.ts';
import { contactErase, contactList } from './contact-commands.ts';
import { crmList, crmSync } from './crm-commands.ts';
import { erasureApply, erasureList } from './erasure-commands.ts';
import { init, migrate } from './installation-commands.ts';
import { keyCreate, keyList, keyRevoke, keyRotate } from './key-commands.ts';
import { mailAnnounceDeprecation, mailList } from './mail-commands.ts';
import { memberAdd } from './member-commands.ts';
import { operatorLog } from './operator-commands.ts';
import { disarm, outgoingResume } from './outgoing-commands.ts';
import { requestShow } from './request-commands.ts';
import { reseal } from './reseal-command.ts';
import { demo, load } from './seed-commands.ts';
import { shard } from './shard/shard-command.ts';
import { teamCreate, teamDelete, teamExport, teamReplaceOwner, teamSet } from './team-commands.ts';
import { trainingRecord, trainingWaiting } from './training-commands.ts';

export const commands: readonly Command[] = [
  init,
  migrate,
  teamCreate,
  teamSet,
  teamReplaceOwner,
  teamExport,
  teamDelete,
  memberAdd,
  keyCreate,
  keyRotate,
  keyRevoke,
  keyList,
  trainingRecord,
  trainingWaiting,
  contactList,
  contactErase,
  crmList,
  crmSync,
  mailList,
  mailAnnounceDeprecation,
  erasureList,
  erasureApply,
  afterRestore,
  requestShow,
  operatorLog,
  outgoingResume,
  disarm,
  reseal,
  shard,
  demo,
  load,
];
