import { useNavigate } from '@tanstack/react-router';
import { HardDriveUpload, LogOut, MessageSquare, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import type { CurrentUser } from '#contract/users.ts';
import { useAuth } from '#web/lib/auth.tsx';
import { fullName, roleLabel } from '#web/lib/names.ts';
import { setTheme, themeChoices, useTheme } from '#web/lib/theme.ts';
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

const themeLabels = { light: t('Light'), dark: t('Dark'), glare: t('Sunlight'), system: t('System') };

interface UserMenuPanelProps {
  user: CurrentUser;
  byKey: boolean;
  children: ReactNode;
}

/** The user menu. It opens as soon as it is mounted, because pressing its button is what loads it. */
export function UserMenuPanel({ user, byKey, children }: UserMenuPanelProps) {
  const { logout } = useAuth();
  const navigate = useNavigate();
  const theme = useTheme();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent openedByKey={byKey}>
        <div className="px-2.5 py-1.5 lg:hidden">
          <div className="font-strong">{fullName(user)}</div>
          <div className="text-small text-ink-2">{roleLabel(user.role)}</div>
        </div>
        <DropdownMenuLabel>{t('Theme')}</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={theme}>
          {themeChoices.map((choice) => (
            <DropdownMenuRadioItem key={choice} value={choice} onSelect={() => setTheme(choice)}>
              {themeLabels[choice]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void navigate({ to: '/messages' })}>
          <MessageSquare aria-hidden="true" />
          {t('Messages')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void navigate({ to: '/waiting-changes' })}>
          <HardDriveUpload aria-hidden="true" />
          {t('On this device')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void navigate({ to: '/settings' })}>
          <Settings aria-hidden="true" />
          {t('Settings')}
        </DropdownMenuItem>
        <DropdownMenuItem disabled={logout.isPending} onSelect={() => logout.mutate()}>
          <LogOut aria-hidden="true" />
          {t('Log out')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
