import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { LearningState } from '#contract/learning.ts';
import { neededPhotosText } from '#web/features/learning/texts.ts';
import { plural } from '#contract/texts.ts';
import { Card, CardHeader, StatCard } from '#web/ui/card.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';

export function ExampleCards({ examples }: Pick<LearningState, 'examples'>) {
  return (
    <div className="grid grid-cols-2 gap-3.5 lg:grid-cols-4">
      <StatCard label="Photos with damage" value={examples.damaged} hint="Used for training" />
      <StatCard label="Photos without damage" value={examples.clean} hint="Used for training" />
      <StatCard label="New photos" value={examples.fresh} hint="Since the last version" />
      <StatCard
        label="Photos left out"
        value={examples.setAside + examples.contested}
        hint={`${examples.setAside} from one account only, ${examples.contested} disputed`}
      />
    </div>
  );
}

/** The number of photos per category, and how many more each category needs. */
export function CategoriesCard({ categories }: Pick<LearningState, 'categories'>) {
  return (
    <Card>
      <CardHeader
        title="Examples by category"
        note="The AI learns a category once an admin or two accounts have judged 5 photos of it. Its figures need 10."
      />
      {categories.length === 0 ? (
        <p className="px-[18px] pb-4 text-ink-2">Confirm, correct or add findings on photos, and they appear here.</p>
      ) : (
        <div className="px-1.5 pb-1.5">
          <Table label="Examples by category">
            <thead>
              <tr>
                <Th>Category</Th>
                <Th numeric>Photos</Th>
                <Th>Needed for figures</Th>
                <Th>In training</Th>
              </tr>
            </thead>
            <tbody>
              {categories.map(({ category, photos, taught, wants }) => (
                <Tr key={category}>
                  <Td>{findingCategoryLabels[category]}</Td>
                  <Td numeric>
                    <span aria-label={plural(photos, 'photo')}>{photos}</span>
                  </Td>
                  <Td>{neededPhotosText(wants)}</Td>
                  <Td>{taught ? 'Yes' : 'Not yet'}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}
