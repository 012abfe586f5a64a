import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { toast } from '#web/lib/toast.ts';
import { requestReinspectionSchema, type Inspection } from '#contract/inspections.ts';
import { messageInputSchema } from '#contract/messages.ts';
import { useSendMessage } from '#web/features/messages/api.ts';
import type { ReviewDecisions } from '#web/features/monitoring/decisions.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { fullName } from '#web/lib/names.ts';
import { DialogContent } from '#web/ui/dialog.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { GuardedDialog } from '#web/ui/guarded-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

interface ReviewDialogProps {
  inspection: Inspection;
  onClose: () => void;
  /** Called after the decision. */
  onDone: () => void;
}

const subject = ({ propertyName, area }: Inspection) => `${propertyName} - ${area}`;

/** Returns the inspection to its owner with a note. */
export function ReinspectionDialog({
  inspection,
  request,
  onClose,
  onDone,
}: ReviewDialogProps & { request: ReviewDecisions['reinspect'] }) {
  const formId = useId();
  const form = useForm({ resolver: zodResolver(requestReinspectionSchema), defaultValues: { note: '' } });
  const submit = form.handleSubmit(({ note }) =>
    request.mutate(
      { id: inspection.id, note },
      {
        onSuccess: () => {
          // The next inspection opens by a navigation, which the sent note must not hold up.
          flushSync(onClose);
          onDone();
        },
        onError: (error) => showFieldErrors(form, error, ['note']),
      },
    ),
  );
  return (
    <GuardedDialog unsaved={form.formState.isDirty} onClose={onClose}>
      {(close) => (
        <DialogContent
          title="Request Reinspection"
          description={`${subject(inspection)}. The owner gets your note and can edit the area again.`}
          shape="sheet"
          onInteractOutside={(event) => event.preventDefault()}
          footer={
            <FormButtons formId={formId} onCancel={close} pending={request.isPending}>
              Send Request
            </FormButtons>
          }
        >
          <form id={formId} noValidate onSubmit={submit}>
            <Field
              label="What should be inspected again?"
              required
              error={form.formState.errors.note?.message}
              hint="For example: photograph the vent again with the lights on."
            >
              {(control) => <Textarea {...control} {...form.register('note')} rows={5} data-autofocus />}
            </Field>
          </form>
        </DialogContent>
      )}
    </GuardedDialog>
  );
}

const messageFormSchema = messageInputSchema.pick({ content: true });

/** Sends the inspector a message about the inspection. */
export function MessageDialog({ inspection, onClose }: Omit<ReviewDialogProps, 'onDone'>) {
  const formId = useId();
  const [id] = useState(() => crypto.randomUUID());
  const send = useSendMessage(() => toast({ title: 'Message sent' }));
  const form = useForm({ resolver: zodResolver(messageFormSchema), defaultValues: { content: '' } });
  const submit = form.handleSubmit(({ content }) =>
    send.mutate(
      { id, toUserId: inspection.userId, inspectionId: inspection.id, content },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, error, ['content']) },
    ),
  );
  return (
    <GuardedDialog unsaved={form.formState.isDirty && !send.isSuccess} onClose={onClose}>
      {(close) => (
        <DialogContent
          title="Send Message"
          description={`To ${fullName(inspection.user) || 'the inspector'}, about ${subject(inspection)}`}
          shape="sheet"
          onInteractOutside={(event) => event.preventDefault()}
          footer={
            <FormButtons formId={formId} onCancel={close} pending={send.isPending}>
              Send
            </FormButtons>
          }
        >
          <form id={formId} noValidate onSubmit={submit}>
            <Field label="Message" required error={form.formState.errors.content?.message}>
              {(control) => <Textarea {...control} {...form.register('content')} rows={5} data-autofocus />}
            </Field>
          </form>
        </DialogContent>
      )}
    </GuardedDialog>
  );
}
