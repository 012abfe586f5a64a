import { notApplicableText, pendingText } from '#contract/coverage.ts';
import type { ChecklistItem } from '#contract/checklists.ts';
import { findingCategoryLabels, severities, severityLabels } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { reviewOutcome, reviewOutcomeLabels, type Inspection } from '#contract/inspections.ts';
import { locationText } from '#contract/places.ts';
import { formatTimestamp, plural } from '#contract/texts.ts';
import type { PhotoEvidence } from '#server/photos/photos.rules.ts';
import type { PaperFacts } from './papers.repository.ts';
import { contentWidth, createPdfPage, ink, page, contentHeight, styles, type PdfPage, type Style } from './page.ts';
import { drawEvidence, heading, signaturesHeight, signaturesOf, stamp } from './pdf-back.ts';
import { table, type TableColumn } from './pdf-table.ts';
import { brand, drawRule, factRow, pill, severityInk, type Logo } from './pdf-cover.ts';
import { drawItemPhoto, picture, sizeOf, statusInk, type ItemPhoto } from './pdf-items.ts';
import { bytesOf, drawMargins } from './pdf-margins.ts';
import { drawFurtherPhotos, furtherOf, partsOf } from './pdf-photos.ts';
import { peopleTexts, printable, statusLabel } from './texts.ts';
import type { Times } from './times.ts';

export interface ReportPaper {
  inspection: Inspection;
  facts: PaperFacts | null;
  checks: readonly ChecklistItem[];
  findings: readonly Finding[];
  /** The pictures of its findings by photo id. */
  pictures: ReadonlyMap<string, ItemPhoto>;
  /** Small pictures of its other photos by photo id. */
  furtherPictures: ReadonlyMap<string, ItemPhoto>;
  photos: readonly PhotoEvidence[];
  logo: Logo | null;
  times: Times;
}

const disclaimer =
  'The report describes what photographs show and what was answered on site. It does not certify compliance with any building, fire, health or accessibility code.';

const openOf = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ status }) => status === 'pending' || status === 'confirmed');

/** The findings that the report lists: all but the dismissed ones. */
const listedOf = (findings: readonly Finding[]): Finding[] => findings.filter(({ status }) => status !== 'dismissed');

/** Not one that was merged into another, nor one that the analysis took back as a duplicate. */
const isDismissedByPerson = ({ status, mergedInto, decidedBy }: Finding): boolean =>
  status === 'dismissed' && mergedInto === null && decidedBy !== null;

function countsOf(findings: readonly Finding[]): string {
  const open = openOf(findings);
  const counts = severities.flatMap((severity) => {
    const count = open.filter((finding) => finding.severity === severity).length;
    return count > 0 ? [`${count} ${severityLabels[severity].toLowerCase()}`] : [];
  });
  return counts.join(' · ') || 'nothing flagged';
}

function tiles(pdf: PdfPage, { inspection, findings }: ReportPaper): void {
  const { complianceScore: score, coverage } = inspection;
  const content: [label: string, value: string, hint: string][] = [
    [
      'Score',
      score === null ? 'None' : `${Math.round(score)}%`,
      score === null ? 'not enough evidence' : 'of what was covered',
    ],
    [
      'Checks',
      `${coverage.answered} of ${coverage.checks}`,
      `${coverage.criticalAnswered} of ${coverage.critical} critical${notApplicableText(coverage)}`,
    ],
    ['Photos', String(coverage.photos), `${coverage.usablePhotos} usable${pendingText(coverage)}`],
    ['Open findings', String(openOf(findings).length), countsOf(findings)],
  ];
  const gap = 10;
  const width = (contentWidth - 3 * gap) / 4;
  const hints = content.map(([, , hint]) => pdf.wrap(hint, styles.small, width - 20));
  const height = 66 + (Math.max(...hints.map((lines) => lines.length)) - 1) * styles.small.leading;
  content.forEach(([label, value], index) => {
    const x = page.left + index * (width + gap);
    pdf.doc.roundedRect(x, pdf.y, width, height, 6).lineWidth(0.75).stroke(ink.line);
    pdf.tags.within('P', () => {
      pdf.line(label, styles.small, { x: x + 10, y: pdf.y + 9 });
      pdf.line(value, styles.figure, { x: x + 10, y: pdf.y + 21 });
      hints[index]?.forEach((line, row) =>
        pdf.line(line, styles.small, { x: x + 10, y: pdf.y + 46 + row * styles.small.leading }),
      );
    });
  });
  pdf.y += height + 22;
}

