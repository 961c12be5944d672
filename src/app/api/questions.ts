import { createStore } from './store.ts';

/** What the person must answer before a call, or leaving the page, can go on. */
export type QuestionKind = 'proof' | 'sign_in' | 'leave';

type Question = {
  id: number;
  kind: QuestionKind;
  answered: Promise<boolean>;
  answer: (answer: boolean) => void;
};

const open = createStore<readonly Question[]>([]);
let lastId = 0;

/** One question for all callers that wait for the same answer. False if the person refuses. */
export function ask(kind: QuestionKind): Promise<boolean> {
  const same = open.get().find((question) => question.kind === kind);
  if (same) return same.answered;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  lastId += 1;
  const question: Question = {
    id: lastId,
    kind,
    answered: promise,
    answer: (answer) => {
      open.set(open.get().filter((other) => other !== question));
      resolve(answer);
    },
  };
  open.set([...open.get(), question]);
  return promise;
}

/** The newest question: its dialog is on top. */
export function useQuestion(): Question | undefined {
  return open.usePart((all) => all.at(-1));
}
