import { lazy, Suspense, type ComponentProps } from 'react';
import type { CurrentUser } from '#contract/users.ts';
import { cn } from '#web/lib/cn.ts';
import { fullName, roleLabel } from '#web/lib/names.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { useLoadedOnPress } from '#web/ui/use-loaded-on-press.ts';

const load = () => import('#web/app/user-menu-panel.tsx');
const UserMenuPanel = lazy(async () => ({ default: (await load()).UserMenuPanel }));

/** The button of the user menu with name, role and initials. */
function UserButton({ user, className, ...props }: ComponentProps<'button'> & { user: CurrentUser }) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      className={cn(
        'ms-1 flex min-h-11 items-center gap-2.5 rounded-control ps-1.5 text-end hover:bg-sunken md:px-2',
        className,
      )}
      {...props}
    >
      <span className="sr-only lg:not-sr-only lg:block">
        <span className="block leading-snug font-strong">{fullName(user)}</span>
        <span className="block text-small text-ink-2">{roleLabel(user.role)}</span>
      </span>
      <Avatar person={user} />
    </button>
  );
}

/** The user menu, loaded when the pointer or the focus reaches its button. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const { pressed, byKey, events } = useLoadedOnPress(load);
  const button = <UserButton user={user} {...events} />;
  if (!pressed) return button;
  return (
    <Suspense fallback={button}>
      <UserMenuPanel user={user} byKey={byKey}>
        <UserButton user={user} />
      </UserMenuPanel>
    </Suspense>
  );
}
