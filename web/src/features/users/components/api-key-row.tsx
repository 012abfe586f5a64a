import type { ApiKey } from '#contract/api-keys.ts';
import { t } from '#contract/language.ts';
import { scopesText } from '#web/features/users/api-keys-api.ts';
import { formatAgo, formatDate } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

/** An API key with its rights, last use and expiry. */
export function ApiKeyRow({ apiKey, owner, onRevoke }: { apiKey: ApiKey; owner?: string; onRevoke: () => void }) {
  const used = apiKey.lastUsedAt
    ? t('Last used {lastUsedAt} from {lastUsedFrom}', {
        lastUsedAt: formatAgo(apiKey.lastUsedAt),
        lastUsedFrom: apiKey.lastUsedFrom ?? 'an unknown network',
      })
    : t('Never used');
  const facts = [
    owner,
    apiKey.role === 'admin' && t('Acts as an admin'),
    used,
    !apiKey.expired && t('expires {expiresAt}', { expiresAt: formatDate(apiKey.expiresAt) }),
  ];
  return (
    <li className="flex items-start justify-between gap-4 border-t border-line px-[18px] py-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-strong wrap-anywhere">{apiKey.name}</span>
          <code className="text-small text-ink-2">{apiKey.prefix}…</code>
          {apiKey.expired && (
            <Badge tone="critical" title={t('Since {expiresAt}', { expiresAt: formatDate(apiKey.expiresAt) })}>
              {t('Expired')}
            </Badge>
          )}
        </div>
        <p className="text-small wrap-anywhere text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
        <p className="text-small text-ink-2">{scopesText(apiKey.scopes)}</p>
      </div>
      <Button variant="secondary" aria-label={t('Revoke {name}', { name: apiKey.name })} onClick={onRevoke}>
        {t('Revoke')}
      </Button>
    </li>
  );
}
