import { useId, useState, type FormEvent } from 'react';
import { formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import { formatMoney, toDecimal } from '#contract/money.ts';
import {
  planRequestInputSchema,
  requestAnswerSchema,
  requestKindLabels,
  requestText,
  type PlanRequest,
  type RequestKind,
} from '#contract/plan-requests.ts';
import type { PlanItem } from '#contract/plans.ts';
import { usePropertyTimes } from '#web/features/plans/property-times.ts';
import { useRequestCall } from '#web/features/plans/requests-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { DialogContent } from '#web/ui/dialog.tsx';
import { GuardedDialog } from '#web/ui/guarded-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

interface Draft {
  kind: RequestKind;
  text: string;
  proposal: string;
  date: string;
  /** What an alternative costs, in dollars; the brand enters it. */
  cost: string;
}
type Faults = Partial<Record<'kind' | 'reason' | 'answer' | 'text' | 'proposal' | 'estimatedCost' | 'date', string>>;

const kindTexts: Record<RequestKind, string> = {
  waiver: t('Waiver: not to do it'),
  alternative: t('Alternative: to do something else'),
  extension: t('Extension: to do it later'),
};
const dateLabels = { waiver: t('Waived until'), extension: t('New due date') };

const faultsOf = (issues: readonly { path: PropertyKey[]; message: string }[]): Faults => {
  const faults: Faults = {};
  for (const { path, message } of issues) faults[path[0] as keyof Faults] ??= message;
  return faults;
};

interface FieldsProps {
  draft: Draft;
  faults: Faults;
  set: (fields: Partial<Draft>) => void;
}

/** The proposal for an alternative, and for the brand its cost, or the date for other kinds of requests. */
function TermsFields({ item, draft, faults, set }: FieldsProps & { item: PlanItem }) {
  if (draft.kind === 'alternative')
    return (
      <>
        <Field label={t('What to do instead')} required error={faults.proposal}>
          {(control) => (
            <Input
              {...control}
              maxLength={300}
              value={draft.proposal}
              onChange={(event) => set({ proposal: event.target.value })}
            />
          )}
        </Field>
        {item.abilities.answerRequest && (
          <Field
            label={t('Cost, US dollars')}
            required
            hint={t('Now {amount}, for: {action}', {
              amount: formatMoney(item.estimatedCost),
              action: t(item.recommendedAction),
            })}
            error={faults.estimatedCost}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={draft.cost}
                onChange={(event) => set({ cost: event.target.value })}
              />
            )}
          </Field>
        )}
      </>
    );
  const isWaiver = draft.kind === 'waiver';
  return (
    <Field
      label={dateLabels[draft.kind]}
      required={!isWaiver}
      hint={isWaiver ? t('After this date the item is open again. Leave empty for no end.') : undefined}
      error={faults.date}
    >
      {(control) => (
        <DatePicker {...control} notPast value={draft.date} onChange={(event) => set({ date: event.target.value })} />
      )}
    </Field>
  );
}

function Message({ by, at, children }: { by: string; at: string; children: string }) {
  const { longDateTime } = usePropertyTimes();
  return (
    <li className="grid gap-0.5 border-t border-line py-2.5">
      <span className="text-small text-ink-2">
        {by} · {longDateTime(at)}
      </span>
      <span className="wrap-anywhere whitespace-pre-wrap">{children}</span>
    </li>
  );
}

