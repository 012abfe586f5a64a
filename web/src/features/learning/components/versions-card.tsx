import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { LearnedVersion } from '#contract/learning.ts';
import { useVersionChoice } from '#web/features/learning/api.ts';
import { figureRows, type FigureRow } from '#web/features/learning/texts.ts';
import { formatFullDateTime } from '#web/lib/format.ts';
import { plural } from '#contract/texts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';

interface FiguresProps {
  label: string;
  kind: string;
  rows: readonly FigureRow[];
}

function Figures({ kind, label, rows }: FiguresProps) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <Th>{kind}</Th>
          <Th numeric>Before</Th>
          <Th numeric>After</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ after, before, name }) => (
          <Tr key={name}>
            <Td>{name}</Td>
            <Td numeric>{before}</Td>
            <Td numeric>{after}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

interface ChoiceProps {
  inUse: boolean;
  label: string;
  pending: boolean;
  onUse: () => void;
}

const Choice = ({ inUse, label, onUse, pending }: ChoiceProps) =>
  inUse ? (
    <Badge tone="good">In use</Badge>
  ) : (
    <Button variant="secondary" size="sm" disabled={pending} onClick={onUse}>
      {label}
    </Button>
  );

const sourceTexts = { verdicts: 'verdicts', archive: 'an archive' } as const;

function Version({ version, choice }: { version: LearnedVersion; choice: ReturnType<typeof useVersionChoice> }) {
  const { categories, inUse, madeAt, number, photos, source, startedBy } = version;
  const name = `Version ${number}`;
  const byCategory = categories.map(({ after, before, category, photos: shown }) => ({
    name: findingCategoryLabels[category],
    before: `${before} of ${shown}`,
    after: `${after} of ${shown}`,
  }));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-[18px]">
        <div className="min-w-0">
          <h3 className="font-semibold">{name}</h3>
          <p className="text-small text-ink-2">
            {formatFullDateTime(madeAt)}, {plural(photos, 'photo')} from {sourceTexts[source]}
            {startedBy !== null && `, started by ${startedBy}`}
          </p>
        </div>
        <Choice inUse={inUse} label={`Use ${name}`} pending={choice.isPending} onUse={() => choice.mutate(number)} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 px-1.5 lg:grid-cols-2">
        <Figures label={`${name}: figures`} kind="Of photos it had not seen" rows={figureRows(version)} />
        <Figures label={`${name}: by category`} kind="Category named rightly" rows={byCategory} />
      </div>
    </li>
  );
}

/** Every version with its figures before and after training, and buttons to switch versions. */
export function VersionsCard({ versions }: { versions: readonly LearnedVersion[] }) {
  const choice = useVersionChoice();
  return (
    <Card>
      <CardHeader title="Versions" note="Before is the version in use until then, read on the same photos." />
      <ul aria-label="Versions">
        {versions.map((version) => (
          <Version key={version.number} version={version} choice={choice} />
        ))}
        <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-[18px] py-3">
          <div className="min-w-0">
            <h3 className="font-semibold">Shipped version</h3>
            <p className="text-small text-ink-2">As it came with Innspect</p>
          </div>
          <Choice
            inUse={versions.every(({ inUse }) => !inUse)}
            label="Use the Shipped Version"
            pending={choice.isPending}
            onUse={() => choice.mutate(null)}
          />
        </li>
      </ul>
    </Card>
  );
}