function facts(pdf: PdfPage, { inspection, facts: known }: ReportPaper): void {
  const inspector = [inspection.user.firstName, inspection.user.lastName].filter(Boolean).join(' ');
  const { requirements, requirementsMet } = inspection.coverage;
  const outcome = reviewOutcome(inspection);
  const rows: [string, string | null | undefined | false][] = [
    ['Property', inspection.propertyName],
    ['Address', known?.address],
    ['Owner', known?.owner],
    ['Standard', known?.standard],
    ['Case', known?.caseNumber],
    ['Area', inspection.area],
    ['Inspector', inspector || 'not recorded'],
    ['Begun', pdf.times.text(inspection.createdAt)],
    ['Completed', inspection.completedAt ? pdf.times.text(inspection.completedAt) : 'not yet'],
    ['Requirements', requirements > 0 && `${requirementsMet} of ${requirements} met with evidence`],
    ['Status', statusLabel(inspection.status)],
    ['Outcome', outcome && reviewOutcomeLabels[outcome]],
    ['Submitted', inspection.submissionReason && `with this reason: ${inspection.submissionReason}`],
    ['Reviewed', inspection.reviewedAt && pdf.times.text(inspection.reviewedAt)],
    ['Review note', inspection.reviewNote],
    ['Report ID', inspection.id],
  ];
  pdf.tags.within('Table', () => {
    for (const [label, value] of rows) {
      if (!value) continue;
      let height = 0;
      factRow(
        pdf,
        () => pdf.line(label, styles.soft, { x: page.left, y: pdf.y }),
        () => {
          height = pdf.paragraph(value, styles.body, { x: page.left + 80, y: pdf.y, width: contentWidth - 80 });
        },
      );
      pdf.y += height + 4;
    }
  });
  pdf.y += 12;
}

function drawCover(pdf: PdfPage, paper: ReportPaper): void {
  const { inspection } = paper;
  pdf.doc.outline.addItem('Summary');
  brand(pdf, paper.logo);
  pdf.y += pdf.tags.within('P', () =>
    pdf.paragraph(`${inspection.propertyName} · ${inspection.area}`, styles.soft, {
      x: page.left,
      y: pdf.y,
      width: contentWidth,
    }),
  );
  pdf.y += 2;
  pdf.tags.within('H1', () => pdf.line('Inspection report', styles.title, { x: page.left, y: pdf.y }));
  pdf.y += styles.title.leading + 12;
  tiles(pdf, paper);
  facts(pdf, paper);
  const lines = pdf.wrap(disclaimer, styles.soft, contentWidth - 24);
  const height = lines.length * styles.soft.leading + 18;
  pdf.ensureSpace(height);
  pdf.doc.roundedRect(page.left, pdf.y, contentWidth, height, 6).fill(ink.sunken);
  pdf.tags.within('P', () =>
    lines.forEach((line, index) =>
      pdf.line(line, styles.soft, { x: page.left + 12, y: pdf.y + 9 + index * styles.soft.leading }),
    ),
  );
  pdf.y += height + 26;
}

const checkColumns: readonly TableColumn[] = [
  { title: 'Check', at: 0, width: 240 },
  { title: 'Critical', at: 250, width: 50 },
  { title: 'Result', at: 306, width: 70 },
  { title: 'Note', at: 382, width: 134 },
];
const resultTexts = { pass: 'Pass', fail: 'Fail', not_applicable: 'Not applicable' } as const;

function drawChecks(pdf: PdfPage, checks: readonly ChecklistItem[]): void {
  if (checks.length === 0) return;
  pdf.ensureSpace(120);
  heading(pdf, 'Checks');
  table(
    pdf,
    checkColumns,
    checks.map(({ title, critical, result, note }) => [
      title,
      critical ? 'Critical' : '',
      result ? resultTexts[result] : 'Not answered',
      note ?? '',
    ]),
  );
  pdf.y += 20;
}

interface Line {
  height: number;
  draw(y: number): void;
}

const aboutOf = (finding: Finding): string =>
  [
    locationText(finding),
    findingCategoryLabels[finding.category],
    finding.source === 'ai' && finding.aiConfidence ? `AI ${Math.round(Number(finding.aiConfidence))}%` : null,
    ...peopleTexts(finding),
    finding.videoTimestamp === null ? null : `video ${formatTimestamp(finding.videoTimestamp)}`,
  ]
    .filter(Boolean)
    .join(' · ');

