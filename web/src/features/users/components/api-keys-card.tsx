import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ApiKey } from '#contract/api-keys.ts';
import { t } from '#contract/language.ts';
import { ownApiKeysQuery } from '#web/features/users/api-keys-api.ts';
import { ApiKeyRow } from '#web/features/users/components/api-key-row.tsx';
import { RevokeApiKey } from '#web/features/users/components/revoke-api-key.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const CreateApiKey = lazy(() => import('#web/features/users/components/create-api-key.tsx'));

/** The person's API keys, to create, list and revoke them. */
export default function ApiKeysCard() {
  const { data, error, refetch } = useQuery(ownApiKeysQuery);
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<ApiKey | null>(null);
  return (
    <Card aria-label={t('API keys')}>
      <CardHeader
        title={t('API keys')}
        note={
          data?.length === 0
            ? t('A key lets a program call the API in your name, with the rights that you choose')
            : undefined
        }
        action={
          <Button variant="secondary" onClick={() => setCreating(true)}>
            {t('Make a Key')}
          </Button>
        }
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="mx-[18px] mb-[18px] h-12" />}
      <ul aria-label={t('API keys')}>
        {data?.map((key) => (
          <ApiKeyRow key={key.id} apiKey={key} onRevoke={() => setAsked(key)} />
        ))}
      </ul>
      <RevokeApiKey apiKey={asked} whose="own" onClose={() => setAsked(null)} />
      {creating && (
        <Suspense fallback={null}>
          <CreateApiKey onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Card>
  );
}
