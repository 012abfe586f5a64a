import { Link } from '@tanstack/react-router';
import { Camera, Check, ChevronDown, Images, MapPin, Mic, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { photoSearchOf } from '#web/features/areas/area-search.ts';
import { changeArea } from '#web/features/areas/area-outbox.ts';
import {
  askPermission,
  deniedText,
  permissionFields,
  rememberPermission,
  type PermissionKind,
} from '#web/features/areas/permissions.ts';
import type { AreaPermissions } from '#web/features/areas/use-area-permissions.ts';
import { useAppConfig } from '#web/lib/app-config.ts';
import { cn } from '#web/lib/cn.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const permissions: readonly { kind: PermissionKind; icon: LucideIcon; label: string; purpose: string }[] = [
  { kind: 'camera', icon: Camera, label: t('Camera'), purpose: t('Required, to take photos') },
  { kind: 'location', icon: MapPin, label: t('Location'), purpose: t('Optional, for geo-tagging') },
  { kind: 'microphone', icon: Mic, label: t('Microphone'), purpose: t('Optional, for voice notes') },
];

type Permission = (typeof permissions)[number];

const namesOf = (chosen: readonly Permission[]): string =>
  chosen
    .map(({ label }) => label)
    .join(', ')
    .toLowerCase();

type CollapsedProps = Pick<AreaPermissions, 'allowed' | 'states'> & { onExpand: () => void };

/** Names what is allowed in the area, or what the browser blocks although it was allowed in the area. */
function CollapsedPermissions({ allowed, states, onExpand }: CollapsedProps) {
  const chosen = permissions.filter(({ kind }) => allowed[kind]);
  const blocked = chosen.filter(({ kind }) => states.get(kind) === 'denied');
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={onExpand}
      className={cn(
        'flex min-h-11 w-full items-center gap-2 rounded-card px-3.5 py-2 text-start text-small text-ink-2',
        blocked.length > 0 ? 'border border-line bg-surface hover:border-line-strong' : 'hover:bg-sunken',
      )}
    >
      {blocked.length > 0 ? (
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-high" />
      ) : (
        <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
      )}
      <span className="min-w-0 flex-1">
        {blocked.length > 0
          ? t('Blocked in the browser: {blocked}', { blocked: namesOf(blocked) })
          : t('Allowed: {allowed}', { allowed: namesOf(chosen) })}
      </span>
      <span className="font-semibold text-accent">{t('Permissions')}</span>
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
    </button>
  );
}

interface PermissionRowProps {
  permission: Permission;
  allowed: boolean;
  blocked: boolean;
  pending: boolean;
  disabled: boolean;
  onAllow: () => void;
}

function PermissionRow({ permission, allowed, blocked, pending, disabled, onAllow }: PermissionRowProps) {
  const { kind, icon: Icon, label, purpose } = permission;
  return (
    <li className="flex min-h-[60px] flex-wrap items-center gap-3 py-2">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
      <span className="min-w-0 flex-[1_1_5rem]">
        <span className="block font-medium">{label}</span>
        <span className="block text-small text-ink-2">
          {blocked ? t('Blocked. Allow it in the browser settings for this site') : purpose}
        </span>
      </span>
      {allowed && !blocked ? (
        <Badge tone="good">
          <Check aria-hidden="true" />
          {t('Allowed')}
        </Badge>
      ) : (
        <Button
          variant={kind === 'camera' ? 'primary' : 'secondary'}
          pending={pending}
          disabled={disabled}
          aria-label={t('Allow {kind}', { kind })}
          onClick={onAllow}
        >
          {t('Allow')}
        </Button>
      )}
    </li>
  );
}

/** Asks for the permissions that field work needs. It collapses to one line once the camera is allowed. */
export function PermissionsCard({
  areaSession,
  permissions: { allowed, states },
}: {
  areaSession: AreaSession;
  permissions: AreaPermissions;
}) {
  const skippable = useAppConfig()?.skipPermissions ?? false;
  const [asking, setAsking] = useState<PermissionKind | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [expanded, setExpanded] = useState(false);
  const isCameraDenied = states.get('camera') === 'denied' || refusal === deniedText('camera');

  async function ask({ kind }: Permission) {
    setAsking(kind);
    setRefusal(null);
    const answer = await askPermission(kind);
    setAsking(null);
    if (answer !== 'granted') {
      setRefusal(answer === 'missing' ? t('No {kind} was found on this device.', { kind }) : deniedText(kind));
      return;
    }
    rememberPermission(kind);
    changeArea(areaSession, { [permissionFields[kind]]: true });
    if (kind === 'camera') setExpanded(false);
  }

  function skip() {
    changeArea(areaSession, { permissionCamera: true, permissionLocation: true, permissionMicrophone: true });
    setExpanded(false);
  }

  if (allowed.camera && !expanded)
    return <CollapsedPermissions allowed={allowed} states={states} onExpand={() => setExpanded(true)} />;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-1 px-[18px] py-4">
      <h2 className="heading">{t('Permissions')}</h2>
      <ul className="divide-y divide-line">
        {permissions.map((permission) => (
          <PermissionRow
            key={permission.kind}
            permission={permission}
            allowed={allowed[permission.kind]}
            blocked={states.get(permission.kind) === 'denied'}
            pending={asking === permission.kind}
            disabled={asking !== null}
            onAllow={() => void ask(permission)}
          />
        ))}
      </ul>
      {refusal && (
        <p role="alert" className="rounded-control bg-critical-soft px-3 py-2.5 font-medium text-critical">
          {refusal}
        </p>
      )}
      {isCameraDenied && (
        <p className="rounded-control bg-high-soft px-3 py-2.5 text-high">
          {t(
            'The browser blocks the camera for this site. Tap the icon beside the address, or open the settings of your phone, and allow it. Then press Allow.',
          )}
        </p>
      )}
      {(refusal || isCameraDenied) && !allowed.camera && (
        <Button variant="secondary" className="mt-1" asChild>
          <Link to="/photo-upload" search={photoSearchOf(areaSession)}>
            <Images aria-hidden="true" />
            {t('Use photos instead')}
          </Link>
        </Button>
      )}
      {skippable && !allowed.camera && (
        <Button variant="ghost" className="mt-1" onClick={skip}>
          {t('SKIP PERMISSIONS (TEST MODE)')}
        </Button>
      )}
      {allowed.camera && (
        <Button variant="ghost" className="mt-1" onClick={() => setExpanded(false)}>
          {t('Close')}
        </Button>
      )}
    </Card>
  );
}
