import { Camera, Check, ChevronDown, MapPin, Mic, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { usePatchAreaSession } from '#web/features/areas/api.ts';
import { askPermission, deniedText, knownPermission, type PermissionKind } from '#web/features/areas/permissions.ts';
import { useAppConfig } from '#web/lib/app-config.ts';
import { toastError } from '#web/lib/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

type Field = 'permissionCamera' | 'permissionLocation' | 'permissionMicrophone';
const rows: readonly { kind: PermissionKind; field: Field; icon: LucideIcon; label: string; why: string }[] = [
  { kind: 'camera', field: 'permissionCamera', icon: Camera, label: 'Camera', why: 'Required, to take photos' },
  { kind: 'location', field: 'permissionLocation', icon: MapPin, label: 'Location', why: 'Optional, for geo-tagging' },
  {
    kind: 'microphone',
    field: 'permissionMicrophone',
    icon: Mic,
    label: 'Microphone',
    why: 'Optional, for voice notes',
  },
];

/** Asks for what the field work needs. Once the camera is there it folds to a line; the rest can be given later. */
export function PermissionsCard({ areaSession }: { areaSession: AreaSession }) {
  const patch = usePatchAreaSession(areaSession.id);
  const skippable = useAppConfig()?.skipPermissions ?? false;
  const [asking, setAsking] = useState<PermissionKind | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [folded, setFolded] = useState(areaSession.permissionCamera);
  const [blocked, setBlocked] = useState<ReadonlySet<PermissionKind>>(new Set());

  useEffect(() => {
    let shown = true;
    void Promise.all(rows.map(async ({ kind }) => ({ kind, state: await knownPermission(kind) }))).then((known) => {
      if (shown) setBlocked(new Set(known.filter(({ state }) => state === 'denied').map(({ kind }) => kind)));
    });
    return () => {
      shown = false;
    };
  }, []);

  async function ask(kind: PermissionKind, field: Field) {
    setAsking(kind);
    setRefusal(null);
    const answer = await askPermission(kind);
    setAsking(null);
    if (answer !== 'granted') {
      setRefusal(answer === 'missing' ? `No ${kind} was found on this device.` : deniedText(kind));
      return;
    }
    patch.mutate(
      { [field]: true },
      {
        onSuccess: () => {
          if (kind === 'camera') setFolded(true);
        },
        onError: (error) => toastError('Error', error),
      },
    );
  }

  const skip = () =>
    patch.mutate(
      { permissionCamera: true, permissionLocation: true, permissionMicrophone: true },
      { onSuccess: () => setFolded(true), onError: (error) => toastError('Error', error) },
    );

  if (folded && areaSession.permissionCamera) {
    const on = rows.filter(({ field }) => areaSession[field]).map(({ label }) => label);
    return (
      <button
        type="button"
        aria-expanded={false}
        onClick={() => setFolded(false)}
        className="flex min-h-11 w-full items-center gap-2 rounded-card border border-line bg-surface px-3.5 py-2 text-left text-small text-ink-2 hover:border-line-strong"
      >
        <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
        <span className="min-w-0 flex-1 truncate">Allowed: {on.join(', ').toLowerCase()}</span>
        <span className="font-semibold text-accent">Permissions</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      </button>
    );
  }
  return (
    <Card className="grid gap-1 px-[18px] py-4">
      <h2 className="heading">Permissions</h2>
      <ul className="divide-y divide-line">
        {rows.map(({ kind, field, icon: Icon, label, why }) => (
          <li key={kind} className="flex min-h-[60px] items-center gap-3 py-2">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{label}</span>
              <span className="block text-small text-ink-2">
                {blocked.has(kind) && !areaSession[field] ? 'Blocked in the browser settings of this page' : why}
              </span>
            </span>
            {areaSession[field] ? (
              <Badge tone="good">
                <Check aria-hidden="true" />
                Allowed
              </Badge>
            ) : (
              <Button
                variant={kind === 'camera' ? 'primary' : 'secondary'}
                pending={asking === kind}
                disabled={asking !== null || patch.isPending}
                aria-label={`Allow ${kind}`}
                onClick={() => void ask(kind, field)}
              >
                Allow
              </Button>
            )}
          </li>
        ))}
      </ul>
      {refusal && (
        <p role="alert" className="rounded-control bg-critical-soft px-3 py-2.5 font-medium text-critical">
          {refusal}
        </p>
      )}
      {skippable && !areaSession.permissionCamera && (
        <Button variant="ghost" className="mt-1" pending={patch.isPending} onClick={skip}>
          SKIP PERMISSIONS (TEST MODE)
        </Button>
      )}
      {areaSession.permissionCamera && (
        <Button variant="ghost" className="mt-1" onClick={() => setFolded(true)}>
          Close
        </Button>
      )}
    </Card>
  );
}
