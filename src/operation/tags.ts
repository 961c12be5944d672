/** The groups of the contract, in its order, and what they are about. */
export const tags = [
  { name: 'Account', description: 'The key in use.' },
  { name: 'Members', description: 'The people of the team: list, invite, change roles, remove.' },
  {
    name: 'Trainings and evaluations',
    description: 'Training sessions without their transcripts, and how they were scored.',
  },
  { name: 'Assignments', description: 'Trainings that members are to do.' },
  { name: 'Cases', description: 'Cases that the team shares.' },
  {
    name: 'Catalog and analytics',
    description: 'What the team may train with, and its results as a whole.',
  },
  { name: 'CRM', description: 'Synchronized deals and objections, read-only.' },
  {
    name: 'Changes',
    description:
      'Members, trainings, assignments, cases and deals as they are now, for a whole copy.',
  },
  {
    name: 'Event feed',
    description: 'The events of the team in one order, to be read at your own pace.',
  },
  {
    name: 'Webhooks',
    description:
      'Endpoints for signed events: register and test them, list their deliveries, retry one.',
  },
] as const;

/** The group of an operation. */
export type Tag = (typeof tags)[number]['name'];
