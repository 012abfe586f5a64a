ALTER TABLE "pip_items" ADD COLUMN "no_longer_needed" text;--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_no_longer_needed_check" CHECK ("pip_items"."no_longer_needed" in ('dismissed', 'resolved', 'merged', 'deleted'));--> statement-breakpoint
-- By hand: the sums of open items do without them.
DROP TRIGGER plan_items_summed ON pip_items;
--> statement-breakpoint
CREATE TRIGGER plan_items_summed AFTER INSERT OR DELETE OR UPDATE OF pip_report_id, status, no_longer_needed, priority, horizon_months,
  estimated_cost_cents, cost_low_cents, cost_high_cents ON pip_items FOR EACH ROW EXECUTE FUNCTION note_changed_item();
--> statement-breakpoint
-- By hand: items whose findings were all closed while no work on them had begun.
UPDATE pip_items item SET no_longer_needed = ended.how
FROM (
  SELECT own.item_id, CASE WHEN bool_or(defect.status = 'resolved') THEN 'resolved' ELSE 'dismissed' END AS how
  FROM (
    SELECT id AS item_id, issue_id AS finding_id FROM pip_items WHERE issue_id IS NOT NULL
    UNION ALL
    SELECT item_id, finding_id FROM pip_item_findings
  ) own
  JOIN inspection_issues found ON found.id = own.finding_id
  JOIN inspection_issues defect ON defect.id = coalesce(found.merged_into, found.id)
  GROUP BY own.item_id
  HAVING bool_and(defect.status IN ('dismissed', 'resolved'))
) ended
WHERE ended.item_id = item.id AND item.added_by IS NULL AND item.status IN ('pending', 'approved', 'rejected', 'waived');
