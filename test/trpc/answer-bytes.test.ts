import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { UnreadAnswers } from '../../src/shared/load/unread-answers.ts';
import { AnswerBytes } from '../../src/trpc/answer-bytes.ts';

const MOST = 4 * 1024 * 1024;

const answers = () =>
  new AnswerBytes(new UnreadAnswers(), new ServerResponse(new IncomingMessage(new Socket())));

test('the queries of a batch answer four mebibytes together, and not a byte more', () => {
  const batch = answers();
  batch.add(MOST - 1, 'query');
  batch.add(1, 'query');
  expect(() => batch.add(1, 'query')).toThrow('unavailable');
});

test('a single answer may be larger, and the answer of a change is always sent', () => {
  const batch = answers();
  batch.add(MOST + 1, 'query');
  batch.add(1, 'mutation');
  expect(() => batch.add(1, 'query')).toThrow('unavailable');
});
