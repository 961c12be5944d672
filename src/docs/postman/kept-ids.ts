/** A variable of the collection, and the place of its value in an answer. */
type Kept = { variable: string; at: string };

/**
 * What a request keeps of its answer for later requests. Later requests read any object that a list has found. They
 * change and delete only objects that the collection itself has made: the names of their variables begin with `new_`.
 */
export const keptIds: Record<string, Kept[]> = {
  listMembers: [{ variable: 'member_id', at: 'data[0].id' }],
  inviteMember: [{ variable: 'new_member_id', at: 'id' }],
  listTrainings: [
    { variable: 'training_id', at: 'data[0].id' },
    { variable: 'user_id', at: 'data[0].user_id' },
  ],
  // The newest training may lack an evaluation, so the id comes from this list.
  listEvaluations: [{ variable: 'training_id', at: 'data[0].id' }],
  getCatalog: [
    { variable: 'situation_id', at: 'situation[0].id' },
    { variable: 'personality_id', at: 'personality[0].id' },
    { variable: 'industry_id', at: 'industry[0].id' },
  ],
  listAssignments: [{ variable: 'assignment_id', at: 'data[0].id' }],
  createAssignment: [{ variable: 'new_assignment_id', at: 'id' }],
  listCases: [{ variable: 'case_id', at: 'data[0].id' }],
  createCase: [{ variable: 'new_case_id', at: 'id' }],
  createWebhookEndpoint: [{ variable: 'new_endpoint_id', at: 'id' }],
  replayWebhookEvents: [{ variable: 'new_replay_id', at: 'replay_id' }],
  testWebhookEndpoint: [{ variable: 'new_delivery_id', at: 'delivery_id' }],
};

/** The script that Postman runs after the answer. */
export function keepingScript(kept: readonly Kept[]): string[] {
  return [
    'if (pm.response.code < 300) {',
    '  const answer = pm.response.json();',
    ...kept.flatMap(({ variable, at }) => [
      `  const ${variable} = answer.${at.replaceAll('[', '?.[').replaceAll('].', ']?.')};`,
      `  if (${variable}) pm.collectionVariables.set('${variable}', ${variable});`,
    ]),
    '}',
  ];
}
