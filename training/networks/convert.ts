/**
 * node training/networks/convert.ts
 * Writes the two networks of the package @vladmandic/human (MIT) as ONNX files, the format that the server and the
 * pages run. The detector becomes two files, its inner layers and the part that finds objects in them, because most
 * pictures are analyzed for damage only. The weights are unchanged; only their order changes, because ONNX puts
 * channels before rows.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { channelsFirst, Converter, product, type StoredTensor } from './converter.ts';
import { toOnnxFile, type Operator, type Port } from './onnx-file.ts';
import { addChannelsLast, convertNode, type Node } from './operators.ts';

interface StoredWeights {
  name: string;
  shape: number[];
  dtype: 'float32' | 'int32';
  quantization?: { dtype: string };
}
interface Description {
  modelTopology: { node: Node[] };
  weightsManifest: { weights: StoredWeights[] }[];
}

const require = createRequire(import.meta.url);
const models = join(dirname(dirname(require.resolve('@vladmandic/human'))), 'models');
const target = new URL('../../server/analysis/engine/builtin/networks/', import.meta.url);

async function readModel(name: string): Promise<{ nodes: Node[]; stored: Map<string, StoredTensor> }> {
  const [json, bin] = await Promise.all([
    readFile(join(models, `${name}.json`), 'utf8'),
    readFile(join(models, `${name}.bin`)),
  ]);
  const { modelTopology, weightsManifest } = JSON.parse(json) as Description;
  const stored = new Map<string, StoredTensor>();
  let at = 0;
  for (const { name: weight, shape, dtype, quantization } of weightsManifest.flatMap((group) => group.weights)) {
    const type = quantization?.dtype === 'float16' ? 'float16' : dtype;
    const length = product(shape) * (type === 'float16' ? 2 : 4);
    stored.set(weight, { shape, type, bytes: bin.subarray(at, at + length) });
    at += length;
  }
  if (at !== bin.length) throw new Error(`${name}.bin holds ${bin.length} bytes, its description ${at}`);
  return { nodes: modelTopology.node, stored };
}

/** The nodes needed to compute the wanted ones from the given ones, in the order of the graph. */
function needed(nodes: readonly Node[], wanted: readonly string[], given: readonly string[] = []): Node[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || given.includes(name)) return;
    found.add(name);
    for (const input of byName.get(name)?.input ?? []) visit(input);
  };
  for (const name of wanted) visit(name);
  return nodes.filter(({ name }) => found.has(name));
}

/** The picture as bytes, rows of red, green and blue: each value x becomes x * scale + shift. */
function addPicture(
  to: Converter,
  name: string,
  side: number,
  { scale, shift }: { scale: number; shift: number },
): Port {
  const port: Port = { name: 'picture', type: 'uint8', shape: [1, side, side, 3] };
  to.addInput(port.name, [...port.shape]);
  to.add({ type: 'Transpose', inputs: [port.name], outputs: ['planes'], attributes: { perm: channelsFirst } }, [
    1,
    3,
    side,
    side,
  ]);
  to.add({ type: 'Cast', inputs: ['planes'], outputs: [scale === 1 ? name : 'numbers'], attributes: { to: 1 } }, [
    1,
    3,
    side,
    side,
  ]);
  if (scale === 1) return port;
  to.add({ type: 'Mul', inputs: ['numbers', to.addNumber('scale', scale)], outputs: ['scaled'] }, [1, 3, side, side]);
  to.add({ type: 'Add', inputs: ['scaled', to.addNumber('shift', shift)], outputs: [name] }, [1, 3, side, side]);
  return port;
}

/**
 * The top 100 peaks of the heat maps as rows of x1, y1, x2, y2, score, class. The package's operators assume channels
 * last; these assume channels first.
 */
function addDetections(to: Converter, output: string): void {
  const [, classes = 0, side = 0] = to.shapeOf('tower_0/keypoints');
  const cells = side * side;
  const best = 100;
  const add = (type: string, inputs: string[], out: string, attributes: Operator['attributes'] = {}): string => {
    to.add({ type, inputs, outputs: [out], attributes }, []);
    return out;
  };
  const int = (name: string, ...values: number[]): string => to.addIntegers(`peaks/${name}`, values);
  add('MaxPool', ['tower_0/keypoints'], 'peaks/highest', { kernel_shape: [3, 3], pads: [1, 1, 1, 1], strides: [1, 1] });
  add('Equal', ['tower_0/keypoints', 'peaks/highest'], 'peaks/is-peak');
  add('Cast', ['peaks/is-peak'], 'peaks/mask', { to: 1 });
  add('Mul', ['tower_0/keypoints', 'peaks/mask'], 'peaks/only');
  add('Reshape', ['peaks/only', int('flat', classes * cells)], 'peaks/scores');
  to.add({ type: 'TopK', inputs: ['peaks/scores', int('count', best)], outputs: ['peaks/best', 'peaks/at'] }, [best]);
  add('Div', ['peaks/at', int('cells', cells)], 'peaks/class');
  add('Mod', ['peaks/at', int('cells', cells)], 'peaks/cell');
  add('Div', ['peaks/cell', int('side', side)], 'peaks/row');
  add('Mod', ['peaks/cell', int('side', side)], 'peaks/column');
  add('Reshape', ['tower_0/wh', int('sides', 4, cells)], 'peaks/distances');
  add('Gather', ['peaks/distances', 'peaks/cell'], 'peaks/distance', { axis: 1 });
  to.add(
    {
      type: 'Split',
      inputs: ['peaks/distance'],
      outputs: ['peaks/left', 'peaks/top', 'peaks/right', 'peaks/bottom'],
      attributes: { axis: 0 },
    },
    [1, best],
  );
  const stride = to.addNumber('peaks/stride', 512 / side);
  for (const axis of ['row', 'column'] as const) {
    add('Cast', [`peaks/${axis}`], `peaks/${axis}/number`, { to: 1 });
    add('Mul', [`peaks/${axis}/number`, stride], `peaks/${axis}/center`);
  }
  const columns = [
    add('Sub', ['peaks/column/center', 'peaks/left'], 'peaks/x1'),
    add('Sub', ['peaks/row/center', 'peaks/top'], 'peaks/y1'),
    add('Add', ['peaks/column/center', 'peaks/right'], 'peaks/x2'),
    add('Add', ['peaks/row/center', 'peaks/bottom'], 'peaks/y2'),
    add('Reshape', ['peaks/best', int('line', 1, best)], 'peaks/score'),
    add('Reshape', [add('Cast', ['peaks/class'], 'peaks/class/number', { to: 1 }), int('line', 1, best)], 'peaks/name'),
  ];
  add('Concat', columns, 'peaks/columns', { axis: 0 });
  to.add({ type: 'Transpose', inputs: ['peaks/columns'], outputs: [output], attributes: { perm: [1, 0] } }, [best, 6]);
}

