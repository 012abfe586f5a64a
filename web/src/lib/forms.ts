import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/lib/api-error.ts';

/**
 * Puts the field messages of a refused request beside their fields and moves the focus to the first.
 * Answers whether there were any; if not, the error still has to be shown.
 */
export function showFieldErrors<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
  fields: readonly Path<Values>[],
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = fields.filter((field) => error.errors[field] !== undefined);
  known.forEach((field, index) =>
    form.setError(field, { type: 'server', message: error.errors[field] }, { shouldFocus: index === 0 }),
  );
  return known.length > 0;
}
