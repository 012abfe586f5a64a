import { learnedHeadPath } from '#contract/learning.ts';
import cells from '#models/networks/cells.onnx?url';
import objects from '#models/networks/objects.onnx?url';
import head from '#models/surface-head.json?url';
import program from '#runtime/ort-wasm-simd-threaded.mjs?url';
import runtime from '#runtime/ort-wasm-simd-threaded.wasm?url';
import type { ModelFiles } from './messages.ts';

const absolute = (address: string): string => new URL(address, location.href).href;

/** The files of this build that the worker needs. */
export const modelFiles: ModelFiles = {
  cells: absolute(cells),
  objects: absolute(objects),
  head: absolute(head),
  learned: absolute(learnedHeadPath),
  runtime: absolute(runtime),
  program: absolute(program),
};
