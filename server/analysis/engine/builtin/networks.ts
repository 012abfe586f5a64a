import type { Tensor } from 'onnxruntime-node';
import { fileURLToPath } from 'node:url';
import type { Pixels } from '../../picture/codec.ts';

/** The tensors that go into a network or come out of it. */
export type Layers<Name extends string = string> = Record<Name, Tensor>;

export interface Network {
  /**
   * Computes the named outputs from those of the given layers that it needs. They must be the first outputs of the
   * file, in its order, because this version of the runtime matches results to names by position.
   */
  run<Name extends string>(layers: Layers, outputs: readonly Name[]): Promise<Layers<Name>>;
  /** The named outputs for a picture, as numbers; the network reads a square picture of its own size. */
  read<Name extends string>(picture: Pixels, outputs: readonly Name[]): Promise<Record<Name, Float32Array>>;
  /** All outputs for a picture. */
  layersOf(picture: Pixels): Promise<Layers>;
}

export function numbersOf(tensor: Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('The network gave no numbers');
  return tensor.data;
}

/**
 * Loads a network from its file beside this one (training/networks describes how they were made). It uses one thread,
 * because several processes already work in parallel.
 */
export async function loadNetwork(name: 'cells' | 'objects' | 'faces'): Promise<Network> {
  // Loaded on first use in the worker, because its native code can be opened only once per process, not by several
  // threads.
  const { default: onnx } = await import('onnxruntime-node');
  const session = await onnx.InferenceSession.create(
    fileURLToPath(new URL(`./networks/${name}.onnx`, import.meta.url)),
    {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      // Errors only, because there would be a warning for every widened weight.
      logSeverityLevel: 3,
    },
  );
  const run = async <Name extends string>(layers: Layers, outputs: readonly Name[]) => {
    const inputs = Object.entries(layers).filter(([input]) => session.inputNames.includes(input));
    return (await session.run(Object.fromEntries(inputs), [...outputs])) as Layers<Name>;
  };
  const layersOfPicture = ({ data, height, width }: Pixels): Layers => ({
    picture: new onnx.Tensor('uint8', new Uint8Array(data.buffer, data.byteOffset, data.length), [1, height, width, 3]),
  });
  return {
    run,
    async read<Name extends string>(picture: Pixels, outputs: readonly Name[]) {
      const results = await run(layersOfPicture(picture), outputs);
      return Object.fromEntries(outputs.map((output) => [output, numbersOf(results[output])])) as Record<
        Name,
        Float32Array
      >;
    },
    layersOf: (picture) => run(layersOfPicture(picture), session.outputNames),
  };
}
