import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/lib/api-error.ts';

/**
 * Shows a refused request's field messages beside their fields and focuses the first field. Returns whether there
 * were any; if not, the caller has to show the error.
 */
export function showFieldErrors<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  error: unknown,
  fields: readonly Path<Values>[],
): boolean {
  if (!(error instanceof ApiError)) return false;
  const matching = fields.filter((field) => error.errors[field] !== undefined);
  matching.forEach((field, index) =>
    form.setError(field, { type: 'server', message: error.errors[field] }, { shouldFocus: index === 0 }),
  );
  return matching.length > 0;
}
