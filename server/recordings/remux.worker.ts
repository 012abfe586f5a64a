import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import {
  Conversion,
  CustomSource,
  Input,
  MovOutputFormat,
  Mp4OutputFormat,
  MP4,
  Output,
  QTFF,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
  type StreamTargetChunk,
} from 'mediabunny';
import { maxCopyBytes } from './recordings.rules.ts';
import type { RemuxMessage, RemuxTask } from './remux.ts';
import { samplesOverlap } from './sample-ranges.ts';

const MB = 1024 * 1024;
/** No real recording has a larger frame, cluster or index, and the reader loads each of them into memory whole. */
const maxPieceBytes = 128 * MB;
// Small, because with the larger default the allocator keeps far more memory than is in use.
const cacheBytes = 2 * MB;
const outputFormats = {
  'video/webm': () => new WebMOutputFormat(),
  // Write the index at the end of the file; at the start it would have to be kept in memory.
  'video/mp4': () => new Mp4OutputFormat({ fastStart: false }),
  'video/quicktime': () => new MovOutputFormat({ fastStart: false }),
};

const report = (message: RemuxMessage): void => parentPort?.postMessage(message);

let lastReportedAt = 0;
function reportAlive(): void {
  if (Date.now() - lastReportedAt < 1000) return;
  lastReportedAt = Date.now();
  report({ kind: 'alive' });
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    reportAlive();
  }
  return hash.digest('hex');
}

/** The source file for the reader. A request for too large a piece fails before memory is allocated for it. */
async function sourceOf(path: string): Promise<CustomSource> {
  const file = await open(path, 'r');
  return new CustomSource({
    getSize: async () => (await file.stat()).size,
    async read(start, end) {
      if (end - start > maxPieceBytes) throw new Error('It has a piece that is too large');
      const { buffer, bytesRead } = await file.read(new Uint8Array(end - start), 0, end - start, start);
      if (bytesRead < end - start) throw new Error('It is shorter than it was');
      return buffer;
    },
    dispose: () => void file.close(),
    maxCacheSize: cacheBytes,
    prefetchProfile: 'fileSystem',
  });
}

const tooLarge = 'Its copy would be far larger than itself';

/** The target file, which never grows beyond `maxBytes`. */
class CopyFile {
  /** The reason why writing failed, kept because the library may then fail with an error of its own. */
  failure: string | null = null;

  async open(path: string, maxBytes: number): Promise<StreamTarget> {
    const file = await open(path, 'w', 0o600);
    const stream = new WritableStream<StreamTargetChunk>({
      write: async ({ data, position }) => {
        if (position + data.byteLength > maxBytes) {
          this.failure = tooLarge;
          throw new Error(tooLarge);
        }
        await file.write(data, 0, data.byteLength, position);
      },
      close: () => file.close(),
      abort: () => file.close(),
    });
    return new StreamTarget(stream, { chunked: true, chunkSize: MB });
  }
}

/** Copies the packets unchanged into a file with a duration and an index of its key frames. */
async function remux({ source, target, contentType }: RemuxTask): Promise<RemuxMessage> {
  const sha256 = await sha256Of(source);
  const { size } = await stat(source);
  const isWebm = contentType === 'video/webm';
  const copyFile = new CopyFile();
  // The library closes failed copies without awaiting them; ignore that error.
  process.on('unhandledRejection', (error) => {
    if (copyFile.failure === null) throw error;
  });
  const input = new Input({ source: await sourceOf(source), formats: isWebm ? [WEBM] : [MP4, QTFF] });
  try {
    if (!isWebm && (await samplesOverlap(source))) return { kind: 'failed', reason: 'Its samples overlap' };
    const output = new Output({
      format: outputFormats[contentType](),
      target: await copyFile.open(target, maxCopyBytes(size)),
    });
    const conversion = await Conversion.init({ input, output, copy: { mode: 'forced' }, showWarnings: false });
    if (!(await input.getPrimaryVideoTrack())) return { kind: 'failed', reason: 'It has no video' };
    const lost = conversion.discardedTracks.map(({ reason }) => reason);
    if (!conversion.isValid || lost.length > 0)
      return { kind: 'failed', reason: `Its tracks cannot be copied: ${lost.join(', ')}` };
    let seconds = 0;
    conversion.onProgress = (_, time) => {
      seconds = Math.max(seconds, time);
      reportAlive();
    };
    await conversion.execute();
    if (seconds === 0) return { kind: 'failed', reason: 'It has no pictures' };
    return { kind: 'done', sha256, seconds };
  } catch (error) {
    return { kind: 'failed', reason: copyFile.failure ?? (error instanceof Error ? error.message : String(error)) };
  } finally {
    input.dispose();
  }
}

report(await remux(workerData as RemuxTask));
