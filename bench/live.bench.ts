import { readFile } from 'node:fs/promises';
import * as onnx from 'onnxruntime-web';
import { createDetector } from '#server/analysis/engine/builtin/detector.ts';
import { readShippedModel } from '#server/analysis/engine/builtin/surface-model.ts';
import { colorsIn } from '#contract/vision/colors.ts';
import { inputSize } from '#contract/vision/grid.ts';
import { findingsOf } from '#contract/vision/regions.ts';

const frames = 12;
/** Like on the page, objects are detected in every fourth frame. */
const objectsEvery = 4;

/** Milliseconds of processor time per frame, which other work on the machine hardly changes; after a warm-up. */
async function time(work: (frame: number) => Promise<unknown>): Promise<number> {
  for (let frame = 0; frame < objectsEvery; frame += 1) await work(frame);
  const before = process.cpuUsage();
  for (let frame = 0; frame < frames; frame += 1) await work(frame);
  const { system, user } = process.cpuUsage(before);
  return (system + user) / 1000 / frames;
}

const networkOf = async (name: string) => {
  const file = new URL(`../server/analysis/engine/builtin/networks/${name}.onnx`, import.meta.url);
  return onnx.InferenceSession.create(new Uint8Array(await readFile(file)), {
    executionProviders: ['wasm'],
    logSeverityLevel: 3,
  });
};

/**
 * The time that a page needs to analyze a camera frame with WebAssembly on one thread (network, head, regions; without
 * capturing the frame), as a ratio to the network alone as native code in the same run.
 */
export async function benchLive(): Promise<{ nativeMs: number; frameRatio: number; framesPerSecond: number }> {
  const data = Buffer.from(Uint8Array.from({ length: inputSize * inputSize * 3 }, (_, at) => (at * 7919) % 251));
  const picture = { data, width: inputSize, height: inputSize };
  const detector = await createDetector();
  const nativeMs = await time(() => detector.readFeatures(picture));
  onnx.env.wasm.numThreads = 1;
  const [inner, outer] = [await networkOf('cells'), await networkOf('objects')];
  const { chances, ...model } = await readShippedModel();
  const input = new onnx.Tensor('uint8', new Uint8Array(data), [1, inputSize, inputSize, 3]);
  const frameMs = await time(async (frame) => {
    const withObjects = frame % objectsEvery === 0;
    const { cells: numbers, ...layers } = await inner.run(
      { picture: input },
      withObjects ? inner.outputNames : ['cells'],
    );
    if (withObjects) await outer.run(layers);
    const cells = numbers?.data;
    if (!(cells instanceof Float32Array)) throw new Error('The network gave no numbers');
    const whole = { part: { x: 0, y: 0, width: 1, height: 1 }, chances: chances(cells) };
    findingsOf({ ...model, objects: [], views: [whole], colorsIn: (box) => colorsIn(picture, box) });
  });
  return { nativeMs, frameRatio: frameMs / nativeMs, framesPerSecond: 1000 / frameMs };
}

if (import.meta.main) {
  const { frameRatio, framesPerSecond, nativeMs } = await benchLive();
  process.stdout.write(
    [
      `the network as native code (baseline)   ${nativeMs.toFixed(0)} ms a frame`,
      `a frame in the browser, by WebAssembly  ${frameRatio.toFixed(2)} x the baseline, ${framesPerSecond.toFixed(1)} frames a second a core`,
      '',
    ].join('\n'),
  );
  process.exit(0);
}
