import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { invitationInputSchema } from '#contract/users.ts';
import { useInvite } from '#web/features/users/api.ts';
import { useAppConfig } from '#web/lib/app-config.ts';
import { formatDate } from '#web/lib/format.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

/** Asks for an address and sends it the link with which its holder becomes an administrator. Mount it when it opens. */
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
            ? { title: 'Invitation in the Outbox', description: `The letter to ${invitation.email} is kept there.` }
            : {
                title: 'Invitation sent',
                description: `${invitation.email} can sign up until ${formatDate(invitation.expiresAt)}.`,
              },
        );
        onClose();
      },
      onError: (error) => {
        if (!showFieldErrors(form, error, ['email'])) toastError('The invitation was not sent', error);
      },
    }),
  );

  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title="Invite Admin"
        description="Administrators see every property, review inspections and plans, and can invite others."
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} pending={invite.isPending}>
              Send Invitation
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
          <Field
            label="E-mail address"
            required
            error={form.formState.errors.email?.message}
            hint="The person gets a link to create an administrator account with this address. It works once, for seven days."
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
              No mail server is set up here: the letter goes to the Outbox, on the tab Inspection Cases. Open its link
              in a private window, or pass it on.
            </p>
          )}
        </form>
      </SheetContent>
    </Sheet>
  );
}
