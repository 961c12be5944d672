import { assignmentFields } from '../../../features/assignments/assignment-fields.schema.ts';
import { defineTexts } from '../../text/define-texts.ts';

const { status, due_date } = assignmentFields;

export const assignmentTexts = defineTexts(
  {
    lead: 'Übungen, die Ihr Team bekommen hat. Beim Stellen wird jede Vorgabe sofort geprüft.',
    ownLead:
      'Übungen, die Sie bekommen haben. Beginnen Sie das Training in Ihrer Trainings-App: Danach steht es hier bei der Aufgabe.',
    title: 'Titel',
    member: 'Mitglied',
    combination: 'Übung',
    due: due_date.label.de,
    noDue: 'ohne Frist',
    status: status.label.de,
    search: 'Titel oder Mitglied suchen',
    createdAt: 'Gestellt',
    focus: 'Schwerpunkt',
    training: 'Erledigt durch',
    openTraining: 'Training ansehen',
    openTrainings: 'Trainings dazu suchen',
    trainings: 'Trainings dazu',
    notJoined: 'Noch nicht beigetreten',
    markDone: 'Als erledigt markieren',
    markOpen: 'Wieder öffnen',
    marked: 'Gespeichert.',
    edit: 'Bearbeiten',
    editRow: 'Fälligkeit oder Hinweis ändern',
    searchedPart: 'Noch nicht alle Aufgaben durchsucht.',
    assignAlike: 'Auch jemand anderem stellen',
    editTitle: 'Aufgabe bearbeiten',
    remove: 'Löschen',
    removed: 'Aufgabe gelöscht.',
    removeTitle: (title: string) => `Aufgabe „${title}“ löschen`,
    removeMore:
      'Sie verschwindet bei allen, die sie sehen. Trainings, die dazu gemacht wurden, bleiben.',
    markedDone: (count: string) =>
      count === '1' ? '1 Aufgabe ist erledigt.' : `${count} Aufgaben sind erledigt.`,
    markedOpen: (count: string) =>
      count === '1' ? '1 Aufgabe ist wieder offen.' : `${count} Aufgaben sind wieder offen.`,
    removedMany: (count: string) =>
      count === '1' ? '1 Aufgabe gelöscht.' : `${count} Aufgaben gelöscht.`,
    removeManyTitle: (count: string) =>
      count === '1' ? '1 Aufgabe löschen' : `${count} Aufgaben löschen`,
    removeManyMore:
      'Was Sie löschen, verschwindet bei allen, die es sehen. Trainings, die dazu gemacht wurden, bleiben.',
    untitled: 'Ohne Titel',
    empty: 'Noch keine Aufgaben',
    emptyMore:
      'Stellen Sie die erste: ein Mitglied, ein Gespräch und, wenn Sie wollen, eine Frist.',
    emptyFiltered: 'Keine Aufgabe passt zu diesen Filtern',
    ownEmpty: 'Sie haben gerade keine Aufgaben',
    ownEmptyMore: 'Was Ihr Team Ihnen stellt, steht hier, mit Frist und Hinweis.',
  },
  {
    lead: 'Exercises that your team has been given. Each policy is checked while you fill in the form.',
    ownLead:
      'Exercises that you have been given. Begin the training in your training app: it then appears here, with its assignment.',
    title: 'Title',
    member: 'Member',
    combination: 'Exercise',
    due: due_date.label.en,
    noDue: 'no date',
    status: status.label.en,
    search: 'Search title or member',
    createdAt: 'Assigned',
    focus: 'Focus',
    training: 'Completed with',
    openTraining: 'Show the training',
    openTrainings: 'Find its trainings',
    trainings: 'Trainings',
    notJoined: 'Not joined yet',
    markDone: 'Mark as done',
    markOpen: 'Reopen',
    marked: 'Saved.',
    edit: 'Edit',
    editRow: 'Change date or note',
    searchedPart: 'Not all assignments are searched yet.',
    assignAlike: 'Assign to someone else',
    editTitle: 'Edit the assignment',
    remove: 'Delete',
    removed: 'Assignment deleted.',
    removeTitle: (title: string) => `Delete the assignment “${title}”`,
    removeMore: 'Nobody will see it any more. Trainings that were done for it stay.',
    markedDone: (count: string) =>
      count === '1' ? '1 assignment is done.' : `${count} assignments are done.`,
    markedOpen: (count: string) =>
      count === '1' ? '1 assignment is open again.' : `${count} assignments are open again.`,
    removedMany: (count: string) =>
      count === '1' ? '1 assignment deleted.' : `${count} assignments deleted.`,
    removeManyTitle: (count: string) =>
      count === '1' ? 'Delete 1 assignment' : `Delete ${count} assignments`,
    removeManyMore:
      'Nobody will see what you delete any more. Trainings that were done for it stay.',
    untitled: 'Untitled',
    empty: 'No assignments yet',
    emptyMore: 'Assign the first: a member, a conversation and, if you like, a date.',
    emptyFiltered: 'No assignment matches these filters',
    ownEmpty: 'You have no assignments right now',
    ownEmptyMore: 'What your team assigns to you appears here, with its date and note.',
  },
);
