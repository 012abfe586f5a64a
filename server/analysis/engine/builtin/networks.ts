import { fileURLToPath } from 'node:url';
import type { Pixels } from '../../picture/codec.ts';

/** A network that reads a square picture of its own size. */
export interface Network {
  /**
   * The named outputs for one picture. They are the first ones of the file, in its order, because this version of the
   * runtime names results by their place.
   */
  run<Name extends string>(picture: Pixels, outputs: readonly Name[]): Promise<Record<Name, Float32Array>>;
}

/**
 * Loads a network from its file beside this one (training/networks says how they were made). One thread, because several
 * processes work side by side already.
 */
export async function loadNetwork(name: 'detector' | 'faces'): Promise<Network> {
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
  return {
    async run<Name extends string>({ data, height, width }: Pixels, outputs: readonly Name[]) {
      const picture = new onnx.Tensor('uint8', new Uint8Array(data.buffer, data.byteOffset, data.length), [
        1,
        height,
        width,
        3,
      ]);
      const results = await session.run({ picture }, [...outputs]);
      const values = (output: Name): Float32Array => {
        const found = results[output]?.data;
        if (!(found instanceof Float32Array)) throw new Error(`The network ${name} gave no ${output}`);
        return found;
      };
      return Object.fromEntries(outputs.map((output) => [output, values(output)])) as Record<Name, Float32Array>;
    },
  };
}
