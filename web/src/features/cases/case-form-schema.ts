import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { areaCodes, type AreaCode } from '#contract/area-codes.ts';
import type { Area } from '#contract/areas.ts';
import { caseInputSchema, splitRequirements } from '#contract/cases.ts';
import { isOverdue, localDate } from '#contract/due-dates.ts';

/**
 * Where each requirement is inspected and when it is due, by the requirement's text. One without an entry applies to the whole property.
 */
const placesSchema = z.record(
  z.string(),
  z.object({ area: z.enum(['', ...areaCodes]), photoRequired: z.boolean(), dueDate: z.string() }),
);
export type RequirementPlaces = z.infer<typeof placesSchema>;

const formFields = caseInputSchema.extend({
  // The date picker does not offer past days, but they can be typed.
  dueDate: caseInputSchema.shape.dueDate.refine(
    (date) => !isOverdue(date, localDate(new Date())),
    'Due date cannot be in the past',
  ),
  requirements: z
    .string()
    .transform(splitRequirements)
    .refine((lines) => lines.every((line) => line.length <= 1000), 'A line has at most 1000 characters')
    .refine((lines) => lines.length <= 500, 'At most 500 requirements'),
  places: placesSchema,
});

/** The contract's input. The form's text of requirements is split into one requirement per line. */
export const caseFormSchema = formFields.transform(({ places, requirements, ...fields }) => ({
  ...fields,
  requirements: requirements.map((text) => {
    const { area = '', photoRequired = false, dueDate = '' } = places[text] ?? {};
    const isPlain = area === '' && !photoRequired && dueDate === '';
    return isPlain ? text : { text, area: area || null, photoRequired, dueDate: dueDate || null };
  }),
}));
export type CaseFormValues = z.input<typeof caseFormSchema>;
export type CaseForm = UseFormReturn<CaseFormValues, unknown, z.output<typeof caseFormSchema>>;

export const emptyCase: CaseFormValues = {
  propertyName: '',
  propertyAddress: '',
  propertyCity: '',
  propertyState: '',
  propertyZipCode: '',
  propertyType: 'hotel',
  brandStandard: '',
  totalRooms: '',
  ownerEmail: '',
  ownerName: '',
  inspectionType: 'routine',
  dueDate: '',
  requirements: '',
  places: {},
  notes: '',
};

/** The area that a requirement names: as a cell of a table's row, or alone of all areas; null where that is unclear. */
export function areaNamedIn(text: string, areas: readonly Pick<Area, 'code' | 'name'>[]): AreaCode | null {
  const cells = text.split(' · ').map((cell) => cell.trim().toLowerCase());
  const inCell = areas.find(({ name }) => cells.includes(name.toLowerCase()));
  // 'Guest room doors' names the Guest Rooms as well.
  const named = areas.filter(({ name }) => new RegExp(`\\b${name.replace(/s$/, 's?')}\\b`, 'i').test(text));
  return inCell?.code ?? (named.length === 1 ? (named[0]?.code ?? null) : null);
}

/** The areas that the lines of a file name, of the lines that have no place yet. */
export function placesNamedIn(
  lines: readonly string[],
  places: RequirementPlaces,
  areas: readonly Pick<Area, 'code' | 'name'>[],
): RequirementPlaces {
  const found = lines.flatMap((line) => {
    const area = places[line] ? null : areaNamedIn(line, areas);
    return area ? [[line, { area, photoRequired: false, dueDate: '' }] as const] : [];
  });
  return { ...places, ...Object.fromEntries(found) };
}

/** Appends a file's text on a new line. */
export const appendLines = (existing: string, added: string): string =>
  [existing.trimEnd(), added.trim()].filter((part) => part !== '').join('\n');
