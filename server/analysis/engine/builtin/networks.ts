import type { Tensor } from 'onnxruntime-node';
import { fileURLToPath } from 'node:url';
import type { Pixels } from '../../picture/codec.ts';

/** The numbers that go into a network or come out of it. */
export type Layers<Name extends string = string> = Record<Name, Tensor>;

export interface Network {
  /**
   * The named outputs, from the layers that it needs of these. They are the first ones of the file, in its order, because this version of the runtime names results
   * by their place.
   */
  run<Name extends string>(layers: Layers, outputs: readonly Name[]): Promise<Layers<Name>>;
  /** The numbers of the named outputs for a picture, by a network that reads a square one of its own size. */
  read<Name extends string>(picture: Pixels, outputs: readonly Name[]): Promise<Record<Name, Float32Array>>;
  /** All outputs for a picture. */
  layersOf(picture: Pixels): Promise<Layers>;
}

export function numbersOf(tensor: Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('The network gave no numbers');
  return tensor.data;
}

/**
 * Loads a network from its file beside this one (training/networks says how they were made). One thread, because several
 * processes work side by side already.
 */
export async function loadNetwork(name: 'cells' | 'objects' | 'faces'): Promise<Network> {
  // Loaded where it runs: its native code can be opened once in a process, so not by threads beside each other.
  const { default: onnx } = await import('onnxruntime-node');
  const session = await onnx.InferenceSession.create(
    fileURLToPath(new URL(`./networks/${name}.onnx`, import.meta.url)),
    {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      // Errors alone: warnings would tell of every weight that was widened.
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
