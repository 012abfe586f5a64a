import { useId, useState } from 'react';
import { t } from '#contract/language.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { RecoveryCodes } from '#web/features/users/components/recovery-codes.tsx';
import { useAddPasskey, useRenamePasskey } from '#web/features/users/passkeys-api.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

interface PasskeyDialogProps {
  /** The passkey to rename; null adds a new one. */
  passkey: Passkey | null;
  onClose: () => void;
}

/** Renames a passkey, or adds one and shows the recovery codes that come with the first one. */
export default function PasskeyDialog({ passkey, onClose }: PasskeyDialogProps) {
  const formId = useId();
  const [name, setName] = useState(passkey?.name ?? '');
  const [missing, setMissing] = useState(false);
  const add = useAddPasskey();
  const rename = useRenamePasskey();
  const codes = add.data?.recoveryCodes;
  const submit = () => {
    const typed = name.trim();
    setMissing(passkey !== null && !typed);
    if (passkey) return typed ? rename.mutate({ id: passkey.id, name: typed }, { onSuccess: onClose }) : undefined;
    add.mutate(typed, {
      onSuccess: ({ recoveryCodes }) => {
        toast({ title: t('Passkey added') });
        if (!recoveryCodes) onClose();
      },
    });
  };
  const close = (
    <DialogClose asChild>
      <Button variant={codes ? 'primary' : 'secondary'}>{codes ? t('I Have Kept Them') : t('Cancel')}</Button>
    </DialogClose>
  );
  const title = passkey ? t('Rename the passkey') : t('Add a passkey');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={codes ? t('Keep your recovery codes') : title}
        description={
          passkey || codes
            ? undefined
            : t(
                'Your device stores it and asks for your fingerprint, face or PIN. Your password alone is then no longer enough to sign in.',
              )
        }
        shape="sheet"
        footer={
          codes ? (
            close
          ) : (
            <>
              {close}
              <Button type="submit" form={formId} pending={add.isPending || rename.isPending}>
                {passkey ? t('Save') : t('Continue')}
              </Button>
            </>
          )
        }
      >
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <form
            id={formId}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <Field
              label={t('Name')}
              required={passkey !== null}
              hint={passkey ? undefined : t('For example: Work phone. Leave empty to use the name of the browser.')}
              error={missing ? t('Name is required') : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  data-autofocus
                  value={name}
                  maxLength={60}
                  onChange={({ target }) => setName(target.value)}
                />
              )}
            </Field>
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}
