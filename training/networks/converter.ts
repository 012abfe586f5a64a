import type { Operator, Weights } from './onnx-file.ts';

/** A tensor as it is stored in the package's file. */
export interface StoredTensor {
  shape: number[];
  type: 'float32' | 'float16' | 'int32';
  bytes: Buffer;
}

export const product = (shape: readonly number[]): number => shape.reduce((size, each) => size * each, 1);
/** The new order of a picture's axes: batch, channel, row, column. */
export const channelsFirst = [0, 3, 1, 2] as const;
export const channelsLast = [0, 2, 3, 1] as const;
export const reorder = <T>(values: readonly T[], order: readonly number[]): T[] => order.map((n) => values[n] as T);

/** The tensor with its axes in another order. */
function transpose({ shape, type, bytes }: StoredTensor, order: readonly number[]): StoredTensor {
  const size = type === 'float16' ? 2 : 4;
  const strides = shape.map((_, axis) => product(shape.slice(axis + 1)));
  const to = reorder(shape, order);
  const result = Buffer.alloc(bytes.length);
  const index = to.map(() => 0);
  for (let n = 0; n < product(to); n += 1) {
    const from = order.reduce((sum, axis, k) => sum + (index[k] as number) * (strides[axis] as number), 0);
    bytes.copy(result, n * size, from * size, (from + 1) * size);
    for (let axis = to.length - 1; axis >= 0; axis -= 1) {
      index[axis] = (index[axis] as number) + 1;
      if ((index[axis] as number) < (to[axis] as number)) break;
      index[axis] = 0;
    }
  }
  return { shape: to, type, bytes: result };
}

/** Translates a graph operator by operator. Every tensor with four axes is stored channels first. */
export class Converter {
  readonly operators: Operator[] = [];
  readonly weights: Weights[] = [];
  readonly #shapes = new Map<string, number[]>();
  readonly #stored: Map<string, StoredTensor>;
  readonly #added = new Set<string>();

  constructor(stored: Map<string, StoredTensor>) {
    this.#stored = stored;
  }

  /** Channels first, for a tensor with four axes. */
  shapeOf(name: string): number[] {
    const shape = this.#shapes.get(name);
    if (!shape) throw new Error(`The shape of ${name} is not known yet`);
    return shape;
  }

  add(operator: Operator, shape: number[]): void {
    this.operators.push(operator);
    for (const output of operator.outputs) this.#shapes.set(output, shape);
  }

  addInput(name: string, shape: number[]): void {
    this.#shapes.set(name, shape);
  }

  integers(name: string): number[] {
    const { bytes, type } = this.#tensor(name);
    if (type !== 'int32') throw new Error(`${name} holds no integers`);
    return Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readInt32LE(n * 4));
  }

  addIntegers(name: string, values: readonly number[], shape: readonly number[] = [values.length]): string {
    const bytes = Buffer.from(BigInt64Array.from(values, BigInt).buffer);
    this.#addWeights({ name, type: 'int64', shape, bytes });
    return name;
  }

  addNumber(name: string, value: number): string {
    this.#addWeights({ name, type: 'float32', shape: [], bytes: Buffer.from(Float32Array.of(value).buffer) });
    return name;
  }

  /**
   * The name of stored weights, in the wanted order of axes; half-precision ones are widened when the file is loaded.
   */
  floats(name: string, order?: readonly number[]): string {
    const tensor = this.#tensor(name);
    const { shape, type, bytes } = order ? transpose(tensor, order) : tensor;
    if (type === 'int32') throw new Error(`${name} holds integers`);
    if (type === 'float32') {
      this.#addWeights({ name, type, shape, bytes });
      return name;
    }
    const half = `${name}/half`;
    if (!this.#added.has(half)) {
      this.#addWeights({ name: half, type, shape, bytes });
      this.operators.push({ type: 'Cast', inputs: [half], outputs: [name], attributes: { to: 1 } });
    }
    return name;
  }

  storedShape = (name: string): number[] => this.#tensor(name).shape;
  isStored = (name: string): boolean => this.#stored.has(name);

  #tensor(name: string): StoredTensor {
    const tensor = this.#stored.get(name);
    if (!tensor) throw new Error(`${name} is not stored`);
    return tensor;
  }

  #addWeights(weights: Weights): void {
    if (this.#added.has(weights.name)) return;
    this.#added.add(weights.name);
    this.weights.push(weights);
  }
}
