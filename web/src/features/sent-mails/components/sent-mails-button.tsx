import { Mail } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';

const SentMailsDialog = lazy(() => import('#web/features/sent-mails/components/sent-mails-dialog.tsx'));

/** Opens the e-mails of an installation without a mail server. */
export function SentMailsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Mail aria-hidden="true" />
        Outbox
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SentMailsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
