import { channelsFirst, channelsLast, product, reorder, type Converter } from './converter.ts';

/** An operator of the package's graph. */
export interface Node {
  name: string;
  op: string;
  input?: string[];
  attr?: Record<string, { s?: string; b?: boolean; list?: { i?: string[]; s?: string[] } }>;
}

export const decode = (base64: string): string => Buffer.from(base64, 'base64').toString();

/** The padding before and after, such that an axis of `size` gives ceil(size / stride) values. */
function samePadding(size: number, kernel: number, stride: number): [number, number] {
  const total = Math.max(0, (Math.ceil(size / stride) - 1) * stride + kernel - size);
  return [Math.floor(total / 2), Math.ceil(total / 2)];
}

const activations: Record<string, string> = { Relu: 'Relu', Sigmoid: 'Sigmoid' };

function convertConvolution(to: Converter, { name, op, input = [], attr = {} }: Node): void {
  const [from = '', kernel = '', bias] = input;
  const depthwise = op.includes('Depthwise');
  const [rows = 1, columns = 1, third = 1, fourth = 1] = to.storedShape(kernel);
  const [, channels = 0, height = 0, width = 0] = to.shapeOf(from);
  const stride = Number(attr['strides']?.list?.i?.[1] ?? 1);
  const same = decode(attr['padding']?.s ?? '') === 'SAME';
  const [top, bottom] = same ? samePadding(height, rows, stride) : [0, 0];
  const [left, right] = same ? samePadding(width, columns, stride) : [0, 0];
  const made = depthwise ? third * fourth : fourth;
  const shape = [
    1,
    made,
    Math.floor((height + top + bottom - rows) / stride) + 1,
    Math.floor((width + left + right - columns) / stride) + 1,
  ];
  const fused = (attr['fused_ops']?.list?.s ?? []).map(decode);
  const activation = fused.find((each) => each !== 'BiasAdd');
  if (activation && !activations[activation]) throw new Error(`${name}: ${activation} is not known`);
  const output = activation ? `${name}/linear` : name;
  to.add(
    {
      type: 'Conv',
      inputs: [
        from,
        to.floats(kernel, depthwise ? [2, 3, 0, 1] : [3, 2, 0, 1]),
        ...(fused.includes('BiasAdd') && bias ? [to.floats(bias)] : []),
      ],
      outputs: [output],
      attributes: {
        kernel_shape: [rows, columns],
        strides: [stride, stride],
        pads: [top, left, bottom, right],
        group: depthwise ? channels : 1,
      },
    },
    shape,
  );
  if (activation) to.add({ type: activations[activation] as string, inputs: [output], outputs: [name] }, shape);
}

/** The larger of two shapes, to which the smaller one is broadcast. */
const larger = (a: number[], b: number[]): number[] => (product(a) >= product(b) ? a : b);

function convertArithmetic(to: Converter, { name, input = [] }: Node, type: string): void {
  const inputs = input.map((each) => {
    if (!to.isStored(each)) return each;
    if (to.storedShape(each).length > 0) throw new Error(`${each} is more than one number`);
    return to.floats(each);
  });
  const shapes = input.filter((each) => !to.isStored(each)).map((each) => to.shapeOf(each));
  to.add({ type, inputs, outputs: [name] }, shapes.reduce(larger));
}

function convertPooling(to: Converter, { name, input: [from = ''] = [], attr = {} }: Node): void {
  const [kernel, stride] = [attr['ksize'], attr['strides']].map((each) => Number(each?.list?.i?.[1] ?? 1)) as [
    number,
    number,
  ];
  const [batch = 1, channels = 1, height = 1, width = 1] = to.shapeOf(from);
  const [rows, columns] = [samePadding(height, kernel, stride), samePadding(width, kernel, stride)];
  to.add(
    {
      type: 'MaxPool',
      inputs: [from],
      outputs: [name],
      attributes: {
        kernel_shape: [kernel, kernel],
        strides: [stride, stride],
        pads: [rows[0], columns[0], rows[1], columns[1]],
      },
    },
    [batch, channels, Math.ceil(height / stride), Math.ceil(width / stride)],
  );
}

