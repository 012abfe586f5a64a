import { picturedFinding } from '#contract/plan-lines.ts';
import type { Plan } from '#contract/plans.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import type { PlanFacts } from './papers.repository.ts';
import { toCsv } from './csv.ts';
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
  fileOf(plan: Plan, format: ExportFormat): Promise<ExportedFile>;
}

/** The name of a file, such as `PIP-Harbour-Inn-2026-11-21.pdf`. */
export const fileName = (plan: Plan, format: ExportFormat, times: Times): string =>
  fileNameOf(['PIP', plan.property.name], times.day(plan.createdAt), format);

export function createExportsService(deps: {
  photos: Pick<PhotosService, 'printOf' | 'evidenceOf'>;
  factsOf(planId: string): Promise<PlanFacts | null>;
  /** The path of the organization's logo; null prints the product's. */
  logo: string | null;
}): ExportsService {
  const logo = createLogo(deps.logo);
  const evidenceOf = async (plan: Plan): Promise<EvidenceRow[]> =>
    evidenceRows(plan, await deps.photos.evidenceOf(photoIdsOf(plan)));

  const content: Record<ExportFormat, (plan: Plan, facts: PlanFacts | null, times: Times) => Promise<Buffer>> = {
    // The packages that write documents are large, so they are loaded when the first document is exported.
    pdf: async (plan, facts, times) => {
      const { toPdf } = await import('./pdf.ts');
      const evidence = await evidenceOf(plan);
      const photos = await picturesOf(
        deps.photos,
        plan.items.map((item) => picturedFinding(item)?.photoId ?? null),
      );
      const further = evidence.map(({ photo }) => photo.id).filter((id) => !photos.has(id));
      const furtherPhotos = await picturesOf(deps.photos, further, 'further');
      return toPdf({ plan, facts, times, photos, furtherPhotos, evidence, logo: await logo() });
    },
    xlsx: async (plan, _facts, times) => (await import('./xlsx.ts')).toXlsx(plan, await evidenceOf(plan), times),
    csv: async (plan, _facts, times) => toCsv(plan, times),
  };
  return {
    async fileOf(plan, format) {
      const facts = await deps.factsOf(plan.id);
      const times = timesIn(facts?.zone ?? 'UTC');
      return {
        name: fileName(plan, format, times),
        type: mediaTypes[format],
        content: await content[format](plan, facts, times),
      };
    },
  };
}
