ALTER TABLE "cost_catalogue" DROP COLUMN "ffe";--> statement-breakpoint
-- By hand: freight and tax follow from the class that a line prints. An accepted total stays as it was accepted.
UPDATE pip_items item SET ffe = item.category IN ('carpet_wear', 'wallcovering_damage', 'upholstery_damage', 'casegoods_damage')
FROM pip_reports plan
WHERE plan.id = item.pip_report_id AND plan.approved_at IS NULL AND item.added_by IS NULL
  AND NOT EXISTS (
    SELECT FROM pip_reports shown
    WHERE shown.approved_at IS NOT NULL AND shown.area_session_id = item.area_session_id
  );
--> statement-breakpoint
-- By hand: cleaning a stain is of the class of operations from now on. What was sent keeps the class that it was sent with.
UPDATE pip_items SET line_class = 'soft_goods'
WHERE category = 'stain' AND line_class IS NULL AND EXISTS (
  SELECT FROM pip_versions WHERE lines @> jsonb_build_array(jsonb_build_object('itemId', pip_items.id))
);
