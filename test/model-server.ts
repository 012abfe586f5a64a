import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';

/** How a model service answers one request. */
export type Behavior =
  /** Answers with this text, or with an object as JSON, which for Google Cloud Vision is the picture's response. */
  | { says: object | string; usage?: { input: number; output: number } }
  | { status: number; code?: string; message?: string; headers?: Record<string, string>; details?: object[] }
  /** Never answers. */
  | 'hangs'
  /** Closes the connection in the middle. */
  | 'breaks off'
  /** A successful answer whose body is not in the vendor's format. */
  | { body: string }
  | { redirectsTo: string };

/** A request in the vendor's documented format. */
export interface SeenRequest {
  vendor: 'openai' | 'anthropic' | 'google' | 'vision';
  model: string;
  system: string;
  /** Texts of the user and the model, in turn. */
  turns: string[];
  jpeg: Buffer;
  format: 'json_schema' | 'json_object' | 'text';
  key: string;
  body: unknown;
}

export interface ModelServer {
  url: string;
  requests: SeenRequest[];
  /** The faults in the format of a request. */
  faults: string[];
  /** Sets how it answers the next requests, in order; after those it answers as `always` says. */
  next(...behaviors: Behavior[]): void;
  always(behavior: Behavior | ((request: SeenRequest) => Behavior)): void;
  /** The answer formats that it refuses with 400. */
  refuses: Set<SeenRequest['format']>;
  /** Settles when a client has abandoned a hanging request. */
  left(): Promise<void>;
  close(): Promise<void>;
}

const base64 = z.base64().min(100);
const jsonSchema = z.looseObject({ type: z.literal('object'), properties: z.looseObject({}) });

/** https://platform.openai.com/docs/api-reference/chat/create */
const openaiSchema = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(
      z.discriminatedUnion('role', [
        z.strictObject({ role: z.literal('system'), content: z.string() }),
        z.strictObject({ role: z.literal('assistant'), content: z.string() }),
        z.strictObject({
          role: z.literal('user'),
          content: z.union([
            z.string(),
            z.array(
              z.discriminatedUnion('type', [
                z.strictObject({ type: z.literal('text'), text: z.string() }),
                z.strictObject({
                  type: z.literal('image_url'),
                  image_url: z.strictObject({ url: z.string().startsWith('data:image/jpeg;base64,') }),
                }),
              ]),
            ),
          ]),
        }),
      ]),
    )
    .min(2),
  max_tokens: z.number().int().positive().optional(),
  max_completion_tokens: z.number().int().positive().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          strict: z.boolean().optional(),
          schema: jsonSchema,
        }),
      }),
    ])
    .optional(),
});

/** https://platform.claude.com/docs/en/api/messages/create */
const anthropicText = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const anthropicSchema = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.number().int().positive(),
  system: z.array(anthropicText),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.array(
          z.discriminatedUnion('type', [
            anthropicText,
            z.strictObject({
              type: z.literal('image'),
              source: z.strictObject({ type: z.literal('base64'), media_type: z.literal('image/jpeg'), data: base64 }),
            }),
          ]),
        ),
      }),
    )
    .min(1),
  output_config: z
    .strictObject({ format: z.strictObject({ type: z.literal('json_schema'), schema: jsonSchema }) })
    .optional(),
});

/** https://ai.google.dev/api/generate-content */
const googleSchema = z.strictObject({
  contents: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'model']),
        parts: z.array(
          z.union([
            z.strictObject({ text: z.string() }),
            z.strictObject({ inlineData: z.strictObject({ mimeType: z.literal('image/jpeg'), data: base64 }) }),
          ]),
        ),
      }),
    )
    .min(1),
  systemInstruction: z.strictObject({ parts: z.array(z.strictObject({ text: z.string() })) }),
  generationConfig: z.strictObject({
    maxOutputTokens: z.number().int().positive(),
    responseMimeType: z.literal('application/json').optional(),
    responseJsonSchema: jsonSchema.optional(),
  }),
});

/** https://cloud.google.com/vision/docs/reference/rest/v1/images/annotate */
const visionSchema = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        image: z.strictObject({ content: base64 }),
        features: z
          .array(
            z.strictObject({
              type: z.enum(['LABEL_DETECTION', 'OBJECT_LOCALIZATION']),
              maxResults: z.number().int().positive().optional(),
            }),
          )
          .min(1),
      }),
    )
    .length(1),
});

type Seen = Omit<SeenRequest, 'vendor' | 'key' | 'body'>;
type Parsed<Schema extends z.ZodType> = z.output<Schema>;
const pictureIn = (data: string): Buffer => Buffer.from(data.replace(/^data:[^,]*,/, ''), 'base64');

function readOpenai({ messages, model, response_format: format, ...rest }: Parsed<typeof openaiSchema>): Seen {
  if ((rest.max_tokens === undefined) === (rest.max_completion_tokens === undefined)) throw new Error('one limit');
  const parts = messages.flatMap(({ content, role }) =>
    role === 'system' ? [] : typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
  );
  const turns = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const system = messages.flatMap(({ content, role }) => (role === 'system' ? [String(content)] : [])).join('\n');
  if (format?.type === 'json_object' && !/json/i.test(system + turns.join(''))) throw new Error("must include 'json'");
  const url = parts.flatMap((part) => (part.type === 'image_url' ? [part.image_url.url] : []))[0] ?? '';
  return { model, system, turns, jpeg: pictureIn(url), format: format?.type ?? 'text' };
}

