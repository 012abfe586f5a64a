import * as onnx from 'onnxruntime-web/wasm';
import { inputSize } from '#contract/vision/grid.ts';
import { readObjects, type FoundObject } from '#contract/vision/objects.ts';
import type { SurfaceModel } from '#contract/vision/surface-model.ts';
import type { FromWorker, Look, ModelFiles, ToWorker } from './messages.ts';
import { damageIn, sharpnessOf, withoutAlpha } from './read-frame.ts';
import { readHead } from './read-head.ts';

/** The objects change slower than the boxes have to follow, and finding them takes a third of the time. */
const objectsEvery = 4;

const answer = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer });

async function networkAt(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function load({ detector, program, runtime, ...heads }: ModelFiles) {
  onnx.env.wasm.wasmPaths = { wasm: runtime, mjs: program };
  // More threads need memory that is shared, which only isolated pages have.
  onnx.env.wasm.numThreads = globalThis.crossOriginIsolated ? Math.min(4, navigator.hardwareConcurrency) : 1;
  onnx.env.logLevel = 'error';
  const [network, model] = await Promise.all([networkAt(detector), readHead(heads)]);
  const session = await onnx.InferenceSession.create(network, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  });
  return { session, model };
}

const canvas = new OffscreenCanvas(inputSize, inputSize);
const context = canvas.getContext('2d', { willReadFrequently: true });
let loaded: { session: onnx.InferenceSession; model: SurfaceModel } | null = null;
let objects: FoundObject[] = [];
let looks = 0;

const numbersOf = (tensor: onnx.Tensor | undefined): Float32Array => {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('The network gave no numbers');
  return tensor.data;
};

async function look(picture: ImageBitmap): Promise<Look> {
  if (!loaded || !context) throw new Error('The network is not loaded');
  const started = performance.now();
  context.drawImage(picture, 0, 0, inputSize, inputSize);
  const pixels = withoutAlpha(context.getImageData(0, 0, inputSize, inputSize));
  const withObjects = looks % objectsEvery === 0;
  looks += 1;
  const input = new onnx.Tensor('uint8', pixels.data, [1, inputSize, inputSize, 3]);
  const results = await loaded.session.run({ picture: input }, withObjects ? ['cells', 'detections'] : ['cells']);
  if (withObjects) objects = readObjects(numbersOf(results['detections']));
  const damage = damageIn(loaded.model, pixels, numbersOf(results['cells']), objects);
  return { damage, sharpness: sharpnessOf(pixels), milliseconds: performance.now() - started, picture };
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  const work =
    data.type === 'load'
      ? load(data.files).then((made) => {
          loaded = made;
          answer({ type: 'ready' });
        })
      : look(data.picture).then((seen) => answer({ type: 'looked', ...seen }, [seen.picture]));
  work.catch((error: unknown) => answer({ type: 'failed', message: String(error) }));
});
