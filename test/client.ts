import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Caller } from './caller.ts';

/** An answer of the API; `body` is its parsed JSON, or the text if it is not JSON. */
export interface Answer {
  status: number;
  // Untyped, because tests read parts of any answer and fail where the shape differs.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, unknown>;
  raw: Buffer;
}

/** Acts like a user's browser: keeps cookies and the CSRF token. */
export interface Client extends Pick<Caller, 'call' | 'putFile'> {
  get(url: string): Promise<Answer>;
  post(url: string, body?: unknown): Promise<Answer>;
  put(url: string, body?: unknown): Promise<Answer>;
  patch(url: string, body?: unknown): Promise<Answer>;
  delete(url: string): Promise<Answer>;
  send(options: InjectOptions): Promise<Answer>;
  cookies: Map<string, string>;
  csrfToken: string | null;
}

/**
 * A client that calls the application without a port. It waits for a photo's analysis if the application `analyzes`.
 */
export function createClient(app: FastifyInstance, { analyzes }: { analyzes: boolean }): Client {
  const cookies = new Map<string, string>();
  const client: Client = {
    cookies,
    csrfToken: null,
    async send(request) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await app.inject({
        ...request,
        headers: { ...(cookie ? { cookie } : {}), ...request.headers },
      });
      for (const set of response.cookies) {
        if (set.value === '') cookies.delete(set.name);
        else cookies.set(set.name, set.value);
      }
      const isJson = String(response.headers['content-type'] ?? '').includes('json');
      return {
        status: response.statusCode,
        body: isJson && response.body ? JSON.parse(response.body) : response.body,
        headers: response.headers,
        raw: response.rawPayload,
      };
    },
    get: (url) => client.send({ method: 'GET', url }),
    post: (url, body) => change('POST', url, body),
    put: (url, body) => change('PUT', url, body),
    patch: (url, body) => change('PATCH', url, body),
    delete: (url) => change('DELETE', url),
    async call(method, url, body) {
      const answer = await (method === 'GET' ? client.get(url) : change(method, url, body));
      if (answer.status >= 300) throw new Error(`${method} ${url} answered ${answer.status}: ${answer.raw.toString()}`);
      return answer.status === 204 ? null : answer.body;
    },
    async putFile(url, bytes, contentType) {
      const { pathname, port, search } = new URL(url);
      const headers = contentType ? { 'content-type': contentType } : undefined;
      // The application has no port here, but an S3 store has one.
      if (port) {
        const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers });
        if (!answer.ok) throw new Error(`The upload failed: ${answer.status} ${await answer.text()}`);
        return answer.headers.get('etag') ?? '';
      }
      const answer = await client.send({ method: 'PUT', url: `${pathname}${search}`, headers, payload: bytes });
      if (answer.status >= 300) throw new Error(`The upload failed: ${answer.status} ${answer.raw.toString()}`);
      const { etag } = answer.headers;
      return typeof etag === 'string' ? etag : '';
    },
  };
  async function change(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<Answer> {
    client.csrfToken ??= (await client.get('/api/csrf-token')).body.csrfToken as string;
    const answer = await client.send({
      method,
      url,
      // Most tests that add a photo check the findings of its analysis.
      headers: { 'x-csrf-token': client.csrfToken, ...(analyzes && url === '/api/photos' ? { prefer: 'wait=5' } : {}) },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    if (typeof answer.body?.csrfToken === 'string') client.csrfToken = answer.body.csrfToken;
    return answer;
  }
  return client;
}
