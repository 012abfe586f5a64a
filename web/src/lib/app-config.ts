import { useQuery } from '@tanstack/react-query';
import { appConfigSchema, type AppConfig } from '#contract/app-config.ts';
import { apiQuery } from '#web/lib/query.ts';

const options = apiQuery(['/api/config'], appConfigSchema);

/** The public configuration of the server; undefined while it loads. */
export function useAppConfig(): AppConfig | undefined {
  const { data } = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data?.sampleData.state === 'loading' ? 1500 : false),
  });
  return data;
}
