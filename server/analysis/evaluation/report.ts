import type { Evaluation, Figure } from './figures.rules.ts';

const percent = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

function cells({ high, hits, low, of, share }: Figure): string {
  return of === 0 ? 'none' : `${percent(share)}  ${hits}/${of}  [${percent(low)}–${percent(high)}]`;
}

const rows = (title: string, figures: Record<string, Figure>): string[] => [
  title,
  ...Object.entries(figures).map(([name, value]) => `  ${name.padEnd(52)} ${cells(value)}`),
  '',
];

/** The figures as a text page: share, count, and the 95% interval of the share. */
export function renderEvaluation(evaluation: Evaluation): string {
  const { byClass, calibration, confusion, medianMs, photos } = evaluation;
  return [
    `${photos} photos; share, count and 95% interval (Wilson)`,
    '',
    ...rows('Damage', {
      'photos with damage that got a finding': evaluation.found,
      '… of a right category': evaluation.rightClass,
      '… right among the first three categories': evaluation.amongThree,
      '… at the right place (IoU at least 0.2)': evaluation.rightPlace,
      'small damage in wide shots (under 5%) found': evaluation.smallFound,
      '… at the right place': evaluation.smallRightPlace,
      'findings on damaged photos of a right category': evaluation.findingsOfRightClass,
      'clean photos with a finding (false alarms)': evaluation.falseAlarms,
    }),
    ...rows('Objects and quality', {
      'objects named, of those there': evaluation.objectRecall,
      'objects there, of those named': evaluation.objectPrecision,
      'poor photos refused': evaluation.poorRefused,
      'good photos refused': evaluation.goodRefused,
    }),
    'By category: found · right category · right place',
    ...byClass.map(
      ({ category, found, rightClass, rightPlace }) =>
        `  ${category.padEnd(20)} ${found.hits}/${found.of} · ${rightClass.hits}/${rightClass.of} · ${rightPlace.hits}/${rightPlace.of}`,
    ),
    '',
    'Confusion: true category → most confident finding',
    ...confusion.map(
      ({ photos: count, predicted, truth }) =>
        `  ${`${truth ?? 'nothing'} → ${predicted ?? 'nothing'}`.padEnd(44)} ${count}`,
    ),
    '',
    ...rows(
      'Findings by confidence · share that was right',
      Object.fromEntries(calibration.map(({ from, correct, to }) => [`${from}–${to}%`, correct])),
    ),
    `Analysis: ${medianMs ?? '–'} ms (median)`,
    '',
  ].join('\n');
}
