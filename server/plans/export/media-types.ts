import type { exportFormats } from '#contract/plans.ts';

export type ExportFormat = (typeof exportFormats)[number];

export const mediaTypes: Record<ExportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** The media types without their parameters. */
export const exportTypes = Object.values(mediaTypes).map((type) => type.split(';')[0] ?? type);
