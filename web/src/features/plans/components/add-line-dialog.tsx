import { useId, useState } from 'react';
import { findingCategories, findingCategoryLabels, severityLabels } from '#contract/finding-categories.ts';
import { costEntrySchema, type CostEntry, pricingLineOf } from '#contract/cost-catalogue.ts';
import { t } from '#contract/language.ts';
import { formatMoneyRange } from '#contract/money.ts';
import { freeSeverities, perUnit } from '#web/features/plans/catalogue.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

interface AddLineDialogProps {
  lines: readonly CostEntry[];
  /** Called with the new line, a copy of the line that has applied until now. */
  onAdd: (line: CostEntry) => void;
  onClose: () => void;
}

/**
 * Adds a line for a category that applies from a severity on. A category has at most one line per starting severity.
 */
export function AddLineDialog({ lines, onAdd, onClose }: AddLineDialogProps) {
  const formId = useId();
  const open = findingCategories
    .filter((category) => freeSeverities(lines, category).length > 0)
    .toSorted((a, b) => findingCategoryLabels[a].localeCompare(findingCategoryLabels[b]));
  const [category, setCategory] = useState(open[0]);
  const free = category ? freeSeverities(lines, category) : [];
  const [wanted, setWanted] = useState(free[0]);
  const severity = wanted && free.includes(wanted) ? wanted : free[0];
  const current = category && severity && pricingLineOf(lines, category, severity);

  return (
    <Dialog open onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title={t('Add Line')}
        description={t('Sets a cost and duration for a category from a severity on.')}
        shape="sheet"
        size="sm"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" form={formId} disabled={!current}>
              {t('Add Line')}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            // React bubbles the event to the form of the whole catalogue, which must not be submitted.
            event.stopPropagation();
            if (current && severity) onAdd({ ...current, fromSeverity: severity });
          }}
        >
          {current && severity ? (
            <>
              <Field label={t('Category')}>
                {(control) => (
                  <Select
                    {...control}
                    data-autofocus
                    value={category}
                    onChange={(event) => setCategory(costEntrySchema.shape.category.parse(event.target.value))}
                  >
                    {open.map((choice) => (
                      <option key={choice} value={choice}>
                        {findingCategoryLabels[choice]}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field
                label={t('From severity')}
                hint={t('Now priced as “{action}”, {costLow} {perUnit}.', {
                  action: current.action,
                  costLow: formatMoneyRange(current.costLow, current.costHigh),
                  perUnit: perUnit(current.unit),
                })}
              >
                {(control) => (
                  <Select
                    {...control}
                    value={severity}
                    onChange={(event) => setWanted(costEntrySchema.shape.fromSeverity.parse(event.target.value))}
                  >
                    {free.map((choice) => (
                      <option key={choice} value={choice}>
                        {severityLabels[choice]}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </>
          ) : (
            <p>{t('Every category already has a line for each severity.')}</p>
          )}
        </form>
      </DialogContent>
    </Dialog>
  );
}
