import { useNavigate } from '@tanstack/react-router';
import { LogOut, Settings } from 'lucide-react';
import type { CurrentUser } from '#contract/users.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { fullName, roleLabel } from '#web/lib/names.ts';
import { setTheme, themeChoices, useTheme } from '#web/lib/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

const themeLabels = { light: 'Light', dark: 'Dark', system: 'As the device' };

/** Name, role and initials of the signed-in person; opens theme, settings and log out. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const { logout } = useAuth();
  const navigate = useNavigate();
  const theme = useTheme();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="ml-1 flex min-h-11 items-center gap-2.5 rounded-control pl-1.5 text-right hover:bg-sunken md:px-2">
        <span className="hidden lg:block">
          <span className="block leading-snug font-strong">{fullName(user)}</span>
          <span className="block text-small text-ink-2">{roleLabel(user.role)}</span>
        </span>
        <span className="sr-only lg:hidden">
          {fullName(user)}, {roleLabel(user.role)}
        </span>
        <Avatar person={user} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <div className="px-2.5 py-1.5 lg:hidden">
          <div className="font-strong">{fullName(user)}</div>
          <div className="text-small text-ink-2">{roleLabel(user.role)}</div>
        </div>
        <DropdownMenuLabel>Theme</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={theme}>
          {themeChoices.map((choice) => (
            <DropdownMenuRadioItem key={choice} value={choice} onSelect={() => setTheme(choice)}>
              {themeLabels[choice]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void navigate({ to: '/settings' })}>
          <Settings aria-hidden="true" />
          Settings
        </DropdownMenuItem>
        <DropdownMenuItem disabled={logout.isPending} onSelect={() => logout.mutate()}>
          <LogOut aria-hidden="true" />
          Log out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
