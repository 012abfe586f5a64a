ALTER TABLE "inspections" ADD COLUMN "worst_rank" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inspections" ADD COLUMN "decision_before" jsonb;--> statement-breakpoint
CREATE INDEX "inspections_worst_index" ON "inspections" USING btree ("worst_rank","created_at","id");--> statement-breakpoint
CREATE INDEX "inspections_status_worst_index" ON "inspections" USING btree ("status","worst_rank","created_at","id");--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_worst_rank_check" CHECK ("inspections"."worst_rank" between 0 and 4);--> statement-breakpoint
-- A reviewer takes a decision back at once: what was approved is pending again, and so is a case that this had completed.
DROP TRIGGER inspections_transition ON inspections;
--> statement-breakpoint
CREATE TRIGGER inspections_transition BEFORE UPDATE OF status ON inspections FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('in_progress>pending_review', 'pending_review>approved', 'pending_review>requires_action', 'requires_action>pending_review', 'pending_review>in_progress', 'approved>pending_review');
--> statement-breakpoint
DROP TRIGGER inspection_cases_transition ON inspection_cases;
--> statement-breakpoint
CREATE TRIGGER inspection_cases_transition BEFORE UPDATE OF status ON inspection_cases FOR EACH ROW
  EXECUTE FUNCTION assert_status_transition('pending>in_progress', 'in_progress>completed', 'pending>cancelled', 'pending>expired', 'completed>in_progress');
--> statement-breakpoint
UPDATE inspections i SET worst_rank = open.rank FROM (
  SELECT coalesce(area_session_id, inspection_id) AS scope_id,
    max(CASE severity WHEN 'critical' THEN 4 WHEN 'high' THEN 3 WHEN 'medium' THEN 2 ELSE 1 END) AS rank
  FROM inspection_issues WHERE status IN ('pending', 'confirmed') GROUP BY 1
) open WHERE open.scope_id = coalesce(i.area_session_id, i.id);
