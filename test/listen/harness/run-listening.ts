import process from 'node:process';
import { Listening } from '../../../src/sdk/command-line/run-listener.ts';

// The command `listen` without its login: a process of its own, for tests that kill or stop it.
const { SERVER = '', TOKEN = '', TARGET = '', EVENTS } = process.env;
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
const listening = new Listening({
  server: SERVER,
  token: TOKEN,
  target: new URL(TARGET),
  events: EVENTS,
  say: (line) => void process.stdout.write(`${line}\n`),
  paint: (text) => text,
  signal: stopping.signal,
});
process.exitCode = await listening.run();
