import { defineTexts } from '../text/define-texts.ts';

export const viewTexts = defineTexts(
  {
    save: 'Ansicht speichern',
    saveMore: 'Sie steht dann in der Navigation. Nur Sie sehen sie.',
    saved: 'Die Ansicht ist gespeichert.',
    name: 'Name',
    view: (name: string) => `Gespeicherte Ansicht: ${name}`,
    rename: 'Ansicht umbenennen',
    remove: 'Ansicht entfernen',
    removed: 'Die Ansicht ist entfernt.',
  },
  {
    save: 'Save view',
    saveMore: 'It then stands in the navigation. Only you see it.',
    saved: 'The view is saved.',
    name: 'Name',
    view: (name: string) => `Saved view: ${name}`,
    rename: 'Rename view',
    remove: 'Remove view',
    removed: 'The view is removed.',
  },
);
