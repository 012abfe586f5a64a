/**
 * Writes the ONNX file format (a protocol buffer): a graph of operators in their order, its weights, inputs and outputs.
 * Field numbers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */

/** The element types used here, by their number in the format. */
export const elementTypes = { float32: 1, uint8: 2, int64: 7, float16: 10 } as const;
export type ElementType = keyof typeof elementTypes;

export interface Weights {
  name: string;
  type: ElementType;
  shape: readonly number[];
  /** Little-endian, row by row. */
  bytes: Uint8Array;
}

export type Attribute = number | string | readonly number[];

export interface Operator {
  type: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, Attribute>>;
}

export interface Port {
  name: string;
  type: ElementType;
  shape: readonly number[];
}

export interface Graph {
  name: string;
  operators: readonly Operator[];
  weights: readonly Weights[];
  inputs: readonly Port[];
  outputs: readonly Port[];
}

/** The operator set for which the files are written. */
const operatorSet = 17;
const formatVersion = 8;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

const integer = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, value: Uint8Array): Buffer =>
  Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));
const message = (field: number, parts: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(parts));

function attribute(name: string, value: Attribute): Buffer[] {
  const kind = { integer: 2, text: 3, integers: 7 } as const;
  if (typeof value === 'number') return [text(1, name), integer(3, value), integer(20, kind.integer)];
  if (typeof value === 'string') return [text(1, name), text(4, value), integer(20, kind.text)];
  return [text(1, name), ...value.map((each) => integer(8, each)), integer(20, kind.integers)];
}

const operator = ({ type, inputs, outputs, attributes = {} }: Operator): Buffer[] => [
  ...inputs.map((name) => text(1, name)),
  ...outputs.map((name) => text(2, name)),
  text(4, type),
  ...Object.entries(attributes).map(([name, value]) => message(5, attribute(name, value))),
];

const weights = ({ name, type, shape, bytes: data }: Weights): Buffer[] => [
  ...shape.map((size) => integer(1, size)),
  integer(2, elementTypes[type]),
  text(8, name),
  bytes(9, data),
];

function port({ name, type, shape }: Port): Buffer[] {
  const dimensions = message(
    2,
    shape.map((size) => message(1, [integer(1, size)])),
  );
  return [text(1, name), message(2, [message(1, [integer(1, elementTypes[type]), dimensions])])];
}

export function toOnnxFile({ name, operators, weights: all, inputs, outputs }: Graph): Buffer {
  const graph = [
    ...operators.map((each) => message(1, operator(each))),
    text(2, name),
    ...all.map((each) => message(5, weights(each))),
    ...inputs.map((each) => message(11, port(each))),
    ...outputs.map((each) => message(12, port(each))),
  ];
  return Buffer.concat([
    integer(1, formatVersion),
    message(7, graph),
    message(8, [text(1, ''), integer(2, operatorSet)]),
  ]);
}
