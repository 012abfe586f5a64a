/** The part of onnxruntime-node that is used here, because its package has no types. */
declare module 'onnxruntime-node' {
  export class Tensor {
    constructor(type: 'uint8', data: Uint8Array, shape: readonly number[]);
    readonly data: Float32Array | Uint8Array | BigInt64Array;
  }

  interface Options {
    intraOpNumThreads: number;
    interOpNumThreads: number;
    executionMode: 'sequential' | 'parallel';
    graphOptimizationLevel: 'disabled' | 'basic' | 'extended' | 'all';
    /** 0 everything, 1 information, 2 warnings, 3 errors, 4 fatal errors. */
    logSeverityLevel: 0 | 1 | 2 | 3 | 4;
  }

  interface Session {
    readonly inputNames: readonly string[];
    readonly outputNames: readonly string[];
    run(inputs: Record<string, Tensor>, outputs: string[]): Promise<Record<string, Tensor>>;
  }

  const onnx: { InferenceSession: { create(path: string, options: Options): Promise<Session> }; Tensor: typeof Tensor };
  export default onnx;
}
