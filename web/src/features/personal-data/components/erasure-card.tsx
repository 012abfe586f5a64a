import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import { api } from '#web/lib/api.ts';
import { setCsrfToken } from '#web/lib/csrf.ts';
import { useUser } from '#web/lib/auth.tsx';
import { forgetCachedAnswers } from '#web/lib/cached-answers.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Closes the account and erases the person's data everywhere. */
export default function ErasureCard() {
  const user = useUser();
  const [asked, setAsked] = useState(false);
  const [understood, setUnderstood] = useState(false);
  const erase = useMutation({
    mutationFn: async () => {
      const { outbox } = await import('#web/lib/outbox/device-outbox.ts');
      await api.post('/api/user/erasure');
      await outbox.deleteAll(user.id);
      setCsrfToken(null);
      await forgetCachedAnswers();
    },
    // A full page load drops all data of this person from memory.
    onSuccess: () => window.location.assign('/'),
    onError: (error) => {
      setAsked(false);
      toastError(t('Not erased'), error);
    },
  });
  return (
    <Card aria-label={t('Erase your account')} className="pb-1">
      <CardHeader
        title={t('Erase your account')}
        note={t(
          'Your name is removed from your records, and your address everywhere. Inspections stay, without your name.',
        )}
        action={
          <Button
            variant="danger"
            onClick={() => {
              setUnderstood(false);
              setAsked(true);
            }}
          >
            {t('Erase')}
          </Button>
        }
      />
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('Erase your account?')}
        description={t(
          'You are signed out everywhere and can never sign in to this account again. Export your data first if you want to keep it. Inspections, photos, messages and plans stay with the brand, without your name. Unsent work on this device is deleted.',
        )}
        confirmLabel={t('Erase')}
        danger
        pending={erase.isPending}
        disabled={!understood}
        onConfirm={() => erase.mutate()}
      >
        <Checkbox
          checked={understood}
          onChange={(event) => setUnderstood(event.target.checked)}
          label={t('I understand that this cannot be undone')}
        />
      </ConfirmDialog>
    </Card>
  );
}
