import { defineTexts } from '../../text/define-texts.ts';
import { skills } from '../skills.ts';

export const assignTexts = defineTexts(
  {
    title: 'Titel',
    member: 'Mitglied',
    created: 'Aufgabe gestellt.',
    createdMany: (count: string) => `${count} Aufgaben gestellt.`,
    withGap: 'Mitglieder mit dieser Lücke',
    firstOf: (count: string, all: string) => `Die ${count} mit den größten Lücken von ${all}.`,
    groupHint:
      'Jedes Mitglied bekommt eine eigene Aufgabe nach seinen Vorgaben. Wessen Vorgaben sie ablehnen, steht danach hier.',
    notAssigned: 'Nicht gestellt',
    createNote: 'Aufgaben aus der App lösen keinen Webhook aus.',
    skills: skills.de,
    gapIs: (skill: string) => `Lücke: ${skill}`,
    practise: (skill: string) => `Üben: ${skill}`,
    asIn: (day: string, skill: string, points: string, name?: string) =>
      `Wie im Training ${name ? `von ${name} ` : ''}vom ${day}: ${skill} ${points}.`,
    titleHint: '1 bis 120 Zeichen. Diesen Titel sieht das Mitglied.',
    chooseMember: 'Bitte wählen',
    chooseMemberHint: 'Es gelten die Vorgaben dieses Mitglieds.',
    teamPolicy: 'Ohne Mitglied gelten die Vorgaben des Teams.',
    choose: 'Bitte wählen',
    refused: (name?: string) => `Diese Aufgabe wird ${name ? `für ${name} ` : ''}abgelehnt`,
    allowed: (name?: string) =>
      `Alle Vorgaben und Regeln lassen diese Aufgabe ${name ? `für ${name} ` : ''}zu.`,
    blockedSuffix: (name?: string) => (name ? `– gesperrt für ${name}` : '– gesperrt'),
    blocked: (count: string) => `${count} gesperrt. Warum?`,
    ruleLink: 'Regeln des Katalogs',
    policyLink: 'Vorgaben ansehen',
    catalogLink: 'Katalog ansehen',
  },
  {
    title: 'Title',
    member: 'Member',
    created: 'Exercise assigned.',
    createdMany: (count: string) => `${count} exercises assigned.`,
    withGap: 'Members with this gap',
    firstOf: (count: string, all: string) => `The ${count} with the largest gaps of ${all}.`,
    groupHint:
      'Each member gets an exercise of their own, under their own policies. Those whose policies refuse it are named here then.',
    notAssigned: 'Not assigned',
    createNote: 'Assignments from the app send no webhook event.',
    skills: skills.en,
    gapIs: (skill: string) => `Gap: ${skill}`,
    practise: (skill: string) => `Practise: ${skill}`,
    asIn: (day: string, skill: string, points: string, name?: string) =>
      `As in ${name ? `${name}’s` : 'the'} training of ${day}: ${skill.toLowerCase()} ${points}.`,
    titleHint: '1 to 120 characters. The member sees this title.',
    chooseMember: 'Please choose',
    chooseMemberHint: 'The policies of this member apply.',
    teamPolicy: 'Without a member, the policies of the team apply.',
    choose: 'Please choose',
    refused: (name?: string) => `This assignment is refused${name ? ` for ${name}` : ''}`,
    allowed: (name?: string) =>
      `All policies and rules allow this assignment${name ? ` for ${name}` : ''}.`,
    blockedSuffix: (name?: string) => (name ? `– blocked for ${name}` : '– blocked'),
    blocked: (count: string) => `${count} blocked. Why?`,
    ruleLink: 'Rules of the catalog',
    policyLink: 'Show the policies',
    catalogLink: 'Show the catalog',
  },
);
