import { expect, test } from 'vitest';
import { parseAnswer, readDescription, readingOf } from './answer.rules.ts';
import { boxForms } from './boxes.rules.ts';

const picture = {
  part: { x: 0.4, y: 0, width: 0.6, height: 0.6 },
  width: 1000,
  height: 1000,
  jpeg: new Uint8Array(),
};
const finding = { category: 'leak', severity: 'high', confidence: 60, description: '', box: [0, 0, 0.5, 0.5] };
const answer = (more: object = {}) => JSON.stringify({ findings: [finding], objects: [], labels: [], ...more });

test.each([
  ['alone', answer()],
  ['in a fence', `Here you are:\n\`\`\`json\n${answer()}\n\`\`\`\nGood luck!`],
  ['after a thought', `<think>Is it {a leak}? Perhaps.</think>\n${answer()}`],
  ['without what is empty', JSON.stringify({ findings: [finding] })],
])('an answer is found: %s', (_how, text) => {
  expect(parseAnswer(text)).toMatchObject({ answer: { findings: [{ category: 'leak' }], objects: [], labels: [] } });
});

test.each([
  ['no JSON', 'Nothing to report.', 'it is not one JSON object.'],
  ['half of it', answer().slice(0, 40), 'it is not one JSON object.'],
  ['another list', JSON.stringify({ findings: 'none' }), /^findings: /],
  ['another severity', answer({ findings: [{ ...finding, severity: 'huge' }] }), /^findings\.0\.severity: /],
])('the fault is explained to the model: %s', (_how, text, fault) => {
  expect(parseAnswer(text)).toEqual({ fault: typeof fault === 'string' ? fault : expect.stringMatching(fault) });
});

function read(text: string) {
  const parsed = parseAnswer(text);
  if (!('answer' in parsed)) throw new Error(parsed.fault);
  return readingOf(parsed.answer, boxForms.fractions, picture);
}

test('boxes in a part become boxes in the photo; an unusable one is left out, and its finding kept [domain.boxes.3]', () => {
  const far = { ...finding, box: [0, 0, 5, 5] };
  const { findings } = read(answer({ findings: [finding, far] }));
  expect(findings.map(({ boundingBox }) => boundingBox)).toEqual([
    { x: 0.4, y: 0, width: 0.3, height: 0.3 },
    undefined,
  ]);
});

test('confidences in fractions are converted to percent, others are clamped to 0-100', () => {
  const at = (confidence: number) => ({ ...finding, confidence });
  const confidences = (...values: number[]) =>
    read(answer({ findings: values.map(at) })).findings.map(({ confidence }) => confidence);
  expect(confidences(0.7, 0.25)).toEqual([70, 25]);
  expect(confidences(70.4, 300, -4)).toEqual([70, 100, 0]);
});

test.each([
  ['  A  crack\nabove the door. ', 'A crack above the door.'],
  ['See www.example.com', undefined],
  ['Write to a@b.example', undefined],
  ['Call +1 (555) 010-9999', undefined],
  ['Tile 3 of 12 is broken.', 'Tile 3 of 12 is broken.'],
  ['', undefined],
  ['x'.repeat(300), 'x'.repeat(200)],
  [`${'x'.repeat(199)}\u{1F6BF}`, 'x'.repeat(199)],
])('the description %j is shown as %j [domain.boxes.4]', (text, shown) => {
  expect(readDescription(text)).toBe(shown);
});

test('the number of findings is limited to what a user can look at', () => {
  expect(read(answer({ findings: Array.from({ length: 50 }, () => finding) })).findings).toHaveLength(20);
});
