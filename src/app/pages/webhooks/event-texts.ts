import type { EventType } from '../../../features/webhooks/events.schema.ts';
import { defineTexts } from '../../text/define-texts.ts';

type Meanings = Record<EventType, string>;

const de: Meanings = {
  'training.completed': 'Ein Training wurde beendet.',
  'evaluation.completed': 'Eine Bewertung wurde gespeichert.',
  'assignment.created': 'Eine Aufgabe wurde über die API gestellt.',
  'assignment.completed': 'Eine Aufgabe wurde über die API auf „done“ gesetzt.',
  'member.joined': 'Jemand wurde eingeladen oder aufgenommen.',
  'member.removed': 'Eine Mitgliedschaft endete.',
  'member.erased': 'Die Daten eines ehemaligen Mitglieds wurden gelöscht.',
  'crm.sync.failed': 'Ein Abgleich mit dem CRM schlug fehl.',
  ping: 'Ein Test, den Sie selbst anfordern.',
};

const en: Meanings = {
  'training.completed': 'A training session ended.',
  'evaluation.completed': 'An evaluation was saved.',
  'assignment.created': 'An assignment was created through the API.',
  'assignment.completed': 'An assignment was set to “done” through the API.',
  'member.joined': 'Somebody was invited or added.',
  'member.removed': 'A membership ended.',
  'member.erased': 'The data of a former member were erased.',
  'crm.sync.failed': 'A synchronization with the CRM failed.',
  ping: 'A test that you ask for.',
};

export const eventTexts = defineTexts({ meanings: de }, { meanings: en });
