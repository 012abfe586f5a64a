import type { BoxFormName, RemoteEngineName } from '#server/config.settings.ts';
import { guardedFetch } from './connection.ts';
import { boxFormOf } from './boxes.rules.ts';
import { createGoogleVision } from './google-vision.ts';
import { createLanguageModelReader, type Vendor } from './language-model.ts';
import type { RemoteReader } from './reader.ts';

/** The model, and how to reach it. */
export interface RemoteAddress {
  engine: RemoteEngineName;
  baseUrl: string | null;
  apiKey: string | null;
  model: string | null;
  /** The format of its boxes; 'auto' goes by the model's name. */
  boxes: BoxFormName | 'auto';
}

/** OpenAI's reasoning models count their reasoning as output, and accept the limit under another name only. */
const reasoningModels = /^(o\d|gpt-[5-9])/;

function openaiCompatible({ apiKey, baseUrl }: RemoteAddress, model: string): Vendor {
  return {
    name: 'openai-compatible',
    answerFormats: ['json_schema', 'json_object', 'text'],
    async model(rung) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        name: 'model',
        baseURL: baseUrl ?? '',
        ...(apiKey ? { apiKey } : {}),
        fetch: guardedFetch,
        supportsStructuredOutputs: rung === 'json_schema',
        transformRequestBody: ({ max_tokens: most, ...body }) =>
          reasoningModels.test(model) ? { ...body, max_completion_tokens: most } : { ...body, max_tokens: most },
      });
      return provider(model);
    },
  };
}

/** Anthropic cannot be asked for JSON without a schema. */
function anthropic({ apiKey, baseUrl }: RemoteAddress, model: string): Vendor {
  return {
    name: 'anthropic',
    answerFormats: ['json_schema', 'text'],
    async model() {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const baseURL = baseUrl ?? 'https://api.anthropic.com/v1';
      return createAnthropic({ apiKey: apiKey ?? '', baseURL, fetch: guardedFetch })(model);
    },
  };
}

function google({ apiKey, baseUrl }: RemoteAddress, model: string): Vendor {
  return {
    name: 'google',
    answerFormats: ['json_schema', 'json_object', 'text'],
    async model() {
      const { createGoogle } = await import('@ai-sdk/google');
      const baseURL = baseUrl ?? 'https://generativelanguage.googleapis.com/v1beta';
      return createGoogle({ apiKey: apiKey ?? '', baseURL, fetch: guardedFetch })(model);
    },
  };
}

const vendors = { 'openai-compatible': openaiCompatible, anthropic, google };

/** The configured reader. It sends nothing until it has to read a picture. */
export function createRemoteReader(address: RemoteAddress): RemoteReader {
  const { apiKey, baseUrl, boxes, engine, model } = address;
  if (engine === 'google-vision') return createGoogleVision({ apiKey: apiKey ?? '', baseUrl });
  const name = model ?? '';
  const vendor = vendors[engine](address, name);
  return createLanguageModelReader(vendor, name, boxes === 'auto' ? boxFormOf(name) : boxes);
}
