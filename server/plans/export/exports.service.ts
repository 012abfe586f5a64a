import type { Plan } from '#contract/plans.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import type { PaperFacts } from '../papers.repository.ts';
import { toCsv } from './csv.ts';
import { evidenceRows, photoIdsOf, type EvidenceRow } from './evidence.ts';
import { mediaTypes, type ExportFormat } from './media-types.ts';
import type { ItemPhoto } from './pdf-items.ts';

export interface ExportedFile {
  /** ASCII letters, digits, dots and hyphens alone: safe in a header and on any disk. */
  name: string;
  type: string;
  content: Buffer;
}

export interface ExportsService {
  fileOf(plan: Plan, format: ExportFormat): Promise<ExportedFile>;
}

/** PIP-Harbour-Inn-2026-11-21.pdf */
export function fileName(plan: Plan, format: ExportFormat): string {
  const plain = plan.property.name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return ['PIP', plain || 'property', plan.createdAt.slice(0, 10)].join('-') + `.${format}`;
}

/** Twice the resolution of a screen at the size that a page shows. */
const pixels = 900;

export function createExportsService(deps: {
  photos: Pick<PhotosService, 'previewOf' | 'evidenceOf'>;
  factsOf(planId: string): Promise<PaperFacts | null>;
}): ExportsService {
  async function itemPhotoOf(photoId: string): Promise<ItemPhoto | null> {
    const preview = await deps.photos.previewOf(photoId);
    if (!preview) return null;
    const { default: sharp } = await import('sharp');
    const { data, info } = await sharp(preview)
      .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: `data:image/jpeg;base64,${data.toString('base64')}`, width: info.width, height: info.height };
  }

  /** A photo that several items share is loaded once. */
  async function itemPhotos(plan: Plan): Promise<Map<string, ItemPhoto>> {
    const found = new Map<string, ItemPhoto>();
    const ids = new Set(plan.items.map((item) => item.photoId).filter((id) => id !== null));
    for (const id of ids) {
      const picture = await itemPhotoOf(id);
      if (picture) found.set(id, picture);
    }
    return found;
  }

  const evidenceOf = async (plan: Plan): Promise<EvidenceRow[]> =>
    evidenceRows(plan, await deps.photos.evidenceOf(photoIdsOf(plan)));

  const content: Record<ExportFormat, (plan: Plan) => Promise<Buffer>> = {
    // The packages that write documents are large, so they are loaded with the first export.
    pdf: async (plan) => {
      const { toPdf } = await import('./pdf.ts');
      return toPdf({
        plan,
        facts: await deps.factsOf(plan.id),
        photos: await itemPhotos(plan),
        evidence: await evidenceOf(plan),
      });
    },
    xlsx: async (plan) => (await import('./xlsx.ts')).toXlsx(plan, await evidenceOf(plan)),
    csv: async (plan) => toCsv(plan),
  };
  return {
    fileOf: async (plan, format) => ({
      name: fileName(plan, format),
      type: mediaTypes[format],
      content: await content[format](plan),
    }),
  };
}