function convertResize(to: Converter, { name, input: [from = '', size = ''] = [] }: Node): void {
  const shape = [...to.shapeOf(from).slice(0, 2), ...to.integers(size)];
  to.add(
    {
      type: 'Resize',
      inputs: [from, '', '', to.addIntegers(`${name}/size`, shape)],
      outputs: [name],
      attributes: { mode: 'linear', coordinate_transformation_mode: 'asymmetric' },
    },
    shape,
  );
}

function convertMean(to: Converter, { name, input: [from = '', axes = ''] = [] }: Node): void {
  if (to.integers(axes).join() !== '1,2') throw new Error(`${name} is no mean over rows and columns`);
  to.add({ type: 'GlobalAveragePool', inputs: [from], outputs: [name] }, [...to.shapeOf(from).slice(0, 2), 1, 1]);
}

function convertPad(to: Converter, { name, input: [from = '', paddings = ''] = [] }: Node): void {
  const pairs = to.integers(paddings);
  const before = reorder(
    [0, 2, 4, 6].map((n) => pairs[n] ?? 0),
    channelsFirst,
  );
  const after = reorder(
    [1, 3, 5, 7].map((n) => pairs[n] ?? 0),
    channelsFirst,
  );
  to.add(
    { type: 'Pad', inputs: [from, to.addIntegers(`${name}/pads`, [...before, ...after])], outputs: [name] },
    to.shapeOf(from).map((size, axis) => size + (before[axis] ?? 0) + (after[axis] ?? 0)),
  );
}

/** The tensor with channels last, as it is output by the network. */
export function addChannelsLast(to: Converter, from: string, name: string): void {
  to.add(
    { type: 'Transpose', inputs: [from], outputs: [name], attributes: { perm: channelsLast } },
    reorder(to.shapeOf(from), channelsLast),
  );
}

function convertReshape(to: Converter, { name, input: [from = '', size = ''] = [] }: Node): void {
  addChannelsLast(to, from, `${name}/channels-last`);
  const wanted = to.integers(size);
  const known = product(wanted.filter((each) => each > 0));
  const shape = wanted.map((each) => (each > 0 ? each : product(to.shapeOf(from)) / known));
  to.add(
    { type: 'Reshape', inputs: [`${name}/channels-last`, to.addIntegers(`${name}/shape`, shape)], outputs: [name] },
    shape,
  );
}

export function convertNode(to: Converter, node: Node): void {
  const { name, op, input = [] } = node;
  if (op === 'Const' || op === 'Placeholder') return;
  if (op.includes('Conv2')) convertConvolution(to, node);
  else if (op === 'Add' || op === 'AddV2') convertArithmetic(to, node, 'Add');
  else if (op === 'Mul') convertArithmetic(to, node, 'Mul');
  else if (op === 'MaxPool') convertPooling(to, node);
  else if (op === 'ResizeBilinear') convertResize(to, node);
  else if (op === 'Mean') convertMean(to, node);
  else if (op === 'Pad') convertPad(to, node);
  else if (op === 'Reshape') convertReshape(to, node);
  else if (op === 'Relu' || op === 'Sigmoid' || op === 'Identity')
    to.add({ type: op, inputs: [input[0] ?? ''], outputs: [name] }, to.shapeOf(input[0] ?? ''));
  else if (op === 'Relu6') {
    const limits = [to.addNumber('zero', 0), to.addNumber('six', 6)];
    to.add({ type: 'Clip', inputs: [input[0] ?? '', ...limits], outputs: [name] }, to.shapeOf(input[0] ?? ''));
  } else if (op === 'ConcatV2') {
    const parts = input.slice(0, -1);
    const [batch = 1, , height = 1, width = 1] = to.shapeOf(parts[0] ?? '');
    const channels = parts.reduce((sum, part) => sum + (to.shapeOf(part)[1] ?? 0), 0);
    to.add({ type: 'Concat', inputs: parts, outputs: [name], attributes: { axis: 1 } }, [
      batch,
      channels,
      height,
      width,
    ]);
  } else throw new Error(`${name}: ${op} is not known`);
}
