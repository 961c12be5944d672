/** The first line of the service, when a command line is connected. */
export type ListeningLine = {
  type: 'listening';
  listener: string;
  secret: string;
  team: string;
  events: readonly string[];
  resumed: boolean;
  missed: {
    from: string;
    until: string;
    events: number;
    known: 'all' | 'some' | 'none';
  } | null;
};

/** An event, with the headers and the body of a delivery. */
export type EventLine = {
  type: 'event';
  id: string;
  event: string;
  created_at: string;
  /** The service may have sent this event before. */
  again?: true;
  headers: Record<string, string>;
  body: string;
};

export type StreamLine =
  | ListeningLine
  | EventLine
  | { type: 'alive' }
  | { type: 'end'; reason: string };

/** The answer of a receiver on this machine to an event. */
export type ForwardedAnswer = {
  event_id: string;
  status: number | null;
  ms: number;
  error: ForwardError | null;
  excerpt: string | null;
};

export type ForwardError = 'refused' | 'not_found' | 'timeout' | 'reset' | 'tls' | 'other';