function linesOf(pdf: PdfPage, finding: Finding, number: number, x: number): Line[] {
  const width = page.left + contentWidth - x;
  const text = (content: string | null, style: Style, tag: 'P' | 'H3' = 'P'): Line[] => {
    if (!content) return [];
    const draw = pdf.tags.element(tag);
    return pdf
      .wrap(content, style, width)
      .map((line) => ({ height: style.leading, draw: (y) => draw(() => pdf.line(line, style, { x, y })) }));
  };
  const state = finding.status === 'pending' ? 'Unconfirmed' : statusLabel(finding.status);
  return [
    {
      height: 18,
      draw: (y) =>
        pdf.tags.within('P', () => {
          const used = pill(pdf, severityLabels[finding.severity], severityInk[finding.severity], { x, y });
          pill(pdf, state, statusInk, { x: x + used + 5, y });
        }),
    },
    ...text(`${number}. ${finding.title}`, styles.item, 'H3'),
    ...text(aboutOf(finding), styles.soft),
    ...text(finding.description, styles.body),
    ...text(finding.recommendedAction && `Recommended: ${finding.recommendedAction}`, styles.body),
    ...text(finding.note && `Note: ${finding.note}`, styles.soft),
  ];
}

function drawFinding(pdf: PdfPage, finding: Finding, number: number, itemPhoto: ItemPhoto | undefined): void {
  const lines = linesOf(pdf, finding, number, page.left + (itemPhoto ? picture.width + picture.gap : 0));
  const photoHeight = itemPhoto ? sizeOf(itemPhoto).height : 0;
  const text = lines.reduce((sum, line) => sum + line.height, 0);
  pdf.ensureSpace(Math.min(contentHeight, Math.max(photoHeight, text) + 24));
  const top = pdf.y;
  const before = pdf.doc.bufferedPageRange().count;
  if (itemPhoto) drawItemPhoto(pdf, { ...finding, issue: finding }, itemPhoto, top);
  for (const line of lines) {
    pdf.ensureSpace(line.height);
    line.draw(pdf.y);
    pdf.y += line.height;
  }
  if (pdf.doc.bufferedPageRange().count === before) pdf.y = Math.max(pdf.y, top + photoHeight);
  pdf.y += 12;
  drawRule(pdf, pdf.y);
  pdf.y += 12;
}

function drawFindings(pdf: PdfPage, { findings, pictures }: ReportPaper): void {
  const listed = listedOf(findings);
  pdf.ensureSpace(200);
  heading(pdf, 'Findings');
  const dismissed = findings.filter(isDismissedByPerson).length;
  const note = [
    ...(listed.length === 0 ? ['Nothing flagged.'] : []),
    ...(dismissed > 0 ? [`${plural(dismissed, 'finding')} dismissed by a person.`] : []),
  ].join(' ');
  if (note) {
    pdf.tags.within('P', () => pdf.line(note, styles.soft, { x: page.left, y: pdf.y }));
    pdf.y += styles.soft.leading + 8;
  }
  listed.forEach((finding, index) =>
    pdf.tags.within('Sect', () => drawFinding(pdf, finding, index + 1, pictures.get(finding.photoId ?? ''))),
  );
}

/** The inspection report as a tagged PDF document; the same inspection gives the same bytes. */
export function toReport(paper: ReportPaper): Promise<Buffer> {
  const { inspection, findings, photos } = paper;
  const about = `${inspection.propertyName} · ${inspection.area}`;
  const pdf = createPdfPage({
    title: printable(`Inspection report, ${inspection.propertyName}, ${inspection.area}`),
    subject: printable(about),
    changedAt: new Date(inspection.updatedAt),
    times: paper.times,
  });
  const finished = bytesOf(pdf);
  drawCover(pdf, paper);
  drawChecks(pdf, paper.checks);
  drawFindings(pdf, paper);
  // A photo with several findings gets the number of the first. The list is reversed because the last entry of a map
  // wins.
  const numberOf = new Map(
    listedOf(findings)
      .flatMap(({ photoId, parts }, index) =>
        [photoId, ...parts.map((part) => part.photoId)].map((id): [string | null, number] => [id, index + 1]),
      )
      .toReversed(),
  );
  const evidence = photos.map((photo) => ({ number: numberOf.get(photo.id) ?? null, shows: 'defect' as const, photo }));
  const printed = new Set(
    listedOf(findings).flatMap(({ photoId }) => (photoId && paper.pictures.has(photoId) ? [photoId] : [])),
  );
  const defects = listedOf(findings).flatMap(partsOf);
  drawFurtherPhotos(pdf, furtherOf(evidence, printed, 'Finding'), paper.furtherPictures, defects);
  drawEvidence(pdf, evidence, 'report');
  pdf.y += 20;
  pdf.ensureSpace(signaturesHeight);
  signaturesOf(pdf, `For ${about}, ${statusLabel(inspection.status).toLowerCase()}.`, ['Inspector', 'Reviewer']);
  drawMargins(pdf, { name: about, foot: 'Does not certify code compliance.', headOf: () => 'Inspection report' });
  if (inspection.status !== 'approved') stamp(pdf, 'DRAFT');
  pdf.doc.end();
  return finished;
}
