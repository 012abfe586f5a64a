import { useId, useState } from 'react';
import { webhookEvents, webhookEventTexts, webhookInputSchema, type Webhook } from '#contract/webhooks.ts';
import { useAddWebhook, useChangeWebhook } from '#web/features/webhooks/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

interface FormProps {
  /** The webhook to edit; null adds a new one. */
  webhook: Webhook | null;
  /** Called with the secret when a webhook was added. */
  onClose: (added?: { name: string; secret: string }) => void;
}
interface Values {
  name: string;
  url: string;
  events: Webhook['events'];
  active: boolean;
}

/** The validation message of each invalid field. */
function faultsOf(values: Values): Record<string, string> {
  const { error } = webhookInputSchema.safeParse(values);
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [String(path[0]), message]));
}

function Events({ values, onChange, error }: { values: Values; onChange: (values: Values) => void; error?: string }) {
  const errorId = useId();
  const toggle = (event: Values['events'][number], on: boolean) =>
    onChange({
      ...values,
      events: webhookEvents.filter((each) => (each === event ? on : values.events.includes(each))),
    });
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-medium">Events</legend>
      {webhookEvents.map((event) => (
        <Checkbox
          key={event}
          label={webhookEventTexts[event]}
          checked={values.events.includes(event)}
          onChange={({ target }) => toggle(event, target.checked)}
        />
      ))}
      {error && (
        <p id={errorId} role="alert" className="text-small font-medium text-critical">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Adds or changes a webhook. */
export default function WebhookForm({ webhook, onClose }: FormProps) {
  const formId = useId();
  const [values, setValues] = useState<Values>(
    webhook ?? { name: '', url: '', events: [...webhookEvents], active: true },
  );
  const [submitted, setSubmitted] = useState(false);
  const add = useAddWebhook();
  const change = useChangeWebhook();
  const refusal = (webhook ? change : add).error;
  const refused = refusal instanceof ApiError ? refusal.errors : {};
  const faults: Record<string, string | undefined> = submitted ? { ...refused, ...faultsOf(values) } : {};
  const onError = (error: Error) => {
    if (!(error instanceof ApiError) || Object.keys(error.errors).length === 0) toastError('Not saved', error);
  };
  const submit = () => {
    setSubmitted(true);
    if (Object.keys(faultsOf(values)).length > 0) return;
    const { name, url, events, active } = values;
    const input = { name, url, events, active };
    if (webhook) {
      const onSuccess = () => {
        toast({ title: 'Webhook saved' });
        onClose();
      };
      change.mutate({ id: webhook.id, input }, { onSuccess, onError });
    } else add.mutate(input, { onSuccess: (added) => onClose(added), onError });
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={webhook ? 'Edit webhook' : 'Add a webhook'}
        description="Each event is posted to the address as signed JSON."
        footer={
          <>
            <Button variant="secondary" onClick={() => onClose()}>
              Cancel
            </Button>
            <Button type="submit" form={formId} pending={add.isPending || change.isPending}>
              {webhook ? 'Save' : 'Add'}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label="Name" required error={faults.name}>
            {(control) => (
              <Input
                {...control}
                data-autofocus
                autoComplete="off"
                maxLength={100}
                value={values.name}
                onChange={({ target }) => setValues({ ...values, name: target.value })}
              />
            )}
          </Field>
          <Field label="Address" required error={faults.url} hint="It begins with https:// and is on the internet.">
            {(control) => (
              <Input
                {...control}
                type="url"
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={2000}
                value={values.url}
                onChange={({ target }) => setValues({ ...values, url: target.value })}
              />
            )}
          </Field>
          <Events values={values} onChange={setValues} {...(faults.events ? { error: faults.events } : {})} />
          <Checkbox
            label="On"
            hint="While it is off, nothing is sent, and what happens meanwhile is not sent later."
            checked={values.active}
            onChange={({ target }) => setValues({ ...values, active: target.checked })}
          />
        </form>
      </SheetContent>
    </Sheet>
  );
}
