import { useSyncExternalStore } from 'react';

/** What the person must answer before a call, or leaving the page, can go on. */
export type QuestionKind = 'proof' | 'sign_in' | 'leave';

type Question = {
  id: number;
  kind: QuestionKind;
  answered: Promise<boolean>;
  answer: (answer: boolean) => void;
};

let open: readonly Question[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** One question for all callers that wait for the same answer. False if the person refuses. */
export function ask(kind: QuestionKind): Promise<boolean> {
  const same = open.find((question) => question.kind === kind);
  if (same) return same.answered;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  lastId += 1;
  const question: Question = {
    id: lastId,
    kind,
    answered: promise,
    answer: (answer) => {
      change(open.filter((other) => other !== question));
      resolve(answer);
    },
  };
  change([...open, question]);
  return promise;
}

/** The newest question: its dialog is on top. */
export function useQuestion(): Question | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1));
}

function change(questions: readonly Question[]): void {
  open = questions;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