function readAnthropic({ messages, model, output_config: output, system }: Parsed<typeof anthropicSchema>): Seen {
  const parts = messages.flatMap(({ content }) => content);
  const data = parts.flatMap((part) => (part.type === 'image' ? [part.source.data] : []))[0] ?? '';
  return {
    model,
    system: system.map(({ text }) => text).join('\n'),
    turns: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    jpeg: pictureIn(data),
    format: output ? 'json_schema' : 'text',
  };
}

function readGoogle(body: Parsed<typeof googleSchema>, model: string): Seen {
  const { responseJsonSchema, responseMimeType } = body.generationConfig;
  const parts = body.contents.flatMap((content) => content.parts);
  const data = parts.flatMap((part) => ('inlineData' in part ? [part.inlineData.data] : []))[0] ?? '';
  return {
    model,
    system: body.systemInstruction.parts.map(({ text }) => text).join('\n'),
    turns: parts.flatMap((part) => ('text' in part ? [part.text] : [])),
    jpeg: pictureIn(data),
    format: responseJsonSchema ? 'json_schema' : responseMimeType ? 'json_object' : 'text',
  };
}

const readVision = ({ requests: [request] }: Parsed<typeof visionSchema>): Seen => ({
  model: '',
  system: '',
  turns: [],
  jpeg: pictureIn(request?.image.content ?? ''),
  format: 'text',
});

const googlePath = /^\/v1beta\/models\/([\w.-]+):generateContent$/;

function readRequest({ headers, method, url = '' }: IncomingMessage, body: unknown): Omit<SeenRequest, 'body'> {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json'))
    throw new Error(`${method} ${url}`);
  const header = (name: string) => String(headers[name] ?? '');
  if (url === '/v1/chat/completions') {
    const key = header('authorization').replace(/^Bearer /, '');
    return { vendor: 'openai', key, ...readOpenai(openaiSchema.parse(body)) };
  }
  if (url === '/v1/messages') {
    if (header('anthropic-version') !== '2023-06-01') throw new Error('anthropic-version is missing');
    return { vendor: 'anthropic', key: header('x-api-key'), ...readAnthropic(anthropicSchema.parse(body)) };
  }
  const key = header('x-goog-api-key');
  if (url === '/v1/images:annotate') return { vendor: 'vision', key, ...readVision(visionSchema.parse(body)) };
  const model = googlePath.exec(url)?.[1];
  if (!model) throw new Error(`There is no ${url}`);
  return { vendor: 'google', key, ...readGoogle(googleSchema.parse(body), model) };
}

/** An answer in the vendor's format. */
function answerOf(vendor: SeenRequest['vendor'], model: string, { says, usage }: Extract<Behavior, { says: unknown }>) {
  const text = typeof says === 'string' ? says : JSON.stringify(says);
  const { input, output } = usage ?? { input: 1000, output: 100 };
  if (vendor === 'openai') {
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_764_000_000,
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text, refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    };
  }
  if (vendor === 'anthropic') {
    return {
      id: 'msg_01',
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: output },
    };
  }
  if (vendor === 'google') {
    return {
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
      modelVersion: model,
    };
  }
  return { responses: [says] };
}

function errorOf(
  vendor: SeenRequest['vendor'],
  { code, details, message = 'No.', status }: Extract<Behavior, { status: number }>,
) {
  if (vendor === 'openai') return { error: { message, type: code ?? 'error', param: null, code: code ?? null } };
  if (vendor === 'anthropic') {
    return { type: 'error', error: { type: code ?? 'api_error', message }, request_id: 'req_01' };
  }
  return { error: { code: status, message, status: code ?? 'UNKNOWN', ...(details ? { details } : {}) } };
}

/** A model service on a free port of the loopback, with the documented formats of four vendors. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  const faults: string[] = [];
  const queue: Behavior[] = [];
  const refuses = new Set<SeenRequest['format']>();
  let leaving = Promise.withResolvers<void>();
  let usual: Behavior | ((request: SeenRequest) => Behavior) = { says: { findings: [], objects: [], labels: [] } };

  function send(response: ServerResponse, status: number, body: object | string, headers: Record<string, string> = {}) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  function behave(behavior: Behavior, request: SeenRequest, response: ServerResponse): void {
    if (behavior === 'hangs') {
      response.once('close', () => leaving.resolve());
    } else if (behavior === 'breaks off') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"id": "', () => response.destroy());
    } else if ('redirectsTo' in behavior) {
      send(response, 307, '', { location: behavior.redirectsTo });
    } else if ('body' in behavior) {
      send(response, 200, behavior.body);
    } else if ('status' in behavior) {
      send(response, behavior.status, errorOf(request.vendor, behavior), behavior.headers);
    } else {
      send(response, 200, answerOf(request.vendor, request.model, behavior));
    }
  }

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(incoming);
    let request: SeenRequest;
    try {
      const body: unknown = JSON.parse(bytes.toString());
      request = { ...readRequest(incoming, body), body };
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      send(response, 400, { error: { message: 'invalid request' } });
      return;
    }
    requests.push(request);
    const refusal: Behavior = { status: 400, message: `${request.format} is not supported with this model` };
    const behavior = refuses.has(request.format)
      ? refusal
      : (queue.shift() ?? (typeof usual === 'function' ? usual(request) : usual));
    behave(behavior, request, response);
  }

  const server = createServer((incoming, response) => void take(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The model server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    faults,
    refuses,
    next: (...behaviors) => void queue.push(...behaviors),
    always: (behavior) => {
      usual = behavior;
    },
    async left() {
      await leaving.promise;
      leaving = Promise.withResolvers<void>();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
