import { Coins, Ellipsis, Hourglass, ScrollText, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAppConfig } from '#web/lib/app-config.ts';
import { isLocalEngine } from '#contract/app-config.ts';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#web/ui/dropdown-menu.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

const InviteDialog = lazy(() => import('#web/features/users/components/invite-dialog.tsx'));
const ServiceDialog = lazy(() => import('#web/features/learning/components/service-dialog.tsx'));
const RetentionDialog = lazy(() => import('#web/features/personal-data/components/retention-dialog.tsx'));
const AuditDialog = lazy(() => import('#web/features/audit/components/audit-dialog.tsx'));

const permanentTools = [
  { label: 'Audit Log', icon: ScrollText, Tool: AuditDialog },
  { label: 'Retention', icon: Hourglass, Tool: RetentionDialog },
  { label: 'Invite Admin', icon: UserPlus, Tool: InviteDialog },
] as const;
const ofAService = { label: 'AI Service', icon: Coins, Tool: ServiceDialog } as const;
type Tool = (typeof permanentTools)[number] | typeof ofAService;

function ToolMenu({ onOpen, tools }: { onOpen: (tool: Tool) => void; tools: readonly Tool[] }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label="More" tooltip={false} className="-me-2.5 md:hidden">
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {tools.map((tool) => (
          <DropdownMenuItem key={tool.label} onSelect={() => onOpen(tool)}>
            <tool.icon aria-hidden="true" />
            {tool.label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
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
      <ToolMenu onOpen={setOpen} tools={tools} />
      {open && (
        <Suspense fallback={null}>
          <open.Tool onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
