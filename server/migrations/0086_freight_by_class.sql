ALTER TABLE "cost_catalogue" DROP COLUMN "ffe";--> statement-breakpoint
-- By hand: freight and tax follow from the class that a line prints. What a plan that was sent shows stays as it was sent.
UPDATE pip_items item SET ffe = item.category IN ('carpet_wear', 'wallcovering_damage', 'upholstery_damage', 'casegoods_damage')
WHERE item.added_by IS NULL
  AND NOT EXISTS (
    SELECT FROM pip_reports shown
    WHERE shown.status <> 'draft' AND (
      shown.id = item.pip_report_id OR shown.area_session_id = item.area_session_id
      OR shown.area_session_id IN (
        SELECT found.area_session_id FROM pip_item_findings further
        JOIN inspection_issues found ON found.id = further.finding_id WHERE further.item_id = item.id
      )
    )
  );
--> statement-breakpoint
-- By hand: cleaning a stain is of the class of operations from now on. What was sent keeps the class that it was sent with.
UPDATE pip_items SET line_class = 'soft_goods'
WHERE category = 'stain' AND line_class IS NULL AND EXISTS (
  SELECT FROM pip_versions WHERE lines @> jsonb_build_array(jsonb_build_object('itemId', pip_items.id))
);
