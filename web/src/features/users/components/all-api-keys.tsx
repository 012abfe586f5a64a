import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AccountApiKey } from '#contract/api-keys.ts';
import { apiKeyPages } from '#web/features/users/api-keys-api.ts';
import { ApiKeyRow } from '#web/features/users/components/api-key-row.tsx';
import { RevokeApiKey } from '#web/features/users/components/revoke-api-key.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

/** The API keys of all accounts; an admin can revoke them. */
export default function AllApiKeys() {
  const list = useInfiniteQuery({ ...apiKeyPages(), refetchOnMount: 'always' });
  const keys = list.data?.pages.flatMap((page) => page.rows);
  const [asked, setAsked] = useState<AccountApiKey | null>(null);
  return (
    <Card aria-label="API keys" className="overflow-hidden">
      <CardHeader title="API keys" note="Everybody makes their own in the settings" />
      {keys ? (
        keys.length > 0 ? (
          <>
            <ul aria-label="API keys">
              {keys.map((key) => (
                <ApiKeyRow key={key.id} apiKey={key} owner={key.owner.name} onRevoke={() => setAsked(key)} />
              ))}
            </ul>
            <LoadMore list={list} />
          </>
        ) : (
          <EmptyState icon={KeyRound} title="No API keys">
            Nobody has made a key yet.
          </EmptyState>
        )
      ) : list.error ? (
        <ErrorState title="Failed to fetch API keys" error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <SkeletonRows rows={3} label="Loading API keys" />
      )}
      <RevokeApiKey apiKey={asked} whose="anybody" onClose={() => setAsked(null)} />
    </Card>
  );
}
