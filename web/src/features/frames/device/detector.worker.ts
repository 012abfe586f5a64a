import * as onnx from 'onnxruntime-web/wasm';
import { inputSize } from '#contract/vision/grid.ts';
import { readObjects, type FoundObject } from '#contract/vision/objects.ts';
import type { FromWorker, FrameResult, ModelFiles, ToWorker } from './messages.ts';
import { damageIn, sharpnessOf, withoutAlpha } from './read-frame.ts';
import { readHead } from './read-head.ts';

/**
 * Objects are searched only in every n-th frame: they change more slowly than the boxes have to follow, and finding
 * them takes nearly as long as everything else.
 */
const objectsInterval = 4;

const answer = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer });

async function bytesAt(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const networkOf = (bytes: Uint8Array) =>
  onnx.InferenceSession.create(bytes, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  });

async function load(files: ModelFiles) {
  onnx.env.wasm.wasmPaths = { wasm: files.runtime, mjs: files.program };
  // More threads need shared memory, which only cross-origin isolated pages have.
  onnx.env.wasm.numThreads = globalThis.crossOriginIsolated ? Math.min(4, navigator.hardwareConcurrency) : 1;
  onnx.env.logLevel = 'error';
  const [cells, objects, model] = await Promise.all([bytesAt(files.cells), bytesAt(files.objects), readHead(files)]);
  return { cells: await networkOf(cells), objects: await networkOf(objects), model };
}

const canvas = new OffscreenCanvas(inputSize, inputSize);
const context = canvas.getContext('2d', { willReadFrequently: true });
let loaded: Awaited<ReturnType<typeof load>> | null = null;
let objects: FoundObject[] = [];
let frameCount = 0;

const numbersOf = (tensor: onnx.OnnxValue | undefined): Float32Array => {
  if (!(tensor && 'data' in tensor && tensor.data instanceof Float32Array))
    throw new Error('The network gave no numbers');
  return tensor.data;
};

/** Finds the objects of a picture from the inner layers of the first network. */
async function objectsIn(network: onnx.InferenceSession, layers: onnx.InferenceSession.OnnxValueMapType) {
  const inputs = network.inputNames.flatMap((name) => {
    const layer = layers[name];
    return layer ? [[name, layer] as const] : [];
  });
  const { detections } = await network.run(Object.fromEntries(inputs));
  return readObjects(numbersOf(detections));
}

async function detect(picture: ImageBitmap, freshObjects: boolean): Promise<FrameResult> {
  if (!loaded || !context) throw new Error('The network is not loaded');
  const started = performance.now();
  context.drawImage(picture, 0, 0, inputSize, inputSize);
  const pixels = withoutAlpha(context.getImageData(0, 0, inputSize, inputSize));
  const withObjects = freshObjects || frameCount % objectsInterval === 0;
  frameCount += 1;
  const input = new onnx.Tensor('uint8', pixels.data, [1, inputSize, inputSize, 3]);
  const layers = await loaded.cells.run({ picture: input }, withObjects ? loaded.cells.outputNames : ['cells']);
  if (withObjects) objects = await objectsIn(loaded.objects, layers);
  const damage = damageIn(loaded.model, pixels, numbersOf(layers['cells']), objects);
  return {
    damage,
    objects,
    sharpness: sharpnessOf(pixels),
    milliseconds: performance.now() - started,
    picture,
  };
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  const work =
    data.type === 'load'
      ? load(data.files).then((made) => {
          loaded = made;
          answer({ type: 'ready' });
        })
      : detect(data.picture, data.freshObjects).then((seen) => answer({ type: 'detected', ...seen }, [seen.picture]));
  work.catch((error: unknown) => answer({ type: 'failed', message: String(error) }));
});
