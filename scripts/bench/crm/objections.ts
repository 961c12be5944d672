import { findObjections } from '../../../src/crm/objections/find-objections.ts';
import type { Finding } from '../report.ts';

const [NOTES, LENGTH] = [20_000, 500];

const sentences = [
  'Heute mit Frau Weber telefoniert, das Angebot liegt ihr vor.',
  'Der Termin in der kommenden Woche bleibt bestehen.',
  'Das Budget für dieses Jahr ist leider schon verplant.',
  'Die Kollegen aus der Technik schauen sich die Unterlagen an.',
  'Der Preis ist ihm im Vergleich zum Wettbewerb zu hoch.',
  'Wir haben über die Einführung und die Schulung gesprochen.',
  'Ich melde mich am 12. wieder bei ihm.',
  'Had a call with the head of sales, she liked the demo.',
  'They want to see two references from their industry first.',
  'It is too expensive for them at the moment.',
  'Next meeting is planned for the end of the month.',
  'He has to talk to the board before they can decide.',
];

/** Texts that differ, and that mix both languages as notes of real teams do. */
function noteOf(n: number): string {
  const isGerman = n % 3 !== 0;
  const [from, count] = isGerman ? [0, 7] : [7, 5];
  let text = `Projekt ${n}: `;
  for (let i = 0; text.length < LENGTH; i += 1) {
    text += `${sentences[from + ((n * 7 + i * (1 + (n % 3))) % count)]} `;
  }
  const body = text.slice(0, LENGTH);
  return n % 2 === 0 ? `<p>${body.replace(/\. /g, '.</p><p>')}</p>` : body;
}

/** The time of a first synchronization that goes into finding objections. */
export async function measureObjections(): Promise<Finding> {
  const notes = Array.from({ length: NOTES }, (_, n) => noteOf(n));
  for (const body of notes.slice(0, 1_000)) await findObjections({ source: 'note', body });
  const before = process.cpuUsage();
  let found = 0;
  for (const body of notes) {
    found += (await findObjections({ source: 'note', body })).length;
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  return {
    name: 'crm',
    title: `objections in ${NOTES.toLocaleString('en')} notes of ${LENGTH} characters`,
    measured: `${seconds.toFixed(1)} s of CPU`,
    required: '-',
    passed: true,
    notes: [`${((seconds * 1e6) / NOTES).toFixed(0)} µs a note; ${found} objections were found.`],
  };
}
