/** A completely received answer. */
export interface Answered {
  status: number;
  // Untyped, because a test reads any part of an answer and fails where the shape differs.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  bytes: Buffer;
}

const answerSeconds = 30;
/** Gives up after a while, and names what was not answered. */
function timeLimit(what: string): AbortSignal {
  const abort = new AbortController();
  const giveUp = () => abort.abort(new Error(`${what} was not answered in ${answerSeconds} seconds`));
  setTimeout(giveUp, answerSeconds * 1000).unref();
  return abort.signal;
}

/** A browser that outlives the server: it keeps its cookies and continues where it was. */
export function createBrowser(origin: string) {
  const cookies = new Map<string, string>();
  let csrfToken: string | null = null;

  async function request(method: string, url: string, body?: unknown): Promise<Answered> {
    const answer = await fetch(new URL(url, origin), {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(csrfToken === null ? {} : { 'x-csrf-token': csrfToken }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: timeLimit(`${method} ${url}`),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return { status: answer.status, body: isJson ? JSON.parse(bytes.toString()) : null, bytes };
  }

  return {
    async send(method: string, url: string, body?: unknown): Promise<Answered> {
      if (method !== 'GET' && csrfToken === null) {
        csrfToken = (await request('GET', '/api/csrf-token')).body.csrfToken as string;
      }
      const answer = await request(method, url, body);
      if (typeof answer.body?.csrfToken === 'string') csrfToken = answer.body.csrfToken;
      return answer;
    },
    /** Sends a file to a signed address, of the product or of the store. */
    async putFile(url: string, bytes: Buffer): Promise<number> {
      const headers = { 'content-type': 'image/jpeg' };
      const signal = timeLimit(`PUT ${new URL(url).pathname}`);
      const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers, signal });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}
export type Browser = ReturnType<typeof createBrowser>;
