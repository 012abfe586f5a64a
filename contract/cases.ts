import { z } from 'zod';
import { areaCodes } from './area-codes.ts';
import { id, parseNumber, optionalText, requiredText, timestamp } from './common.ts';
import { callersDate, dueDateInput } from './due-dates.ts';
import { inspectionStatuses } from './statuses.ts';
import { propertyTypes } from './property-types.ts';
import { requirementDetailsSchema, type RequirementDetails } from './requirements.ts';
import { emailField } from './users.ts';
import { t } from './language.ts';

export const caseStatuses = ['pending', 'in_progress', 'completed', 'expired', 'cancelled'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

export const inspectionTypes = ['routine', 'compliance', 'reinspection', 'quality_assurance'] as const;
export const inspectionTypeLabels: Record<(typeof inspectionTypes)[number], string> = {
  routine: t('Routine Inspection'),
  compliance: t('Compliance Audit'),
  reinspection: t('Re-inspection'),
  quality_assurance: t('Quality Assurance'),
};

/** CASE-YYYYMMDD-XXXX; the last four characters are from an alphabet without look-alikes. */
export const caseNumberPattern = /^CASE-\d{8}-[2-9A-HJ-NP-Z]{4}$/;

export const caseSchema = z.object({
  id,
  caseNumber: z.string(),
  propertyId: id.nullable(),
  createdByAdminId: id,
  inspectionType: z.enum(inspectionTypes),
  /** The due date is the UTC date of this time. */
  dueDate: timestamp,
  status: z.enum(caseStatuses),
  onboardingCompleted: z.boolean(),
  requirements: z.array(z.string()),
  /** The requirements in the same order, with their areas. */
  requirementDetails: z.array(requirementDetailsSchema),
  notes: z.string().nullable(),
  propertyName: z.string(),
  propertyAddress: z.string(),
  propertyCity: z.string(),
  propertyState: z.string(),
  propertyZipCode: z.string(),
  propertyType: z.enum(propertyTypes),
  brandStandard: z.string().nullable(),
  totalRooms: z.number().int().nullable(),
  ownerEmail: z.string(),
  ownerName: z.string().nullable(),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
  inspectionId: id.nullable(),
  inspectionStatus: z.enum(inspectionStatuses).nullable(),
});
export type InspectionCase = z.infer<typeof caseSchema>;

/** Whether the owner has nothing left to do: every applicable area is submitted or approved. */
export const isHandedIn = ({ inspectionStatus }: Pick<InspectionCase, 'inspectionStatus'>): boolean =>
  inspectionStatus === 'pending_review' || inspectionStatus === 'approved';

/** Limits for a case's requirements, and for a PDF from which they are read. */
export const requirementLimits = { lines: 500, characters: 1000, fileBytes: 10 * 1024 * 1024 } as const;

const requirementText = z.string().trim().max(requirementLimits.characters);
/** A plain text is about the whole property. */
const requirementInput = z.union([
  requirementText.transform((text): RequirementDetails => ({ text, area: null, photoRequired: false, dueDate: null })),
  z.object({
    text: requirementText,
    area: z.enum(areaCodes).nullable().default(null),
    photoRequired: z.boolean().default(false),
    dueDate: z.iso.date('Choose a date').nullable().default(null),
  }),
]);

export const caseInputSchema = z.object({
  propertyName: requiredText('Property name is required', 200),
  propertyAddress: requiredText('Property address is required', 300),
  propertyCity: requiredText('City is required', 100),
  propertyState: requiredText('State is required', 100),
  propertyZipCode: requiredText('ZIP code is required', 20),
  propertyType: z.enum(propertyTypes, { error: 'Property type is required' }).default('hotel'),
  brandStandard: optionalText(200),
  totalRooms: z
    .preprocess(
      (value) => (value === '' || value === undefined ? null : parseNumber(value)),
      z
        .number({ error: 'Rooms must be a positive number' })
        .int('Rooms must be a whole number')
        .positive('Rooms must be a positive number')
        .max(100_000)
        .nullable(),
    )
    .optional(),
  ownerEmail: emailField('Valid email is required'),
  ownerName: optionalText(200),
  inspectionType: z.enum(inspectionTypes).default('routine'),
  dueDate: dueDateInput('Due date is required'),
  requirements: z
    .array(requirementInput)
    .max(requirementLimits.lines, 'At most 500 requirements')
    .default([])
    .transform((list) => list.filter(({ text }) => text !== '')),
  notes: optionalText(10_000),
});
export type CaseInput = z.input<typeof caseInputSchema>;

/** Splits the text of a text box into requirements, one per line; blank lines are dropped. */
export const splitRequirements = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The requirements in a PDF; no lines when it has no text layer, as in a scan. */
export const requirementsTextSchema = z.object({ pageCount: z.number().int(), lines: z.array(z.string()) });

export const caseUpdateSchema = z.object({ status: z.enum(caseStatuses, { error: 'Status is required' }) });
export const caseListQuery = z.object({ status: z.enum(caseStatuses).optional() });

export const linkCaseSchema = z.object({ caseNumber: requiredText('Case number is required', 40) });
export const onboardingSchema = z.object({
  propertyConfirmed: z.literal(true, { error: 'Please confirm the details' }),
  checklist: z.array(z.string().max(300)).max(100).default([]),
  notApplicableAreas: z.array(z.enum(areaCodes)).max(9, 'At least one area has to be inspected').default([]),
});
export type OnboardingInput = z.input<typeof onboardingSchema>;

/** What an owner confirms before starting; the texts are those of the guide. */
export const readinessChecklist = [
  'Charged phone or tablet with a working camera',
  'Access to every area, keys and key cards included',
  'Safety certificates and service tags at hand',
  'A flashlight for dark spaces',
  'Staff briefed, guests not disturbed',
] as const;

export const adminCasesQuery = z.object({
  status: z.enum(['all', ...caseStatuses]).optional(),
  q: z.string().trim().max(200).optional(),
  type: z.enum(inspectionTypes).optional(),
  /** Only open cases whose due date is over. */
  overdue: z.stringbool().optional(),
  /** The caller's date, which decides whether a case is overdue. */
  today: callersDate,
  /** `due`: earliest due date first. */
  sort: z.enum(['newest', 'due']).default('newest'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
export const adminCasesSchema = z.object({
  cases: z.array(caseSchema),
  counts: z.object({
    all: z.number(),
    pending: z.number(),
    in_progress: z.number(),
    completed: z.number(),
    expired: z.number(),
    cancelled: z.number(),
  }),
  nextCursor: z.string().nullable(),
});
