import { z } from 'zod';
import { inspectionTypes } from './cases.ts';
import { id } from './common.ts';

export const importLimits = { rows: 500, characters: 1_000_000 } as const;

/** The columns of a file of cases, by the field that each fills; the first row has their names. */
export const importColumns = {
  propertyName: 'Property name',
  propertyAddress: 'Address',
  propertyCity: 'City',
  propertyState: 'State',
  propertyZipCode: 'ZIP code',
  propertyType: 'Property type',
  brandStandard: 'Brand standard',
  totalRooms: 'Rooms',
  ownerEmail: 'Owner e-mail',
  ownerName: 'Owner name',
  inspectionType: 'Inspection type',
  dueDate: 'Due date',
  requirements: 'Requirements',
  notes: 'Notes',
} as const;
export type ImportField = keyof typeof importColumns;
export const requiredColumns = [
  'propertyName',
  'propertyAddress',
  'propertyCity',
  'propertyState',
  'propertyZipCode',
  'ownerEmail',
  'dueDate',
] as const satisfies readonly ImportField[];

const csv = z
  .string('Choose a CSV file')
  .min(1, 'The file is empty')
  .max(importLimits.characters, 'The file is too large');
export const importPreviewSchema = z.object({ csv });
export const caseImportSchema = z.object({
  /** Repeating the import with the same id imports nothing more. */
  id,
  csv,
  /** The numbers of lines to leave out. */
  leftOut: z.array(z.number().int()).max(importLimits.rows).default([]),
});

const importRowSchema = z.object({
  /** The line number in the file, starting at 1. */
  line: z.number().int(),
  propertyName: z.string(),
  propertyCity: z.string(),
  ownerEmail: z.string(),
  dueDate: z.string(),
  inspectionType: z.enum(inspectionTypes).nullable(),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
  /** What a person should look at; it does not prevent the import. */
  warnings: z.array(z.object({ column: z.string(), message: z.string() })),
  /** An open case for the same property, or an earlier line of the file; that of the same owner first. */
  duplicate: z
    .union([
      z.object({ kind: z.literal('case'), id, caseNumber: z.string(), sameOwner: z.boolean() }),
      z.object({ kind: z.literal('line'), line: z.number().int(), sameOwner: z.boolean() }),
    ])
    .nullable(),
});
export type ImportRow = z.infer<typeof importRowSchema>;
export const casePreviewSchema = z.object({
  rows: z.array(importRowSchema),
  /** Columns whose name matches no field of a case. */
  ignoredColumns: z.array(z.string()),
});
export type CasePreview = z.infer<typeof casePreviewSchema>;
export const caseImportedSchema = z.object({ imported: z.number().int() });
