import sharp from 'sharp';
import type { EngineFinding, Reading } from '../port.ts';
import type { RemoteEngineName } from '#server/config.settings.ts';
import type { ModelServer } from '#test/model-server.ts';
import { createMemoryLedger, type Ledger } from './ledger.ts';
import { pictureOfWhole } from './pictures.ts';
import type { SentPicture } from './reader.ts';
import { createRemoteEngine, type AnalysisSubject, type RemoteEngineOptions } from './remote-engine.ts';
import type { Clock } from './requests.ts';
import { createRemoteReader, type RemoteAddress } from './vendors.ts';

export const key = 'sk-test-0123456789';
const paths: Record<RemoteEngineName, string> = {
  'openai-compatible': '/v1',
  anthropic: '/v1',
  google: '/v1beta',
  'google-vision': '',
};
export const models: Record<RemoteEngineName, string> = {
  'openai-compatible': 'gpt-4.1',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-2.5-flash',
  'google-vision': '',
};

export const addressOf = (
  server: ModelServer,
  engine: RemoteEngineName,
  more: Partial<RemoteAddress> = {},
): RemoteAddress => ({
  engine,
  baseUrl: `${server.url}${paths[engine]}`,
  apiKey: key,
  model: models[engine],
  boxes: 'auto',
  ...more,
});

/** A clock that advances only when something waits. */
export function testClock(start = Date.UTC(2026, 10, 22)): Clock & { waits: number[]; pass(ms: number): void } {
  let now = start;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    random: () => 0,
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
    pass: (ms) => {
      now += ms;
    },
  };
}

export function createTestEngine(
  server: ModelServer,
  engine: RemoteEngineName,
  more: Partial<Omit<RemoteEngineOptions, 'reader'>> & { address?: Partial<RemoteAddress>; ledger?: Ledger } = {},
) {
  const clock = testClock();
  const { address, ...options } = more;
  const remote = createRemoteEngine({
    reader: createRemoteReader(addressOf(server, engine, address)),
    ledger: createMemoryLedger(null),
    prices: { inputTokens: 3, outputTokens: 15, pictures: 1.5 },
    timeoutMs: 5000,
    atOnce: 4,
    maxWaitMs: 5000,
    clock,
    ...options,
  });
  return { clock, remote };
}

export const box = (x: number, y: number, width = 0.2, height = 0.2) => ({ x, y, width, height });

/** The built-in engine's reading of a photo. */
export const builtinReading = (findings: EngineFinding[] = []): Reading => ({
  engine: 'builtin',
  durationMs: 5,
  imageQuality: { usable: true, reasons: [] },
  result: {
    model: 'small',
    version: '1.4.0',
    objects: [{ name: 'sink', confidence: 80, boundingBox: box(0.1, 0.1) }],
    labels: [{ name: 'bathroom', confidence: 90 }],
    findings,
    categories: ['crack', 'stain', 'mould'],
  },
});

export const subject = (more: Partial<AnalysisSubject> = {}): AnalysisSubject => ({
  photoId: null,
  propertyId: null,
  context: { area: 'Pool', checklist: ['Rescue hook is present'], requirements: ['Depth marks every 25 ft'] },
  waitsUntil: null,
  ...more,
});

/** A gray picture as it is sent. */
export async function sentPicture(width = 1120, height = 840): Promise<SentPicture> {
  const data = await sharp({ create: { width, height, channels: 3, background: '#998877' } })
    .raw()
    .toBuffer();
  return pictureOfWhole({ data, width, height });
}
