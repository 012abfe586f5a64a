import type { ApiKey } from '#contract/api-keys.ts';
import { rightsInWords } from '#web/features/users/api-keys-api.ts';
import { formatAgo, formatDate } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

/** A key with its rights, its last use and its end. */
export function ApiKeyRow({ apiKey, owner, onRevoke }: { apiKey: ApiKey; owner?: string; onRevoke: () => void }) {
  const used = apiKey.lastUsedAt
    ? `Last used ${formatAgo(apiKey.lastUsedAt)} from ${apiKey.lastUsedFrom ?? 'an unknown network'}`
    : 'Never used';
  const facts = [
    owner,
    apiKey.role === 'admin' && 'Acts as an admin',
    used,
    !apiKey.expired && `expires ${formatDate(apiKey.expiresAt)}`,
  ];
  return (
    <li className="flex items-start justify-between gap-4 border-t border-line px-[18px] py-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-strong wrap-anywhere">{apiKey.name}</span>
          <code className="text-small text-ink-2">{apiKey.prefix}…</code>
          {apiKey.expired && (
            <Badge tone="critical" title={`Since ${formatDate(apiKey.expiresAt)}`}>
              Expired
            </Badge>
          )}
        </div>
        <p className="text-small wrap-anywhere text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
        <p className="text-small text-ink-2">{rightsInWords(apiKey.scopes)}</p>
      </div>
      <Button variant="secondary" aria-label={`Revoke ${apiKey.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
