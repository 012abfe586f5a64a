import { readFile } from 'node:fs/promises';
import * as onnx from 'onnxruntime-web';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { colorsIn } from '#contract/vision/colors.ts';
import { inputSize } from '#contract/vision/grid.ts';
import { readObjects } from '#contract/vision/objects.ts';
import { findingsOf } from '#contract/vision/regions.ts';
import { samplePicture } from '#test/sample-pictures.ts';
import { createDetector } from './detector.ts';
import { readShippedModel } from './surface-model.ts';

const numbersOf = (tensor: onnx.Tensor | undefined): Float32Array => {
  if (!(tensor?.data instanceof Float32Array)) throw new Error('No numbers');
  return tensor.data;
};
const furthest = (a: Float32Array, b: Float32Array): number =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? Infinity))), 0);

const networkOf = async (name: string) =>
  onnx.InferenceSession.create(new Uint8Array(await readFile(new URL(`./networks/${name}.onnx`, import.meta.url))), {
    executionProviders: ['wasm'],
    logSeverityLevel: 3,
  });

it('a browser reads a picture like the server: features of the cells, probabilities, objects and damage', async () => {
  const { data } = await sharp(await samplePicture('guest-bathroom-mould.jpg'))
    .resize(inputSize, inputSize, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { data: new Uint8Array(data), width: inputSize, height: inputSize };
  const detector = await createDetector();
  const server = await detector.detect({ ...picture, data });

  onnx.env.wasm.numThreads = 1;
  const [inner, outer] = await Promise.all(['cells', 'objects'].map(networkOf));
  const input = new onnx.Tensor('uint8', picture.data, [1, inputSize, inputSize, 3]);
  const { cells: numbers, ...layers } = (await inner?.run({ picture: input })) ?? {};
  const cells = numbersOf(numbers);
  expect(cells).toHaveLength(server.features.length);
  expect(furthest(cells, new Float32Array(cells.length))).toBeGreaterThan(5);
  expect(furthest(cells, server.features)).toBeLessThan(0.01);

  const { chances, ...model } = await readShippedModel();
  expect(furthest(chances(cells), chances(server.features))).toBeLessThan(0.001);
  const objects = readObjects(numbersOf((await outer?.run(layers))?.['detections']));
  expect(objects).toEqual(server.objects);
  const damageBy = (features: Float32Array) =>
    findingsOf({
      ...model,
      objects,
      views: [{ part: { x: 0, y: 0, width: 1, height: 1 }, chances: chances(features) }],
      colorsIn: (box) => colorsIn(picture, box),
    });
  expect(damageBy(cells)).toEqual(damageBy(server.features));
  expect(damageBy(cells)).toContainEqual(expect.objectContaining({ category: 'mould' }));
}, 60_000);
