import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#web/ui/dropdown-menu.tsx';

/** Something that opens over the page. */
export interface Tool {
  label: string;
  icon: LucideIcon;
  Tool: ComponentType<{ onClose: () => void }>;
}

interface ToolMenuProps {
  tools: readonly Tool[];
  onOpen: (tool: Tool) => void;
  byKey: boolean;
  /** The button. */
  children: ReactNode;
}

/** The menu of the tools. It opens as soon as it is mounted, because pressing its button is what loads it. */
export default function ToolMenu({ tools, onOpen, byKey, children }: ToolMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent openedByKey={byKey}>
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
