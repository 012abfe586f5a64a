import { useId, useState, type FormEvent } from 'react';
import { t } from '#contract/language.ts';
import { toDecimal } from '#contract/money.ts';
import { detailLimits } from '#contract/plan-line-details.ts';
import { itemVendorsSchema, maxQuotes } from '#contract/plan-quotes.ts';
import type { PlanItem } from '#contract/plans.ts';
import { useSaveVendors } from '#web/features/plans/lines-api.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { GuardedDialog } from '#web/ui/guarded-dialog.tsx';
import { Input } from '#web/ui/input.tsx';

interface QuoteDraft {
  vendor: string;
  amount: string;
  reference: string;
  quotedOn: string;
}
const emptyQuote: QuoteDraft = { vendor: '', amount: '', reference: '', quotedOn: '' };
const isEmpty = (quote: QuoteDraft): boolean => Object.values(quote).every((value) => value.trim() === '');

const draftsOf = ({ quotes }: PlanItem): QuoteDraft[] =>
  Array.from({ length: maxQuotes }, (_, index) => {
    const quote = quotes[index];
    return quote
      ? {
          vendor: quote.vendor,
          amount: toDecimal(quote.amount),
          reference: quote.reference ?? '',
          quotedOn: quote.quotedOn ?? '',
        }
      : emptyQuote;
  });

interface QuoteFieldsProps {
  number: number;
  quote: QuoteDraft;
  chosen: boolean;
  /** By the field's name. */
  faults: Record<string, string>;
  set: (fields: Partial<QuoteDraft>) => void;
  onChoose: (chosen: boolean) => void;
}

function QuoteFields({ number, quote, chosen, faults, set, onChoose }: QuoteFieldsProps) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
      <legend className="sr-only">{t('Quote {number}', { number })}</legend>
      <Field label={t('Vendor {number}', { number })} required={false} error={faults['vendor']}>
        {(control) => (
          <Input
            {...control}
            maxLength={100}
            value={quote.vendor}
            onChange={(event) => set({ vendor: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('Quoted, US dollars')} required={false} error={faults['amount']}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={quote.amount}
            onChange={(event) => set({ amount: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('Quote number')} required={false} error={faults['reference']}>
        {(control) => (
          <Input
            {...control}
            maxLength={100}
            value={quote.reference}
            onChange={(event) => set({ reference: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('Date of the quote')} required={false} error={faults['quotedOn']}>
        {(control) => (
          <DatePicker {...control} value={quote.quotedOn} onChange={(event) => set({ quotedOn: event.target.value })} />
        )}
      </Field>
      <label className="flex min-h-11 items-center gap-2.5 sm:col-span-2">
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
        {t('Chosen')}
      </label>
    </fieldset>
  );
}

/** Says who does the work of an item, and keeps up to three quotes for it. */
export default function VendorsDialog({ item, onClose }: { item: PlanItem; onClose: () => void }) {
  const formId = useId();
  const save = useSaveVendors(item.id);
  const [shown] = useState(() => ({
    responsible: item.responsible ?? '',
    quotes: draftsOf(item),
    chosen: item.quotes.findIndex((quote) => quote.chosen),
  }));
  const [from] = useState(() => ({
    responsible: item.responsible ?? '',
    quotes: item.quotes.map((quote) => ({ ...quote, amount: toDecimal(quote.amount) })),
  }));
  const [responsible, setResponsible] = useState(shown.responsible);
  const [quotes, setQuotes] = useState(shown.quotes);
  const [chosen, setChosen] = useState(shown.chosen);
  const [faults, setFaults] = useState<Record<string, string>[]>([]);
  const isChanged = JSON.stringify({ responsible, quotes, chosen }) !== JSON.stringify(shown);

  function submit(event: FormEvent) {
    event.preventDefault();
    const kept = quotes
      .map((quote, index) => ({ ...quote, quotedOn: quote.quotedOn || null, chosen: index === chosen, index }))
      .filter(({ index }) => !isEmpty(quotes[index] ?? emptyQuote));
    const input = { responsible, quotes: kept.map(({ index: _index, ...quote }) => quote) };
    const result = itemVendorsSchema.safeParse(input);
    if (!result.success) {
      const found = quotes.map((): Record<string, string> => ({}));
      for (const { path, message } of result.error.issues) {
        const of = found[kept[Number(path[1])]?.index ?? 0];
        if (of) of[String(path[2])] ??= message;
      }
      setFaults(found);
      requestAnimationFrame(() =>
        document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
      );
      return;
    }
    save.mutate(
      { ...input, from },
      {
        onSuccess: ({ title }) => {
          toast({ title: t('Vendors saved'), description: title });
          onClose();
        },
        onError: (error) => toastError(t('Vendors not saved'), error),
      },
    );
  }

  return (
    <GuardedDialog unsaved={isChanged && !save.isSuccess} onClose={onClose}>
      {(close) => (
        <DialogContent
          title={t('Vendors and quotes')}
          description={t(item.title)}
          shape="full"
          onInteractOutside={(event) => event.preventDefault()}
          footer={
            <FormButtons formId={formId} onCancel={close} pending={save.isPending}>
              {t('Save')}
            </FormButtons>
          }
        >
          <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
            <Field label={t('Responsible party')} required={false} hint={t('Who does the work')}>
              {(control) => (
                <Input
                  {...control}
                  data-autofocus
                  maxLength={detailLimits.responsible}
                  value={responsible}
                  onChange={(event) => setResponsible(event.target.value)}
                />
              )}
            </Field>
            {quotes.map((quote, index) => (
              <QuoteFields
                key={index}
                number={index + 1}
                quote={quote}
                chosen={index === chosen}
                faults={faults[index] ?? {}}
                set={(fields) =>
                  setQuotes((old) => old.map((each, at) => (at === index ? { ...each, ...fields } : each)))
                }
                onChoose={(isChosen) => setChosen(isChosen ? index : -1)}
              />
            ))}
          </form>
        </DialogContent>
      )}
    </GuardedDialog>
  );
}
