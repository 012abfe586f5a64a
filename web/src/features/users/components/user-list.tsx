import { Ban, CircleCheck, Ellipsis, Eraser, FolderUp, LogOut, ShieldOff, SmartphoneNfc } from 'lucide-react';
import type { Account } from '#contract/accounts.ts';
import { plural } from '#contract/texts.ts';
import type { AccountAction } from '#web/features/users/accounts-api.ts';
import { formatAgo, formatDate } from '#web/lib/format.ts';
import { fullName, roleLabel } from '#web/lib/names.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#web/ui/dropdown-menu.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';

interface UserListProps {
  accounts: readonly Account[];
  /** The admin's own account, which is changed in the settings instead. */
  ownId: string;
  onAsk: (account: Account, action: AccountAction) => void;
  onImport: (account: Account) => void;
}
interface UserProps extends Omit<UserListProps, 'accounts'> {
  account: Account;
}

function Actions({ account, ownId, onAsk, onImport }: UserProps) {
  if (account.id === ownId || account.erasedAt !== null) return null;
  const disabled = account.disabledAt !== null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={`Actions for ${fullName(account)}`} tooltip={false}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => onImport(account)}>
          <FolderUp aria-hidden="true" />
          Import Unsent Work
        </DropdownMenuItem>
        {account.sessions > 0 && (
          <DropdownMenuItem onSelect={() => onAsk(account, 'end-sessions')}>
            <LogOut aria-hidden="true" />
            Sign Out Everywhere
          </DropdownMenuItem>
        )}
        {account.role === 'admin' && (
          <DropdownMenuItem onSelect={() => onAsk(account, 'withdraw-admin')}>
            <ShieldOff aria-hidden="true" />
            Withdraw Admin
          </DropdownMenuItem>
        )}
        {account.secondFactor && (
          <DropdownMenuItem onSelect={() => onAsk(account, 'remove-app')}>
            <SmartphoneNfc aria-hidden="true" />
            Remove Second Factor
          </DropdownMenuItem>
        )}
        {disabled ? (
          <DropdownMenuItem onSelect={() => onAsk(account, 'enable')}>
            <CircleCheck aria-hidden="true" />
            Enable Account
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem danger onSelect={() => onAsk(account, 'disable')}>
            <Ban aria-hidden="true" />
            Disable Account
          </DropdownMenuItem>
        )}
        <DropdownMenuItem danger onSelect={() => onAsk(account, 'erase')}>
          <Eraser aria-hidden="true" />
          Erase Person
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function Name({ account, ownId }: Pick<UserProps, 'account' | 'ownId'>) {
  const name = fullName(account);
  return (
    <>
      <div className="font-strong wrap-anywhere">
        {name}
        {account.id === ownId && <span className="font-normal text-ink-2"> (you)</span>}
      </div>
      {name !== account.username && account.erasedAt === null && (
        <div className="text-small wrap-anywhere text-ink-2">{account.username}</div>
      )}
    </>
  );
}

function Address({ account }: { account: Account }) {
  if (account.erasedAt !== null) return null;
  return (
    <>
      <div className="wrap-anywhere text-ink-2">{account.email}</div>
      {!account.emailConfirmed && <div className="text-small text-ink-3">Not confirmed</div>}
    </>
  );
}

/** Only unusual states get a badge. */
function State({ account }: { account: Account }) {
  if (account.erasedAt !== null) return <Badge title={`On ${formatDate(account.erasedAt)}`}>Erased</Badge>;
  if (account.disabledAt === null) return null;
  return (
    <Badge tone="critical" title={`Since ${formatDate(account.disabledAt)}`}>
      Disabled
    </Badge>
  );
}

const withApp = 'Second factor';
const lastSignIn = ({ lastSignInAt }: Account): string => (lastSignInAt ? formatAgo(lastSignInAt) : 'Not known');
const devices = ({ sessions }: Account): string => (sessions > 0 ? plural(sessions, 'device') : 'Not signed in');

function UserTable({ accounts, ...rest }: UserListProps) {
  return (
    <Table label="Users" className="table-fixed">
      <thead>
        <tr>
          <Th className="ps-[18px]">Name</Th>
          <Th>E-mail</Th>
          <Th className="w-[140px]">Role</Th>
          <Th className="w-[150px]">Last sign-in</Th>
          <Th className="w-[110px]">Status</Th>
          <Th className="w-[84px] pe-[18px] text-end">Actions</Th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <Tr key={account.id}>
            <Td className="ps-[18px]">
              <Name account={account} ownId={rest.ownId} />
            </Td>
            <Td>
              <Address account={account} />
            </Td>
            <Td>
              <div className={account.role === 'admin' ? 'font-medium' : 'text-ink-2'}>{roleLabel(account.role)}</div>
              {account.secondFactor && <div className="text-small text-ink-3">{withApp}</div>}
            </Td>
            <Td>
              <div className="text-ink-2">{lastSignIn(account)}</div>
              <div className="text-small text-ink-3">{devices(account)}</div>
            </Td>
            <Td>
              <State account={account} />
            </Td>
            <Td className="h-[61px] pe-[18px] text-end">
              <Actions account={account} {...rest} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function UserCards({ accounts, ...rest }: UserListProps) {
  return (
    <ul aria-label="Users" className="divide-y divide-line">
      {accounts.map((account) => (
        <li key={account.id} className="grid gap-1.5 px-4 py-3.5">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <Name account={account} ownId={rest.ownId} />
            </div>
            <div className="-my-2 -me-2.5 flex shrink-0 items-center gap-1">
              <State account={account} />
              <Actions account={account} {...rest} />
            </div>
          </div>
          <Address account={account} />
          <div className="text-small text-ink-2">
            {[
              roleLabel(account.role),
              account.secondFactor && withApp,
              `Last sign-in: ${lastSignIn(account)}`,
              devices(account),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The accounts as a table if there is room for one, otherwise as cards. */
export function UserList({ wide, ...list }: UserListProps & { wide: boolean }) {
  return wide ? <UserTable {...list} /> : <UserCards {...list} />;
}
