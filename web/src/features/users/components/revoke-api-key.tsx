import type { ApiKey } from '#contract/api-keys.ts';
import { t } from '#contract/language.ts';
import { useRevokeApiKey } from '#web/features/users/api-keys-api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface RevokeProps {
  /** The key to revoke; null while the dialog is closed. */
  apiKey: ApiKey | null;
  whose: 'own' | 'anybody';
  onClose: () => void;
}

/** Asks for confirmation before a key is revoked. */
export function RevokeApiKey({ apiKey, whose, onClose }: RevokeProps) {
  const revoke = useRevokeApiKey(whose);
  return (
    <ConfirmDialog
      open={apiKey !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('Revoke {name}?', { name: apiKey?.name ?? '' })}
      description={
        whose === 'own'
          ? t('Programs that use this key stop working at once. A revoked key cannot be restored.')
          : t(
              'Programs that use this key stop working at once, and its owner gets an e-mail. A revoked key cannot be restored.',
            )
      }
      confirmLabel={t('Revoke')}
      danger
      pending={revoke.isPending}
      onConfirm={() => apiKey && revoke.mutate(apiKey, { onSettled: onClose })}
    />
  );
}
