/** The parts of Postman's format of collections, version 2.1, that we write. */
export type Collection = {
  info: { _postman_id: string; name: string; description: string; schema: string };
  auth: { type: 'bearer'; bearer: Pair[] };
  variable: Variable[];
  item: Folder[];
};

export type Folder = { name: string; description: string; item: Item[] };

export type Item = {
  name: string;
  request: Request;
  response: Example[];
  event?: { listen: 'test'; script: { type: 'text/javascript'; exec: string[] } }[];
};

export type Request = {
  method: string;
  header: Parameter[];
  url: Url;
  body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } };
  description: string;
};

export type Url = {
  raw: string;
  host: ['{{baseUrl}}'];
  path: string[];
  query?: Parameter[];
  variable?: Parameter[];
};

export type Parameter = { key: string; value: string; description?: string; disabled?: boolean };

/** A stored answer. */
export type Example = {
  name: string;
  originalRequest: Omit<Request, 'description'>;
  status: string;
  code: number;
  header: Parameter[];
  _postman_previewlanguage: 'json';
  body: string;
};

export type Variable = { key: string; value: string; type: 'string'; description?: string };

type Pair = { key: string; value: string; type: 'string' };
