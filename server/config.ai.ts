import { isIP } from 'node:net';
import { isRemoteEngine, type EngineName, type RemoteEngineName, type SettingValues } from '#server/config.settings.ts';

/** A model service and its prices, in US dollars. */
export interface RemoteAiConfig {
  engine: RemoteEngineName;
  baseUrl: string | null;
  apiKey: string | null;
  model: string | null;
  boxes: SettingValues['AI_BOXES'];
  timeoutMs: number;
  atOnce: number;
  budget: number | null;
  prices: { inputTokens: number; outputTokens: number; pictures: number };
}

export interface AiConfig {
  engine: EngineName;
  /** Null when the engine runs on this machine. */
  remote: RemoteAiConfig | null;
}

export const aiSettings = [
  'AI_ENGINE',
  'AI_BASE_URL',
  'AI_API_KEY',
  'AI_MODEL',
  'AI_BOXES',
  'AI_TIMEOUT_SECONDS',
  'AI_REQUESTS_AT_ONCE',
  'AI_BUDGET',
  'AI_PRICE_INPUT',
  'AI_PRICE_OUTPUT',
  'AI_PRICE_UNITS',
] as const;
export type AiValues = Pick<SettingValues, (typeof aiSettings)[number]>;

const required: Record<RemoteEngineName, readonly ('AI_BASE_URL' | 'AI_API_KEY' | 'AI_MODEL')[]> = {
  'openai-compatible': ['AI_BASE_URL', 'AI_MODEL'],
  anthropic: ['AI_API_KEY', 'AI_MODEL'],
  google: ['AI_API_KEY', 'AI_MODEL'],
  'google-vision': ['AI_API_KEY'],
};

/** The prices by which the engine is billed, which a budget requires. */
const pricesOf = (engine: RemoteEngineName) =>
  engine === 'google-vision' ? (['AI_PRICE_UNITS'] as const) : (['AI_PRICE_INPUT', 'AI_PRICE_OUTPUT'] as const);

const privateNetworks = /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|f[cd]|fe80:|::1$)/i;

/** Whether a host is this machine or in a private network, to which a key may be sent unencrypted. */
function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  if (isIP(name) !== 0) return privateNetworks.test(name);
  return !name.includes('.') || /\.(localhost|local|internal|test|home\.arpa)$/.test(name);
}

/** The errors in the settings of the engine, one sentence each. */
export function aiFaults(values: AiValues): string[] {
  const { AI_BASE_URL: baseUrl, AI_BUDGET: budget, AI_ENGINE: engine } = values;
  if (!isRemoteEngine(engine)) return [];
  const faults = required[engine]
    .filter((name) => values[name] === null)
    .map((name) => `${name} must be set for the engine ${engine}.`);
  const url = baseUrl === null ? null : new URL(baseUrl);
  if (url?.protocol === 'http:' && !isPrivateHost(url.hostname)) {
    faults.push('AI_BASE_URL must use https, unless it is on this machine or in a private network.');
  }
  const prices = pricesOf(engine);
  if (budget !== null && prices.some((name) => values[name] === 0))
    faults.push(`AI_BUDGET needs the prices of the engine ${engine}: set ${prices.join(' and ')}.`);
  return faults;
}

export function toAiConfig(values: AiValues): AiConfig {
  const { AI_ENGINE: engine } = values;
  if (!isRemoteEngine(engine)) return { engine, remote: null };
  return {
    engine,
    remote: {
      engine,
      baseUrl: values.AI_BASE_URL,
      apiKey: values.AI_API_KEY,
      model: values.AI_MODEL,
      boxes: values.AI_BOXES,
      timeoutMs: values.AI_TIMEOUT_SECONDS * 1000,
      atOnce: values.AI_REQUESTS_AT_ONCE,
      budget: values.AI_BUDGET,
      prices: {
        inputTokens: values.AI_PRICE_INPUT,
        outputTokens: values.AI_PRICE_OUTPUT,
        pictures: values.AI_PRICE_UNITS,
      },
    },
  };
}
