import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import type { Pixels } from '../../picture/codec.ts';

const require = createRequire(import.meta.url);
const wasmDir = dirname(require.resolve('@tensorflow/tfjs-backend-wasm'));
const modelDir = join(dirname(dirname(require.resolve('@vladmandic/human'))), 'models');

let backend: Promise<void> | undefined;

/** Starts the WebAssembly backend once, on one thread, because several workers run in parallel already. */
function startBackend(): Promise<void> {
  backend ??= (async () => {
    setWasmPaths(`${wasmDir}/`);
    tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
    setThreadsCount(1);
    tf.enableProdMode();
    if (!(await tf.setBackend('wasm'))) throw new Error('The WebAssembly backend did not start');
    await tf.ready();
  })();
  return backend;
}

/** Loads a model of the package @vladmandic/human from its files; nothing is fetched. */
export async function loadModel(name: 'centernet' | 'blazeface'): Promise<GraphModel> {
  await startBackend();
  const [json, weights] = await Promise.all([
    readFile(join(modelDir, `${name}.json`), 'utf8'),
    readFile(join(modelDir, `${name}.bin`)),
  ]);
  const description = JSON.parse(json) as {
    format: string;
    modelTopology: object;
    weightsManifest: { weights: [] }[];
    signature?: object;
  };
  return loadGraphModel({
    load: async () => ({
      format: description.format,
      modelTopology: description.modelTopology,
      signature: description.signature,
      weightSpecs: description.weightsManifest.flatMap((group) => group.weights),
      weightData: new Uint8Array(weights).buffer,
    }),
  });
}

/** Values of the named outputs for one picture; each value x becomes x * scale + shift first. */
export function execute(
  model: GraphModel,
  picture: Pixels,
  outputs: readonly string[],
  { scale, shift }: { scale: number; shift: number } = { scale: 1, shift: 0 },
): Float32Array[] {
  const values = new Float32Array(picture.data.length);
  // A plain loop is 13 times as fast as Float32Array.from with a function.
  for (let n = 0; n < values.length; n += 1) values[n] = (picture.data[n] as number) * scale + shift;
  const input = tf.tensor4d(values, [1, picture.height, picture.width, 3]);
  const results = model.execute(input, [...outputs]) as tf.Tensor | tf.Tensor[];
  const tensors = Array.isArray(results) ? results : [results];
  const data = tensors.map((tensor) => tensor.dataSync<'float32'>());
  tf.dispose([input, ...tensors]);
  return data;
}
