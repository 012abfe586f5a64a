import { Coins, Ellipsis, Hourglass, ScrollText, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAppConfig } from '#web/lib/app-config.ts';
import { isLocalEngine } from '#contract/app-config.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/lib/cn.ts';
import { iconButtonClass } from '#web/ui/icon-button-class.ts';
import { useLoadedOnPress } from '#web/ui/use-loaded-on-press.ts';
import type { Tool } from './tool-menu.tsx';

const InviteDialog = lazy(() => import('#web/features/users/components/invite-dialog.tsx'));
const ServiceDialog = lazy(() => import('#web/features/learning/components/service-dialog.tsx'));
const RetentionDialog = lazy(() => import('#web/features/personal-data/components/retention-dialog.tsx'));
const AuditDialog = lazy(() => import('#web/features/audit/components/audit-dialog.tsx'));

const permanentTools = [
  { label: 'Audit Log', icon: ScrollText, Tool: AuditDialog },
  { label: 'Retention', icon: Hourglass, Tool: RetentionDialog },
  { label: 'Invite Admin', icon: UserPlus, Tool: InviteDialog },
] as const satisfies readonly Tool[];
const ofAService: Tool = { label: 'AI Service', icon: Coins, Tool: ServiceDialog };
const moreButtonClass = cn(iconButtonClass(), '-me-2.5 md:hidden');

const loadMenu = () => import('./tool-menu.tsx');
const ToolMenu = lazy(loadMenu);

/** On phones the tools are a menu, which is loaded when its button is pressed. */
function MenuButton({ onOpen, tools }: { onOpen: (tool: Tool) => void; tools: readonly Tool[] }) {
  const { pressed, byKey, events } = useLoadedOnPress(loadMenu);
  const button = (
    <button type="button" aria-label="More" aria-haspopup="menu" className={moreButtonClass} {...events}>
      <Ellipsis aria-hidden="true" />
    </button>
  );
  if (!pressed) return button;
  return (
    <Suspense fallback={button}>
      <ToolMenu tools={tools} onOpen={onOpen} byKey={byKey}>
        <button type="button" aria-label="More" className={moreButtonClass}>
          <Ellipsis aria-hidden="true" />
        </button>
      </ToolMenu>
    </Suspense>
  );
}

/** Buttons, or a menu on phones, for the admin tools. The dialog of each tool is loaded when it is opened. */
export function AdminTools() {
  const [open, setOpen] = useState<Tool | null>(null);
  const config = useAppConfig();
  const usesModelService = config !== undefined && !isLocalEngine(config.aiEngine);
  const tools = usesModelService ? [ofAService, ...permanentTools] : permanentTools;
  return (
    <>
      {/* Both are always rendered, so that a closing dialog can return the focus even after the phone was rotated. */}
      <div className="hidden shrink-0 flex-wrap justify-end gap-2 md:flex">
        {tools.map((tool) => (
          <Button key={tool.label} variant="secondary" size="sm" onClick={() => setOpen(tool)}>
            <tool.icon aria-hidden="true" />
            {tool.label}
          </Button>
        ))}
      </div>
      <MenuButton onOpen={setOpen} tools={tools} />
      {open && (
        <Suspense fallback={null}>
          <open.Tool onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
