-- By hand: no figure depends on a check's price or action, so the figures stay.
ALTER TABLE area_checklist_items DISABLE TRIGGER checklist_items_figures;
--> statement-breakpoint
-- A check says the action that its price is for: damaged wallcovering is mended before it is replaced, and the catalog
-- prices a fixture as a new one.
UPDATE area_checklist_items SET priced_as = 'low', action = 'Mend the wallcovering.'
WHERE action = 'Mend or replace the wallcovering.';
--> statement-breakpoint
UPDATE area_checklist_items SET action = replace(action, 'Repair or replace', 'Replace')
WHERE action IN (
  'Repair or replace the fixture.', 'Repair or replace the emergency phone.', 'Repair or replace the screen.'
);
--> statement-breakpoint
ALTER TABLE area_checklist_items ENABLE TRIGGER checklist_items_figures;
--> statement-breakpoint
-- An action that somebody gave stays.
UPDATE inspection_issues SET recommended_action = items.action
FROM area_checklist_items AS items
WHERE items.id = inspection_issues.checklist_item_id AND NOT inspection_issues.action_given
  AND inspection_issues.recommended_action IN (
    'Mend or replace the wallcovering.', 'Repair or replace the fixture.', 'Repair or replace the emergency phone.',
    'Repair or replace the screen.'
  );
