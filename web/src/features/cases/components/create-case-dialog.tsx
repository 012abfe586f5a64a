import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useCreateCase } from '#web/features/cases/admin-api.ts';
import { caseFormSchema, emptyCase } from '#web/features/cases/case-form-schema.ts';
import { CaseFields } from '#web/features/cases/components/case-form.tsx';
import { showFieldErrors } from '#web/lib/forms.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { useDiscardGuard } from '#web/ui/use-discard-guard.ts';

const fields = Object.keys(emptyCase) as (keyof typeof emptyCase)[];

/** The form for a new case. It asks before entered data would be lost. */
export function CreateCaseDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const create = useCreateCase();
  const form = useForm({ resolver: zodResolver(caseFormSchema), defaultValues: emptyCase });
  const filled = form.formState.isDirty && !create.isSuccess;
  const guard = useDiscardGuard(filled, onClose);

  const submit = form.handleSubmit((values) =>
    create.mutate(values, { onSuccess: onClose, onError: (error) => showFieldErrors(form, error, fields) }),
  );

  return (
    <>
      <Dialog open onOpenChange={(open) => !open && guard.close()}>
        <DialogContent
          title="Create New Inspection Case"
          description="Schedule an inspection for a property"
          shape="full"
          size="lg"
          onInteractOutside={(event) => event.preventDefault()}
          footer={
            <FormButtons formId={formId} onCancel={guard.close} pending={create.isPending}>
              {create.isPending ? 'Creating...' : 'Create Case'}
            </FormButtons>
          }
        >
          <form id={formId} noValidate onSubmit={submit}>
            <CaseFields form={form} />
          </form>
        </DialogContent>
      </Dialog>
      <ConfirmDialog {...guard.dialog} title="Discard this case?" description="Your entries are not saved." />
    </>
  );
}