/**
 * The inner layers as 240 numbers for each of 32 x 32 cells, row by row: the finer layer is averaged over a cell, the
 * coarser one interpolated.
 */
function addCells(to: Converter, output: string): void {
  const [fine = '', middle = '', coarse = ''] = detectorLayers;
  const [, , rows = 0, columns = 0] = to.shapeOf(middle);
  const depth = detectorLayers.reduce((sum, layer) => sum + (to.shapeOf(layer)[1] ?? 0), 0);
  const half = { kernel_shape: [2, 2], strides: [2, 2] };
  to.add({ type: 'AveragePool', inputs: [fine], outputs: ['cells/fine'], attributes: half }, []);
  const size = to.addIntegers('cells/size', [1, to.shapeOf(coarse)[1] ?? 0, rows, columns]);
  const linear = { mode: 'linear', coordinate_transformation_mode: 'half_pixel' };
  to.add({ type: 'Resize', inputs: [coarse, '', '', size], outputs: ['cells/coarse'], attributes: linear }, []);
  const parts = ['cells/fine', middle, 'cells/coarse'];
  to.add({ type: 'Concat', inputs: parts, outputs: ['cells/all'], attributes: { axis: 1 } }, [1, depth, rows, columns]);
  addChannelsLast(to, 'cells/all', 'cells/last');
  const lines = to.addIntegers('cells/lines', [rows * columns, depth]);
  to.add({ type: 'Reshape', inputs: ['cells/last', lines], outputs: [output] }, [rows * columns, depth]);
}

const detectorLayers = [5, 11, 14].map((n) => `tower_0/MobilenetV3/expanded_conv_${n}/add`);
/** The inner layers from which objects are found. */
const objectLayers = [
  'tower_0/MobilenetV3/expanded_conv_3/expand/Relu',
  'tower_0/MobilenetV3/expanded_conv_5/expand/Relu',
  'tower_0/MobilenetV3/expanded_conv_11/add',
  'tower_0/MobilenetV3/expanded_conv_14/add',
];

async function convertDetector(): Promise<{ cells: Buffer; objects: Buffer }> {
  const { nodes, stored } = await readModel('centernet');
  const inner = new Converter(stored);
  const picture = addPicture(inner, 'tower_0/images', 512, { scale: 1, shift: 0 });
  for (const node of needed(nodes, [...detectorLayers, ...objectLayers])) convertNode(inner, node);
  addCells(inner, 'cells');

  const outer = new Converter(stored);
  const layers = objectLayers.map((name): Port => ({ name, type: 'float32', shape: inner.shapeOf(name) }));
  for (const { name, shape } of layers) outer.addInput(name, [...shape]);
  for (const node of needed(nodes, ['tower_0/keypoints', 'tower_0/wh'], objectLayers)) convertNode(outer, node);
  addDetections(outer, 'detections');
  return {
    cells: fileOf('cells', inner, [picture], ['cells', ...objectLayers]),
    objects: fileOf('objects', outer, layers, ['detections']),
  };
}

async function convertFaceFinder(): Promise<Buffer> {
  const { nodes, stored } = await readModel('blazeface');
  const to = new Converter(stored);
  const picture = addPicture(to, 'input', 256, { scale: 1 / 127.5, shift: -1 });
  const names = { Identity: 'scores16', Identity_1: 'scores8', Identity_2: 'boxes16', Identity_3: 'boxes8' };
  for (const node of needed(nodes, Object.keys(names))) convertNode(to, node);
  for (const [from, name] of Object.entries(names))
    to.add({ type: 'Identity', inputs: [from], outputs: [name] }, to.shapeOf(from));
  const outputs = Object.values(names);
  return fileOf('faces', to, [picture], outputs);
}

function fileOf(name: string, to: Converter, inputs: readonly Port[], outputs: readonly string[]): Buffer {
  return toOnnxFile({
    name,
    operators: to.operators,
    weights: to.weights,
    inputs,
    outputs: outputs.map((output) => ({ name: output, type: 'float32', shape: to.shapeOf(output) })),
  });
}

const { cells, objects } = await convertDetector();
await writeFile(new URL('cells.onnx', target), cells);
await writeFile(new URL('objects.onnx', target), objects);
await writeFile(new URL('faces.onnx', target), await convertFaceFinder());
