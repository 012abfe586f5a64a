import { useId, useState } from 'react';
import { findingCategories, findingCategoryLabels, severityLabels } from '#contract/finding-categories.ts';
import { costEntrySchema, type CostEntry, pricingLineOf } from '#contract/cost-catalogue.ts';
import { formatMoneyRange } from '#contract/money.ts';
import { freeSeverities } from '#web/features/reports/catalogue.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

interface AddLineDialogProps {
  lines: readonly CostEntry[];
  /** The new line, which begins as a copy of the one that prices its findings now. */
  onAdd: (line: CostEntry) => void;
  onClose: () => void;
}

/** Chooses for which findings there shall be a line of their own: a category has at most one from each severity. */
export function AddLineDialog({ lines, onAdd, onClose }: AddLineDialogProps) {
  const formId = useId();
  const open = findingCategories
    .filter((category) => freeSeverities(lines, category).length > 0)
    .toSorted((a, b) => findingCategoryLabels[a].localeCompare(findingCategoryLabels[b]));
  const [category, setCategory] = useState(open[0]);
  const free = category ? freeSeverities(lines, category) : [];
  const [wanted, setWanted] = useState(free[0]);
  const severity = wanted && free.includes(wanted) ? wanted : free[0];
  const present = category && severity && pricingLineOf(lines, category, severity);

  return (
    <Dialog open onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        title="Add line"
        description="A price and a time of their own for findings of a kind, from a severity on."
        shape="sheet"
        size="sm"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} disabled={!present}>
              Add line
            </Button>
          </>
        }
      >
        <form
          id={formId}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            // The form around this one is that of the whole catalogue.
            event.stopPropagation();
            if (present && severity) onAdd({ ...present, fromSeverity: severity });
          }}
        >
          {present && severity ? (
            <>
              <Field label="Category">
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
                label="From severity"
                hint={`Now priced by “${present.action}”, ${formatMoneyRange(present.costLow, present.costHigh)} per ${present.unit}.`}
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
            <p>Every category has a line from each severity. Change those that are there.</p>
          )}
        </form>
      </DialogContent>
    </Dialog>
  );
}
