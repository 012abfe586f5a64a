import sharp from 'sharp';
import type { BoundingBox } from '#contract/analysis.ts';
import { faultsOf, type EvaluatedPhoto } from './figures.rules.ts';

const shownWidth = 360;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const outline = ({ height, width, x, y }: BoundingBox, kind: 'truth' | 'found', name: string): string =>
  `<i class="${kind}" style="left:${x * 100}%;top:${y * 100}%;width:${width * 100}%;height:${height * 100}%"><b>${escape(name)}</b></i>`;

async function card(judged: EvaluatedPhoto): Promise<string> {
  const { analysis, photo } = judged;
  const picture = await sharp(photo.path, { failOn: 'none' })
    .rotate()
    .resize({ width: shownWidth })
    .jpeg({ quality: 70 })
    .toBuffer();
  const boxes = [
    ...photo.defects.map((defect) => outline(defect.box, 'truth', defect.class)),
    ...analysis.detectedIssues.flatMap(({ boundingBox, category, confidence }) =>
      boundingBox ? [outline(boundingBox, 'found', `${category} ${confidence}%`)] : [],
    ),
  ];
  const predicted = [
    ...analysis.imageQuality.reasons,
    ...analysis.objects.map(({ confidence, name }) => `${name} ${Math.round(confidence)}%`),
  ];
  return `<figure><div><img alt="" src="data:image/jpeg;base64,${picture.toString('base64')}">${boxes.join('')}</div>
<figcaption><strong>${escape(faultsOf(judged).join(', ') || 'right')}</strong> ${escape(photo.file)} (${photo.kind})<br>${escape(predicted.join(' · '))}</figcaption></figure>`;
}

/** A page of all photos with the labeled (dashed) and the found boxes, worst answers first. */
export async function renderContactSheet(judged: readonly EvaluatedPhoto[]): Promise<string> {
  const worstFirst = judged.toSorted((a, b) => faultsOf(b).length - faultsOf(a).length);
  const cards: string[] = [];
  for (const each of worstFirst) cards.push(await card(each));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Evaluation</title>
<style>
body{font:14px system-ui;margin:16px;display:grid;grid-template-columns:repeat(auto-fill,minmax(${shownWidth}px,1fr));gap:16px}
figure{margin:0}figure div{position:relative}img{width:100%;display:block}
i{position:absolute;box-sizing:border-box;border:2px solid #e11}i.truth{border:2px dashed #0a0}
b{position:absolute;left:0;top:0;font:11px system-ui;background:#e11;color:#fff;padding:0 3px}i.truth b{top:auto;bottom:0;background:#0a0}
</style>
${cards.join('\n')}
</html>
`;
}
