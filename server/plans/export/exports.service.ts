import { picturedFinding } from '#contract/plan-lines.ts';
import type { Plan } from '#contract/plans.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import { createTurns } from '#server/platform/turns.ts';
import type { PlanFacts } from './papers.repository.ts';
import { toCsv } from './csv.ts';
import type { DocumentWriter } from './document-writer.ts';
import { evidenceRows, photoIdsOf, type EvidenceRow } from './evidence.ts';
import { mediaTypes, type ExportFormat } from './media-types.ts';
import { fileNameOf } from './file-name.ts';
import { createLogo, picturesOf } from './pictures.ts';
import { timesIn, type Times } from './times.ts';

export interface ExportedFile {
  /** Only ASCII letters, digits, dots and hyphens, which are safe in a header and on any disk. */
  name: string;
  type: string;
  content: Buffer;
}

export interface ExportsService {
  /** Files for one account are made one after another, so that nobody else waits for more than one of them. */
  fileOf(plan: Plan, format: ExportFormat, account: string): Promise<ExportedFile>;
}

/** The name of a file, such as `PIP-Harbour-Inn-2026-11-21.pdf`. */
export const fileName = (plan: Plan, format: ExportFormat, times: Times): string =>
  fileNameOf(['PIP', plan.property.name], times.day(plan.createdAt), format);

export function createExportsService(deps: {
  photos: Pick<PhotosService, 'printOf' | 'evidenceOf'>;
  factsOf(planId: string): Promise<PlanFacts | null>;
  /** The path of the organization's logo; null prints the product's. */
  logo: string | null;
  documents: Pick<DocumentWriter, 'write'>;
}): ExportsService {
  const logo = createLogo(deps.logo);
  const oneByOne = createTurns();
  const evidenceOf = async (plan: Plan): Promise<EvidenceRow[]> =>
    evidenceRows(plan, await deps.photos.evidenceOf(photoIdsOf(plan)));

  const content: Record<ExportFormat, (plan: Plan, facts: PlanFacts | null, zone: string) => Promise<Buffer>> = {
    pdf: async (plan, facts, zone) => {
      const evidence = await evidenceOf(plan);
      const pictured = new Set(plan.items.map((item) => picturedFinding(item)?.photoId ?? null));
      const photos = await picturesOf(deps.photos, [...pictured]);
      // A picture that is missing in the store is not read again.
      const further = evidence.map(({ photo }) => photo.id).filter((id) => !pictured.has(id));
      const furtherPhotos = await picturesOf(deps.photos, further, 'further');
      const paper = { plan, facts, photos, furtherPhotos, evidence, logo: await logo() };
      return deps.documents.write({ kind: 'plan', zone, paper });
    },
    xlsx: async (plan, _facts, zone) =>
      deps.documents.write({ kind: 'workbook', zone, plan, evidence: await evidenceOf(plan) }),
    csv: async (plan, _facts, zone) => toCsv(plan, timesIn(zone)),
  };
  return {
    async fileOf(plan, format, account) {
      const facts = await deps.factsOf(plan.id);
      const zone = facts?.zone ?? 'UTC';
      return {
        name: fileName(plan, format, timesIn(zone)),
        type: mediaTypes[format],
        content: await oneByOne(account, () => content[format](plan, facts, zone)),
      };
    },
  };
}
