import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { invitationInputSchema } from '#contract/users.ts';
import { useInvite } from '#web/features/users/invitations-api.ts';
import { OpenInvitations } from '#web/features/users/components/open-invitations.tsx';
import { useAppConfig } from '#web/lib/app-config.ts';
import { formatDate } from '#web/lib/format.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { Input } from '#web/ui/input.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

/** Sends an invitation to create an admin account. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const outbox = useAppConfig()?.mode === 'evaluation';
  const invite = useInvite();
  const form = useForm({ resolver: zodResolver(invitationInputSchema), defaultValues: { email: '' } });

  const submit = form.handleSubmit(({ email }) =>
    invite.mutate(email, {
      onSuccess: (invitation) => {
        toast(
          outbox
            ? { title: 'Invitation created', description: `The e-mail to ${invitation.email} is in the Outbox.` }
            : {
                title: 'Invitation sent',
                description: `${invitation.email} can sign up until ${formatDate(invitation.expiresAt)}.`,
              },
        );
        onClose();
      },
      onError: (error) => {
        if (!showFieldErrors(form, error, ['email'])) toastError('Invitation not sent', error);
      },
    }),
  );

  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title="Invite Admin"
        description="Admins see all properties, review inspections and plans, and can invite others."
        footer={
          <FormButtons formId={formId} onCancel={onClose} pending={invite.isPending}>
            Send Invitation
          </FormButtons>
        }
      >
        <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
          <Field
            label="E-mail address"
            required
            error={form.formState.errors.email?.message}
            hint="We send a link to create an admin account. It works once, within seven days."
          >
            {(control) => (
              <Input
                {...control}
                {...form.register('email')}
                data-autofocus
                type="email"
                inputMode="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={254}
              />
            )}
          </Field>
          {outbox && (
            <p className="rounded-card bg-sunken px-3.5 py-2.5 text-small text-ink-2">
              No mail server is set up, so the e-mail goes to the Outbox on the Inspection Cases tab. Open its link in a
              private window.
            </p>
          )}
        </form>
        <OpenInvitations />
      </SheetContent>
    </Sheet>
  );
}
