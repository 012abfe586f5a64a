import { useQuery } from '@tanstack/react-query';
import type { AppConfig } from '#contract/app-config.ts';
import { asSent } from '#web/lib/api.ts';
import { apiQuery } from '#web/lib/query.ts';

const options = apiQuery(['/api/config'], asSent<AppConfig>());

/** The public configuration of the server; undefined while it loads. */
export function useAppConfig(): AppConfig | undefined {
  const { data } = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data?.sampleData.state === 'loading' ? 1500 : false),
  });
  return data;
}

/** Browsers bind passkeys to domain names, so a server opened by its bare IP address cannot offer them. */
const isBareAddress = (hostname: string): boolean => /^[\d.]+$|:/.test(hostname);

/**
 * Whether this browser can use passkeys of this server: without https it has no `PublicKeyCredential`, and one from
 * before 2025 reads no options from JSON.
 */
export const canUsePasskeys = (): boolean =>
  'parseRequestOptionsFromJSON' in (window.PublicKeyCredential ?? {}) && !isBareAddress(window.location.hostname);