/** A request with all of its messages. */
function Thread({ request }: { request: PlanRequest }) {
  const { longDateTime } = usePropertyTimes();
  const asksFor =
    request.kind === 'alternative'
      ? request.proposal
      : // Omitted for a granted request, whose heading contains the agreed date.
        request.status !== 'granted' && request.date && `${dateLabels[request.kind]} ${formatDueDate(request.date)}`;
  return (
    <section aria-label={`${requestKindLabels[request.kind]}, ${longDateTime(request.askedAt)}`}>
      <h3 className="font-strong">{requestText(request)}</h3>
      {asksFor && <p className="wrap-anywhere text-ink-2">{asksFor}</p>}
      <ol className="mt-1.5">
        <Message
          by={t('{askedByName}, owner', { askedByName: request.askedByName ?? t('The owner') })}
          at={request.askedAt}
        >
          {request.reason}
        </Message>
        {request.messages.map(({ id, byName, byOwner, createdAt, text }) => (
          <Message
            key={id}
            by={
              byOwner
                ? t('{askedByName}, owner', { askedByName: byName ?? t('The owner') })
                : t('{byName}, brand', { byName: byName ?? t('The brand') })
            }
            at={createdAt}
          >
            {text}
          </Message>
        ))}
        {request.answer !== null && request.answeredAt !== null && (
          <Message
            by={t('{answeredByName}, answer', { answeredByName: request.answeredByName ?? t('The brand') })}
            at={request.answeredAt}
          >
            {request.answer}
          </Message>
        )}
      </ol>
    </section>
  );
}

/** The buttons for what the signed-in person may do next. */
function RequestActions({
  item,
  pending,
  onMessage,
  onAnswer,
  onWithdraw,
}: {
  item: PlanItem;
  pending: boolean;
  onMessage: () => void;
  onAnswer: (granted: boolean) => void;
  onWithdraw: () => void;
}) {
  const { answerRequest, withdrawRequest } = item.abilities;
  return (
    <>
      {withdrawRequest && (
        <Button variant="secondary" className="me-auto" pending={pending} onClick={onWithdraw}>
          {t('Withdraw')}
        </Button>
      )}
      <Button variant="secondary" pending={pending} onClick={onMessage}>
        {t('Send message')}
      </Button>
      {answerRequest && (
        <>
          <Button variant="secondary" pending={pending} onClick={() => onAnswer(false)}>
            {t('Decline')}
          </Button>
          <Button pending={pending} onClick={() => onAnswer(true)}>
            {t('Grant')}
          </Button>
        </>
      )}
    </>
  );
}

