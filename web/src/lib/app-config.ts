import { useQuery } from '@tanstack/react-query';
import { appConfigSchema, type AppConfig } from '#contract/app-config.ts';
import { apiQuery } from '#web/lib/query.ts';

const options = apiQuery(['/api/config'], appConfigSchema);

/** What the server says of itself before sign-in; undefined while it loads. Followed while sample data is being made. */
export function useAppConfig(): AppConfig | undefined {
  const { data } = useQuery({
    ...options,
    refetchInterval: ({ state }) => (state.data?.sampleData.state === 'loading' ? 1500 : false),
  });
  return data;
}
