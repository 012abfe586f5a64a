import { t } from '#contract/language.ts';
import type { CurrentUser } from '#contract/users.ts';

const day = 86_400_000;

/** "Welcome, Robin" on the day after sign-up, later "Welcome back, Robin". */
export function welcomeText(user: Pick<CurrentUser, 'firstName' | 'username' | 'createdAt'>, now: number): string {
  const name = user.firstName || user.username;
  return now - new Date(user.createdAt).getTime() < day
    ? t('Welcome, {name}', { name })
    : t('Welcome back, {name}', { name });
}
