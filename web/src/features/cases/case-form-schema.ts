import { z } from 'zod';
import { caseInputSchema, splitRequirements } from '#contract/cases.ts';
import { isOverdue, localDate } from '#contract/due-dates.ts';

/** The contract's case, with the requirements as the text box holds them: one a line. */
export const caseFormSchema = caseInputSchema.extend({
  // A day that the picker does not offer may still be typed.
  dueDate: caseInputSchema.shape.dueDate.refine(
    (date) => !isOverdue(date, localDate(new Date())),
    'Due date cannot be in the past',
  ),
  requirements: z
    .string()
    .transform(splitRequirements)
    .refine((lines) => lines.every((line) => line.length <= 1000), 'A line has at most 1000 characters')
    .refine((lines) => lines.length <= 500, 'At most 500 requirements'),
});
export type CaseFormValues = z.input<typeof caseFormSchema>;

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
  notes: '',
};

/** Text of a file goes on a new line below what is there. */
export const appendLines = (present: string, added: string): string =>
  [present.trimEnd(), added.trim()].filter((part) => part !== '').join('\n');
