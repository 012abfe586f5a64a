import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { t } from '#contract/language.ts';
import { formatBytes, plural } from '#contract/texts.ts';
import { useUser } from '#web/lib/auth.tsx';
import { toastError } from '#web/lib/toast.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';

/** Downloads a ZIP of everything that this device has not sent, and explains how to import it on the server. */
export function SaveUnsentWork({ size, className }: Pick<ButtonProps, 'size' | 'className'>) {
  const user = useUser();
  const save = useMutation({
    mutationFn: async () => (await import('#web/lib/outbox/save-unsent-work.ts')).saveUnsentWork(user),
    onError: (error) => toastError(t('Not saved'), error),
  });
  return (
    <div className={className}>
      <Button variant="secondary" size={size} pending={save.isPending} onClick={() => save.mutate()}>
        {!save.isPending && <Download aria-hidden="true" />}
        {save.data ? t('Save the ZIP Again') : t('Save as a ZIP')}
      </Button>
      <p role="status" className="text-small text-ink-2 [overflow-wrap:anywhere] not-empty:mt-2">
        {save.data &&
          t('{changes} saved as {name}, {bytes}. An administrator can import it under Users.', {
            changes: plural(save.data.changes, 'change'),
            name: save.data.name,
            bytes: formatBytes(save.data.bytes),
          })}
      </p>
    </div>
  );
}
