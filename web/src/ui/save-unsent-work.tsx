import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { formatBytes, plural } from '#contract/texts.ts';
import { useUser } from '#web/lib/auth.tsx';
import { toastError } from '#web/lib/toast.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';

/** Saves a ZIP of all that this device has not sent, and says how it gets to the server. */
export function SaveUnsentWork({ size, className }: Pick<ButtonProps, 'size' | 'className'>) {
  const user = useUser();
  const save = useMutation({
    mutationFn: async () => (await import('#web/lib/outbox/save-unsent-work.ts')).saveUnsentWork(user),
    onError: (error) => toastError('Not saved', error),
  });
  return (
    <div className={className}>
      <Button variant="secondary" size={size} pending={save.isPending} onClick={() => save.mutate()}>
        {!save.isPending && <Download aria-hidden="true" />}
        {save.data ? 'Save the ZIP Again' : 'Save as a ZIP'}
      </Button>
      <p role="status" className="text-small text-ink-2 [overflow-wrap:anywhere] not-empty:mt-2">
        {save.data &&
          `${plural(save.data.changes, 'change')} saved as ${save.data.name}, ${formatBytes(save.data.bytes)}. An administrator can import it under Users.`}
      </p>
    </div>
  );
}