/** The fields of a new request or an answer, and the threads of existing requests. */
function RequestFields({ item, draft, faults, set }: FieldsProps & { item: PlanItem }) {
  const open = item.requests.find(({ status }) => status === 'open');
  const { ask, answerRequest } = item.abilities;
  const isAsking = !open && ask.length > 0;
  return (
    <>
      {isAsking && (
        <Field label={t('You ask for')} required error={faults.kind}>
          {(control) => (
            <Select
              {...control}
              data-autofocus
              value={draft.kind}
              onChange={(event) => set({ kind: event.target.value as RequestKind })}
            >
              {ask.map((kind) => (
                <option key={kind} value={kind}>
                  {kindTexts[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {open && <Thread request={open} />}
      {(isAsking || answerRequest) && <TermsFields item={item} draft={draft} faults={faults} set={set} />}
      {(isAsking || open) && (
        <Field
          label={isAsking ? t('Reason') : answerRequest ? t('Answer or message') : t('Message')}
          required
          hint={answerRequest ? t('The owner reads it with your answer') : undefined}
          error={faults.reason ?? faults.answer ?? faults.text}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={2000}
              value={draft.text}
              onChange={(event) => set({ text: event.target.value })}
            />
          )}
        </Field>
      )}
      {item.requests
        .filter(({ status }) => status !== 'open')
        .map((request) => (
          <Thread key={request.id} request={request} />
        ))}
    </>
  );
}

/** The typed values, and the calls that send them. */
function useRequestForm(item: PlanItem, formId: string, onClose: () => void) {
  const call = useRequestCall(item.id);
  const open = item.requests.find(({ status }) => status === 'open');
  const { ask } = item.abilities;
  const first = ask[0];
  const [draft, setDraft] = useState<Draft>({
    kind: open?.kind ?? first ?? 'waiver',
    text: '',
    proposal: open?.proposal ?? '',
    date: open?.date ?? '',
    cost: toDecimal(item.estimatedCost),
  });
  const [faults, setFaults] = useState<Faults>({});
  const isAsking = !open && ask.length > 0;

  function set(fields: Partial<Draft>) {
    setDraft((current) => ({ ...current, ...fields }));
    setFaults({});
  }
  function show(found: Faults) {
    setFaults(found);
    // Only after React has marked the invalid fields.
    requestAnimationFrame(() =>
      document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
    );
  }
  function send(step: Parameters<typeof call.mutate>[0], title: string, stays = false) {
    call.mutate(step, {
      onSuccess: () => {
        toast({ title, description: t(item.title) });
        if (stays) set({ text: '' });
        else onClose();
      },
      onError: (error) => {
        const found = error instanceof ApiError ? (error.errors as Faults) : {};
        if (Object.keys(found).length > 0) show(found);
        else toastError(t('Not saved'), error);
      },
    });
  }
  const terms = { proposal: draft.proposal.trim() || null, date: draft.date || null };

  function submitRequest() {
    const input = { kind: draft.kind, reason: draft.text, ...terms };
    const { error } = planRequestInputSchema.safeParse(input);
    if (error) return show(faultsOf(error.issues));
    send({ step: 'ask', body: input }, t('Request sent'));
  }
  function submitAnswer(granted: boolean) {
    if (!open) return;
    const cost = open.kind === 'alternative' ? { estimatedCost: draft.cost.trim() } : {};
    const input = { requestId: open.id, granted, answer: draft.text, ...(granted ? { ...terms, ...cost } : {}) };
    const { error } = requestAnswerSchema.safeParse(input);
    if (error) return show(faultsOf(error.issues));
    send({ step: 'answer', body: input }, granted ? t('Request granted') : t('Request declined'));
  }
  function submitMessage() {
    if (!open) return;
    if (!draft.text.trim()) return show({ text: t('Enter a message') });
    send({ step: 'messages', body: { requestId: open.id, text: draft.text } }, t('Message sent'), true);
  }
  return {
    draft,
    faults,
    set,
    open,
    isAsking,
    isPending: call.isPending,
    isTyped: draft.text.trim() !== '' || (isAsking && draft.proposal.trim() !== ''),
    send,
    submitRequest,
    submitAnswer,
    submitMessage,
  };
}

/**
 * The requests that owner and brand exchange about an item: to make one, add messages, answer it, and read earlier
 * ones.
 */
export default function RequestDialog({ item, onClose }: { item: PlanItem; onClose: () => void }) {
  const formId = useId();
  const { open, isAsking, isPending, ...form } = useRequestForm(item, formId, onClose);
  return (
    <GuardedDialog unsaved={form.isTyped} onClose={onClose}>
      {() => (
        <DialogContent
          title={item.abilities.answerRequest ? t('Answer the request') : isAsking ? t('Ask the brand') : t('Request')}
          description={t(item.title)}
          shape="full"
          onInteractOutside={(event) => event.preventDefault()}
          footer={
            isAsking ? (
              <Button type="submit" form={formId} pending={isPending}>
                {t('Send request')}
              </Button>
            ) : (
              open && (
                <RequestActions
                  item={item}
                  pending={isPending}
                  onMessage={form.submitMessage}
                  onAnswer={form.submitAnswer}
                  onWithdraw={() =>
                    form.send({ step: 'withdraw', body: { requestId: open.id } }, t('Request withdrawn'))
                  }
                />
              )
            )
          }
        >
          <form
            id={formId}
            noValidate
            className="grid gap-4"
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              if (isAsking) form.submitRequest();
            }}
          >
            <RequestFields item={item} draft={form.draft} faults={form.faults} set={form.set} />
          </form>
        </DialogContent>
      )}
    </GuardedDialog>
  );
}
