import type { Command } from './command.ts';
import { contactErase, contactList } from './contact-commands.ts';
import { crmList, crmSync } from './crm-commands.ts';
import { demo } from './demo-command.ts';
import { erasureApply, erasureList } from './erasure-commands.ts';
import { keyCreate, keyList, keyRevoke, keyRotate } from './key-commands.ts';
import { load } from './load-command.ts';
import { mailAnnounceDeprecation, mailList } from './mail-commands.ts';
import { memberAdd } from './member-commands.ts';
import { reseal } from './reseal-command.ts';
import { shard } from './shard/shard-command.ts';
import { teamCreate, teamReplaceOwner, teamSet } from './team-commands.ts';
import { teamDelete } from './team-delete-command.ts';
import { teamExport } from './team-export-command.ts';
import { trainingRecord, trainingWaiting } from './training-commands.ts';

export const commands: readonly Command[] = [
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
  reseal,
  shard,
  demo,
  load,
];
