import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  MovOutputFormat,
  Mp4OutputFormat,
  MP4,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import type { RemuxMessage, RemuxTask } from './remux.ts';

// Small pieces: of the larger ones that are the default the allocator keeps far more than is in use.
const MB = 1024 * 1024;
const formats = {
  'video/webm': () => new WebMOutputFormat(),
  // Its table of contents at the end: held back until then in memory it would grow with the recording.
  'video/mp4': () => new Mp4OutputFormat({ fastStart: false }),
  'video/quicktime': () => new MovOutputFormat({ fastStart: false }),
};

const tell = (message: RemuxMessage): void => parentPort?.postMessage(message);

let told = 0;
function alive(): void {
  if (Date.now() - told < 1000) return;
  told = Date.now();
  tell({ kind: 'alive' });
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    alive();
  }
  return hash.digest('hex');
}

/** Copies the packets, as they are, into a file that knows its duration and where its key frames lie. */
async function remux({ source, target, contentType }: RemuxTask): Promise<RemuxMessage> {
  const sha256 = await sha256Of(source);
  const input = new Input({ source: new FilePathSource(source, { maxCacheSize: 2 * MB }), formats: [WEBM, MP4, QTFF] });
  const output = new Output({ format: formats[contentType](), target: new FilePathTarget(target, { chunkSize: MB }) });
  try {
    const conversion = await Conversion.init({ input, output, copy: { mode: 'forced' }, showWarnings: false });
    if (!(await input.getPrimaryVideoTrack())) return { kind: 'failed', reason: 'It has no video' };
    const lost = conversion.discardedTracks.map(({ reason }) => reason);
    if (!conversion.isValid || lost.length > 0)
      return { kind: 'failed', reason: `Its tracks cannot be copied: ${lost.join(', ')}` };
    let seconds = 0;
    conversion.onProgress = (_, time) => {
      seconds = Math.max(seconds, time);
      alive();
    };
    await conversion.execute();
    if (seconds === 0) return { kind: 'failed', reason: 'It holds no picture' };
    return { kind: 'done', sha256, seconds };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    input.dispose();
  }
}

tell(await remux(workerData as RemuxTask));
