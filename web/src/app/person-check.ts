import { t } from '#contract/language.ts';
import type { CurrentUser } from '#contract/users.ts';
import { asSent, getOrNull } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { userKey } from '#web/lib/auth.tsx';
import { setPersonCheck } from '#web/lib/csrf.ts';
import { queryClient } from '#web/lib/query.ts';

/** Refuses the changes of this page once somebody else has signed in in another tab, and lets the page learn who. */
setPersonCheck(async ({ redirectsOn401 }) => {
  const own = queryClient.getQueryData<CurrentUser | null>(userKey);
  if (!own) return;
  const user = await getOrNull('/api/user', asSent<CurrentUser>(), { cache: 'no-store' }).catch(() => null);
  if (!user || user.id === own.id) return;
  if (redirectsOn401 !== false) void queryClient.invalidateQueries({ queryKey: userKey });
  throw new ApiError(401, t('Somebody else is signed in'));
});
