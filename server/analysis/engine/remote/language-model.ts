import type { LanguageModel, ModelMessage } from 'ai';
import type { BoxFormName, RemoteEngineName } from '#server/config.settings.ts';
import { boxForms, type BoxForm } from './boxes.rules.ts';
import { parseAnswer, readingOf } from './answer.rules.ts';
import { failureOfAnswer, RemoteFailure } from './failures.ts';
import { answerSchema, instructions, questionOf, repairRequest, schemaInWords } from './question.rules.ts';
import type {
  PhotoContext,
  RemoteReader,
  RemoteReading,
  Request,
  ReportedUsage,
  SentPicture,
  Usage,
} from './reader.ts';

/** The formats in which a model can be made to answer, most reliable first. */
export type AnswerFormat = 'json_schema' | 'json_object' | 'text';

/** A vendor's models through the AI SDK. */
export interface Vendor {
  name: Exclude<RemoteEngineName, 'google-vision'>;
  /** The formats that the vendor supports. */
  answerFormats: readonly AnswerFormat[];
  model(format: AnswerFormat): Promise<LanguageModel>;
}

const maxOutputTokens = 8192;
/** No model needs more for a picture: the densest uses one token for 14 x 14 pixels. */
const pixelsPerToken = 14 * 14;
const charactersPerToken = 2;

interface Reply {
  text: string;
  usage: ReportedUsage | undefined;
}

/** The maximum usage of a request. */
function atMostOf(picture: SentPicture, characters: number): Usage {
  const inputTokens = Math.ceil((picture.width * picture.height) / pixelsPerToken + characters / charactersPerToken);
  return { inputTokens, outputTokens: maxOutputTokens, pictures: 0 };
}

function failureIn(error: unknown): RemoteFailure | null {
  if (error instanceof RemoteFailure) return error;
  return error instanceof Error && error.cause !== undefined ? failureIn(error.cause) : null;
}

/** Translates an error of the AI SDK. The error contains the request, so nothing of it is passed on. */
async function failureOf(error: unknown): Promise<RemoteFailure> {
  const { APICallError } = await import('ai');
  const inner = failureIn(error);
  if (inner) return inner;
  if (!APICallError.isInstance(error)) return new RemoteFailure('nonsense');
  const { responseBody: body = '', responseHeaders: headers = {}, statusCode: status } = error;
  if (status === undefined) return new RemoteFailure('unreachable');
  return status < 400 ? new RemoteFailure('nonsense') : failureOfAnswer({ status, headers, body }, Date.now());
}

/** One reply of the model; a reply in the wrong format is passed on as text. */
async function reply(
  vendor: Vendor,
  format: AnswerFormat,
  form: BoxForm,
  messages: ModelMessage[],
  signal: AbortSignal,
): Promise<Reply> {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import('ai');
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const output = {
    json_schema: () => Output.object({ name: 'reading', schema: jsonSchema(answerSchema(form)) }),
    json_object: () => Output.json({ name: 'reading' }),
    text: () => undefined,
  }[format]();
  try {
    const { text, usage } = await generateText({
      model: await vendor.model(format),
      instructions,
      messages,
      output,
      maxOutputTokens: maxOutputTokens,
      maxRetries: 0,
      abortSignal: signal,
    });
    return { text, usage };
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) return { text: error.text ?? '', usage: error.usage };
    throw await failureOf(error);
  }
}

/** A reader that prompts a language model; the box format is configured or known from the model's name. */
export function createLanguageModelReader(vendor: Vendor, model: string, boxes: BoxFormName): RemoteReader {
  const form = boxForms[boxes];
  /** The index of the first format that the service has accepted. */
  let first = 0;

  function ask(format: AnswerFormat, messages: ModelMessage[], picture: SentPicture, request: Request): Promise<Reply> {
    const schema = JSON.stringify(answerSchema(form));
    const atMost = atMostOf(picture, instructions.length + schema.length + lengthOf(messages));
    return request(atMost, async (signal) => {
      const value = await reply(vendor, format, form, messages, signal);
      const { inputTokens, outputTokens } = value.usage ?? {};
      return { value, usage: { inputTokens, outputTokens } };
    });
  }

  /** Returns null when the service does not support this format. */
  async function askIfSupported(...args: Parameters<typeof ask>): Promise<Reply | null> {
    try {
      return await ask(...args);
    } catch (error) {
      if (error instanceof RemoteFailure && error.code === 'refused') return null;
      throw error;
    }
  }

  function messagesOf(format: AnswerFormat, picture: SentPicture, context: PhotoContext): ModelMessage[] {
    const question = questionOf(picture, context, form);
    const text = format === 'json_schema' ? question : `${question}\n${schemaInWords(form)}`;
    const content = [
      { type: 'file' as const, mediaType: 'image/jpeg', data: picture.jpeg },
      { type: 'text' as const, text },
    ];
    return [{ role: 'user', content }];
  }

  async function read(picture: SentPicture, context: PhotoContext, request: Request): Promise<RemoteReading> {
    let refused = false;
    for (const [n, format] of vendor.answerFormats.entries()) {
      if (n < first) continue;
      const last = n === vendor.answerFormats.length - 1;
      const messages = messagesOf(format, picture, context);
      const replied = last
        ? await ask(format, messages, picture, request)
        : await askIfSupported(format, messages, picture, request);
      if (!replied) {
        refused = true;
        continue;
      }
      // Only a later success shows that the earlier refusal was about the format and not about this picture.
      if (refused) first = Math.max(first, n);
      const parsed = parseAnswer(replied.text);
      if ('answer' in parsed) return readingOf(parsed.answer, form, picture);
      if (!last) continue;
      messages.push({ role: 'assistant', content: replied.text || '(nothing)' });
      messages.push({ role: 'user', content: repairRequest(parsed.fault) });
      const repaired = parseAnswer((await ask(format, messages, picture, request)).text);
      if ('answer' in repaired) return readingOf(repaired.answer, form, picture);
    }
    throw new RemoteFailure('nonsense');
  }

  return { name: vendor.name, model, namesDamage: true, readsParts: true, read };
}

function lengthOf(messages: readonly ModelMessage[]): number {
  const texts = messages.flatMap(({ content }): string[] =>
    typeof content === 'string' ? [content] : content.flatMap((part) => ('text' in part ? [part.text] : [])),
  );
  return texts.reduce((sum, text) => sum + text.length, 0);
}
